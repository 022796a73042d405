/* Recordings of asynchronous chess: saved, opened, and checked by a replay. */
import {ACCEPTED, readRecording, sayMs, settingsOf} from './async-chronicle.js';
import {h, patch, save} from './dom.js';

/** @typedef {import('./async-chronicle.js').Chronicle} Chronicle */

export class Recordings {
  /** @param {import('./async.js').AsyncPage} page */
  constructor(page) {
    this.page = page;
    /** The recording that is open. @type {{name: string, chronicle: Chronicle, lines: string[]} | null} */
    this.opened = null;
  }

  async save() {
    const {page} = this;
    try {
      save('game.jsonl', await page.ask('async_saved'), 'application/x-ndjson');
    } catch (error) {
      page.showProblem(error);
    }
  }

  /** @param {File} file */
  async open(file) {
    const {page} = this;
    try {
      const {chronicle, lines} = readRecording(await file.text());
      this.opened = {name: file.name, chronicle, lines};
      page.key = '';
      page.begins({recording: file.name, players: '', rules: '', seed: '', start: ''});
      page.update();
      patch(page.parts.verified, h('p', {class: 'caption'}, await this.verify(this.opened)));
    } catch (error) {
      page.say(`${file.name} is not a recording: ${/** @type {Error} */ (error).message}.`);
    }
  }

  /** Plays a recording again by the rules. @param {{name: string, chronicle: Chronicle, lines: string[]}} opened @returns {Promise<string>} */
  async verify({name, chronicle, lines}) {
    const {page} = this;
    const {head, rules, answers, events} = chronicle;
    try {
      /* an instant after the other, as what is commanded in one is not known in the one before */
      const [, seed] = /"seed":(\d+)/.exec(lines[0]) ?? []; /* more digits than a number has here */
      await page.ask(
        'async_begin',
        settingsOf(rules).join('\n'),
        head.start,
        seed,
        '',
        '',
        String(head.white),
        String(head.black),
      );
      const accepted = answers.filter(({answer}) => answer === ACCEPTED);
      let next = 0;
      for (const [i, {time}] of events.entries()) {
        const commands = [];
        for (; next < accepted.length && accepted[next].before === i; next++) commands.push(accepted[next]);
        await page.ask(
          'async_command',
          commands.map(({time: ms, side, from, to}) => `${ms} ${'wb'[side]} ${from} ${to}`).join('\n'),
        );
        await page.ask('async_advance', time, 1e6);
      }
      const again = (await page.ask('async_saved')).split('\n');
      const recorded = lines.filter((line) => /^\{"type":"event"/.test(line));
      const played = again.filter((line) => /^\{"type":"event"/.test(line));
      const wrong = recorded.findIndex((line, i) => line !== played[i]);
      return wrong < 0
        ? `${name}: replayed; all ${recorded.length} events are the same.`
        : `${name}: the replay differs at ${sayMs(JSON.parse(recorded[wrong]).time_ms)}.`;
    } catch (error) {
      return `'${name}' cannot be replayed: ${/** @type {Error} */ (error).message}.`;
    }
  }
}
