/* A game or position of a text, a field, a file, or dropped: opened on a page. */
import {letDropFiles} from './dom.js';
import {isPosition, openGame, readPgn, textOf} from './pgn.js';

/** @param {import('./main.js').Studio} studio @param {string} page @param {string} text @returns {Promise<string>} the fault of the game, or "" */
export async function openText(studio, page, text) {
  const fresh = Object.fromEntries(Object.keys(studio.store.state).map((name) => [name, '']));
  if (isPosition(text)) {
    const {position} = await studio.lane.askJson('position', 'chess', text.trim(), '');
    studio.pgn = null;
    studio.store.set({...fresh, page, position}, false);
    return '';
  }
  const [game] = readPgn(text);
  if (!game) throw new Error('There is no game and no position in this text.');
  const {link, fault} = await openGame(studio, page, game);
  studio.store.set({...fresh, ply: 0, ...link}, false);
  return fault;
}

/** @param {(text: string) => void} open @returns {() => void} ends it */
export const letDropGames = (open) =>
  letDropFiles(async ({files}) => {
    if (files[0]) open(await textOf(files[0]));
  });
