/* The page in Chromium, for tests: what is needed for it is looked for, and what is missing said. */
import fs from 'node:fs';
import path from 'node:path';

import {ROOT} from './program.mjs';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => fs.existsSync(file));
const PLAYWRIGHT = path.join(ROOT, 'studio/node_modules/playwright-core/index.mjs');
const AXE = path.join(ROOT, 'studio/node_modules/axe-core/axe.min.js');

export const PAGE = process.env.AGENTCHESS_PAGE ?? path.join(ROOT, 'build/studio/agentchess-studio.html');

/** Why there are no tests in a browser; false: there are. */
export const MISSING = !CHROMIUM ? 'chromium is missing (scripts/setup --check)'
  : !fs.existsSync(PLAYWRIGHT) || !fs.existsSync(AXE) ? 'npm packages are missing (scripts/setup --check)' : false;

export async function launch() {
  const {chromium} = await import(PLAYWRIGHT);
  return chromium.launch({executablePath: CHROMIUM, args: ['--no-sandbox']});
}

/** Opens the one file at @fragment; what the page complains of is collected.
 * @param {any} browser @param {string} fragment @param {any} [options] */
export async function open(browser, fragment, {file = PAGE, ready = 'main h1', ...options} = {}) {
  const context = await browser.newContext({viewport: {width: 1300, height: 900}, reducedMotion: 'reduce', ...options});
  const page = await context.newPage();
  page.complaints = [];
  page.on('console', (message) => message.type() === 'error' && page.complaints.push(message.text()));
  page.on('pageerror', (error) => page.complaints.push(String(error)));
  page.on('request', (request) => /^https?:/.test(request.url()) && page.complaints.push(`asks for ${request.url()}`));
  await page.goto(`file://${file}${fragment}`);
  await page.waitForSelector(ready, {state: 'attached'});
  return page;
}

/** What axe finds, as lines. @param {any} page @returns {Promise<string[]>} */
export async function findings(page) {
  await page.evaluate(fs.readFileSync(AXE, 'utf8'));
  const {violations} = await page.evaluate(() => globalThis.axe.run());
  return violations.flatMap(({id, nodes}) => nodes.map(({html}) => `${id}: ${html.slice(0, 160)}`));
}
