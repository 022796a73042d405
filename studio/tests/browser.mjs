/* The page in Chromium, for tests: what is needed for it is looked for, and what is missing said. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import {after, afterEach, before} from 'node:test';
import {setTimeout as pause} from 'node:timers/promises';

import {parse, write} from '../web/store.js';
import {ROOT} from './program.mjs';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => fs.existsSync(file));
const PLAYWRIGHT = path.join(ROOT, 'studio/node_modules/playwright-core/index.mjs');
const AXE = path.join(ROOT, 'studio/node_modules/axe-core/axe.min.js');

export const PAGE = process.env.AGENTCHESS_PAGE ?? path.join(ROOT, 'build/studio/agentchess-studio.html');

/** How long is waited for what the page does next, in ms: minutes, as the machine may be busy with other things, times the
 * factor of tests/patience.h. */
const PATIENCE = 120000 * Number(process.env.AGENTCHESS_PATIENCE ?? 1);
const LOOK = 40;

/** Why there are no tests in a browser; false: there are. */
export const MISSING = !CHROMIUM
  ? 'chromium is missing (scripts/setup --all)'
  : !fs.existsSync(PLAYWRIGHT) || !fs.existsSync(AXE)
    ? 'npm packages are missing (scripts/setup --all)'
    : false;

/** @type {any} */
let browser;

export async function launch() {
  const {chromium} = await import(PLAYWRIGHT);
  return (browser = await chromium.launch({executablePath: CHROMIUM, args: ['--no-sandbox'], timeout: PATIENCE}));
}

/** A browser for the tests of a file. What a test has opened is closed after it: pages may be busy. */
export function useBrowser() {
  before(launch);
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  after(() => browser.close());
}

/** Opens the one file at @fragment; what the page complains of is collected.
 * @param {string} fragment @param {any} [options] */
export async function open(fragment, {file = PAGE, ready = 'main h1', ...options} = {}) {
  const context = await browser.newContext({viewport: {width: 1300, height: 900}, reducedMotion: 'reduce', ...options});
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  page.complaints = [];
  page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()));
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('request', (request) => /^https?:/.test(request.url()) && page.complaints.push(`asks for ${request.url()}`));
  await page.goto(`file://${file}${fragment}`);
  await page.waitForSelector(ready, {state: 'attached'});
  return page;
}

/** What the page does next is waited for: @check is tried until it holds. It fails as it failed last.
 * @template Answer @param {() => Answer | Promise<Answer>} check @returns {Promise<Answer>} */
export async function eventually(check) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await pause(LOOK);
  }
}

/** @param {any} page @param {string} link */
export const goTo = (page, link) =>
  page.evaluate((/** @type {string} */ to) => {
    location.hash = to;
  }, link);

/** Links that are wrong, the first in a new page and the others in one that works: each is told, nothing of it is markup, and its
 * way out leads to @ready. @param {string[]} links @param {string} ready */
export async function refuses(links, ready) {
  const page = await open(links[0], {ready: '.wrong'});
  for (const link of links) {
    await goTo(page, link);
    await page.waitForSelector('.wrong');
    assert.equal(await page.locator('main img').count(), 0);
    await page.click('.wrong a');
    await page.waitForSelector(ready);
    await page.waitForSelector('.wrong', {state: 'detached'});
  }
  assert.deepEqual(page.complaints, []);
}

/** Waits until the page shows what its link says. @param {any} page */
export const settled = (page) =>
  eventually(async () => {
    const [shown, hash] = await page.evaluate(() => [document.querySelector('main')?.dataset.shown, location.hash]);
    assert.equal(shown, write(parse(hash)));
  });

/** A screen of a phone. */
export const PHONE = {viewport: {width: 390, height: 844}, hasTouch: true, isMobile: true};

/** A finger drags a piece. @param {any} page @param {string} from @param {string} to squares */
export async function dragByFinger(page, from, to) {
  const middle = async (/** @type {string} */ square) => {
    const {x, y, width, height} = await page.locator(`[data-square="${square}"]`).boundingBox();
    return {x: x + width / 2, y: y + height / 2};
  };
  const [start, end] = [await middle(from), await middle(to)];
  const client = await page.context().newCDPSession(page);
  const touch = (/** @type {string} */ type, /** @type {any[]} */ points) =>
    client.send('Input.dispatchTouchEvent', {type, touchPoints: points});
  await touch('touchStart', [start]);
  for (let i = 1; i <= 5; i++)
    await touch('touchMove', [{x: start.x + ((end.x - start.x) * i) / 5, y: start.y + ((end.y - start.y) * i) / 5}]);
  await touch('touchEnd', []);
}

/** What axe finds, as lines. @param {any} page @returns {Promise<string[]>} */
export async function findings(page) {
  await page.evaluate(fs.readFileSync(AXE, 'utf8'));
  const {violations} = await page.evaluate(() => globalThis.axe.run({resultTypes: ['violations']}));
  return violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 160)}`));
}
