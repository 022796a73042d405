/* The pictures of the READMEs, made anew; look at them. Build first:

     node studio/pictures/make.mjs [PAGE.HTML] */
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const HERE = path.dirname(fileURLToPath(import.meta.url));
process.env.AGENTCHESS_PAGE ??= path.resolve(
  process.argv[2] ?? path.join(HERE, '../../build/studio/agentchess-studio.html'),
);
const {launch, open, settled} = await import('../tests/browser.mjs');

const PICTURES = {
  'watch.png': ['#/watch?ply=20&step=threat', '.changes-it'],
  'play.png': ['#/play?moves=e2e4.d7d5.f1c4.d5c4', '.reason p'],
  'results.png': ['#/results', '.games-of tbody tr'],
};

const browser = await launch();
for (const [name, [link, ready]] of Object.entries(PICTURES)) {
  const page = await open(link, {ready, viewport: {width: 1200, height: 780}, colorScheme: 'light'});
  if (!link.includes('results')) await settled(page);
  await page.screenshot({path: path.join(HERE, name)});
}
await browser.close();
