/* The site in Chromium, from the disk: how soon the first page answers, what axe finds on light and dark
   pages, whether the search finds words, and whether anything is asked of another host.

     node check.mjs SITE [FOLDER FOR PICTURES]

   Exit status 77: there is no Chromium, or no studio/node_modules. */
import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), '../..');
const [site, pictures] = process.argv.slice(2).map((name) => path.resolve(name));
const PAGES = ['index.html', 'agents/levels/7-defence-consideration.html', 'app/cookbook.html', 'app/glossary.html',
  'commands/agentchess-run.html', 'CHANGELOG.html'];
const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => fs.existsSync(file));
const axe = path.join(ROOT, 'studio/node_modules/axe-core/axe.min.js');

if (!chromium || !fs.existsSync(axe)) {
  console.log('skipped: chromium or studio/node_modules is missing (scripts/setup --all)');
  process.exit(77);
}
const playwright = await import(path.join(ROOT, 'studio/node_modules/playwright-core/index.mjs'));
const browser = await playwright.chromium.launch({executablePath: chromium, args: ['--no-sandbox']});
const faults = [];

async function open(name, colorScheme) {
  const context = await browser.newContext({viewport: {width: 1300, height: 900}, colorScheme, reducedMotion: 'reduce'});
  const page = await context.newPage();
  page.on('request', (request) => /^https?:/.test(request.url()) && faults.push(`${name} asks for ${request.url()}`));
  page.on('pageerror', (error) => faults.push(`${name}: ${error}`));
  await page.goto(`file://${site}/${name}`);
  return page;
}

const first = await open('index.html', 'light');
await first.frameLocator('iframe').locator('.decision .move').first().waitFor();
const [interactive, answered] = await first.evaluate(() =>
  [performance.getEntriesByType('navigation')[0].domInteractive, performance.now()].map(Math.round));
console.log(`first page: interactive after ${interactive} ms, the studio in it has answered after ${answered} ms`);
await first.context().close();

const searched = await open('app/cookbook.html', 'light');
/* What is typed before the page has its index, on a busy machine, is not searched for; the page listens to keys,
   so that the words are typed again, not filled in. */
let found = false;
for (let tries = 0; tries < 20 && !found; tries++) {
  await searched.locator('input.md-search__input').fill('');
  await searched.locator('input.md-search__input').pressSequentially('move-attack');
  found = await searched.locator('.md-search-result__item').first().waitFor({timeout: 5000})
    .then(() => true, () => false);
}
if (!found) faults.push('the search finds nothing');
await searched.context().close();

for (const scheme of ['light', 'dark'])
  for (const name of PAGES) {
    const page = await open(name, scheme);
    await page.addScriptTag({path: axe});
    const {violations} = await page.evaluate(() => window.axe.run({exclude: [['iframe']]}));
    for (const {id, nodes} of violations)
      faults.push(`${name}, ${scheme}: ${id}: ${nodes.map(({target}) => target.join(' ')).slice(0, 4).join('; ')}`);
    if (pictures) await page.screenshot({path: path.join(pictures, `${name.replaceAll('/', '-')}-${scheme}.png`)});
    await page.context().close();
  }
await browser.close();
for (const fault of faults) console.error(fault);
process.exit(faults.length ? 1 : 0);
