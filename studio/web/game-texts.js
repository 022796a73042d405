/* A game or position of a text, a field, a file, or dropped: opened on a page. */
import {letDropFiles} from './dom.js';
import {isPosition, openGame, readPgn, textOf} from './pgn.js';

/** @param {import('./main.js').Studio} studio @param {string} page @param {string} text */
export async function openText(studio, page, text) {
  const fresh = Object.fromEntries(Object.keys(studio.store.state).map((name) => [name, '']));
  if (isPosition(text)) {
    const {position} = await studio.lane.askJson('position', 'chess', text.trim(), '');
    studio.pgn = null;
    return studio.store.set({...fresh, page, position}, false);
  }
  const [game] = readPgn(text);
  if (!game) throw new Error('There is no game and no position in this text.');
  studio.store.set({...fresh, ply: 0, ...(await openGame(studio, page, game))}, false);
}

/** @param {import('./main.js').Studio} studio @param {string} page @param {(error: any) => void} tell @returns {() => void} ends it */
export const letDropGames = (studio, page, tell) =>
  letDropFiles(async ({files}) => {
    try {
      if (files[0]) await openText(studio, page, await textOf(files[0]));
    } catch (error) {
      tell(error);
    }
  });
