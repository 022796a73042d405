/* The pictures of the READMEs, made anew; look at them. Build first:

     node studio/pictures/make.mjs [PAGE.HTML] */
import path from 'node:path';
import {fileURLToPath} from 'node:url';

const HERE = path.dirname(fileURLToPath(import.meta.url));
process.env.AGENTCHESS_PAGE ??= path.resolve(
  process.argv[2] ?? path.join(HERE, '../../build/studio/agentchess-studio.html'),
);
const {launch, open, settled} = await import('../tests/browser.mjs');

const QUEEN = 'position=2b1kbnr/1p1pppnp/rQp5/8/p7/2P2P2/3PP1PP/R1B1KBNR+w+-+-+0+1&player=level:7';
const PICTURES = {
  'agents.png': [`#/agents?${QUEEN}&step=offers`, '.changes-it'],
  'results.png': ['#/results', '.games-of tbody tr'],
};

const browser = await launch();
for (const [name, [link, ready]] of Object.entries(PICTURES)) {
  const page = await open(link, {ready, viewport: {width: 1200, height: 780}, colorScheme: 'light'});
  if (link.includes('agents')) await settled(page);
  await page.screenshot({path: path.join(HERE, name)});
}
await browser.close();
