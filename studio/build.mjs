/* Makes the site and the one file of the modules in web/:

     node studio/build.mjs ESBUILD AGENTCHESS CORE.WASM LOGICS.TSV PAGE.HTML DEPFILE

   The page and its workers run the same script. */
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import zlib from 'node:zlib';

const WEB = path.join(path.dirname(fileURLToPath(import.meta.url)), 'web');
const LEVELS = path.join(WEB, '../../agents/levels');
const [esbuild, program, coreFile, logicsFile, page, depfile] = process.argv.slice(2);

/** The gallery is data of the tests: positions in which a logic or reading decides. */
const gallery = fs
  .readFileSync(logicsFile, 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map((line) => line.split('\t'));

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'studio-'));
/** The chapters are the pages on the levels: the first heading is the title, the paragraphs before the next heading the
 * idea, and the first command below "Without" and "With" what is shown. */
const chapters = fs
  .readdirSync(LEVELS)
  .filter((name) => /^\d/.test(name))
  .map((name) => {
    const text = fs.readFileSync(path.join(LEVELS, name), 'utf8');
    const [head, ...sections] = text.split(/^## /m);
    const [title, ...idea] = head.split('\n');
    const shown = (word) => {
      const section = sections.find((part) => part.startsWith(word));
      const [, player, position] = section.match(/--player (\S+) --fen "([^"]+)"/);
      return {player, position, logic: section.match(/`([^`]+)`/)[1]};
    };
    const without = shown('Without'),
      {player, position, logic} = shown('With ');
    return {
      title: title.replace(/^# /, ''),
      idea: idea.join('\n').trim(),
      logic,
      position,
      without: without.player,
      player,
    };
  });

const made = {CHAPTERS: chapters, GALLERY: gallery};
fs.writeFileSync(
  path.join(work, 'gallery.js'),
  Object.entries(made)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n'),
);
const read = [path.join(WEB, 'index.html'), ...fs.readdirSync(LEVELS).map((name) => path.join(LEVELS, name))];

/** A module or style sheet with all that it imports, in one text. */
function bundle(name) {
  const meta = path.join(work, 'meta.json');
  const out = path.join(work, name);
  execFileSync(esbuild, [
    path.join(WEB, name),
    ...['--bundle', '--minify', '--format=iife', '--target=es2022', '--legal-comments=none', '--log-level=warning'],
    `--alias:gallery=${path.join(work, 'gallery.js')}`,
    `--metafile=${meta}`,
    `--outfile=${out}`,
  ]);
  const inputs = Object.keys(JSON.parse(fs.readFileSync(meta, 'utf8')).inputs).map((input) => path.resolve(input));
  read.push(...inputs.filter((input) => !input.startsWith(work)));
  return fs.readFileSync(out, 'utf8');
}
const [script, style] = ['main.js', 'style.css'].map(bundle);

/** The internal tests of the thesis, played now: what the page of results opens with. Who played them, where and when is left out, so that
 * the page is the same wherever it is built. */
const SHIPPED = ['games.csv', 'move_attacks.csv'];
execFileSync(
  program,
  ['run', path.join(WEB, '../../experiments/specs/thesis.ini'), '--output', path.join(work, 'run')],
  {stdio: 'ignore'},
);
const inRun = (name) => path.join(work, 'run', name);
const {seed, identity, spec, results} = JSON.parse(fs.readFileSync(inRun('run.json'), 'utf8'));
const thesis = {'run.json': JSON.stringify({seed, identity, spec, results})};
for (const name of SHIPPED) thesis[name] = fs.readFileSync(inRun(name), 'utf8');

/* Of the games what the page reads; each can be played again. */
const rows = thesis['games.csv']
  .trimEnd()
  .split('\n')
  .map((row) => row.split(','));
const columns = ['game', 'white', 'black', 'result', 'termination', 'plies'].map((name) => rows[0].indexOf(name));
thesis['games.csv'] = rows.map((cells) => `${columns.map((at) => cells[at]).join(',')}\n`).join('');
fs.rmSync(work, {recursive: true});

const core = fs.readFileSync(coreFile);
const template = fs.readFileSync(path.join(WEB, 'index.html'), 'utf8');

const fill = (parts) => template.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const pack = (bytes) => zlib.gzipSync(bytes, {level: 9}).toString('base64');
const element = (id, bytes) => `<script type="application/octet-stream" id="${id}">${pack(bytes)}</script>`;

const packedRun = Object.entries(thesis).map(([name, bytes]) => [name, pack(bytes)]);
const runs = packedRun.map(
  ([name, text]) =>
    `<script type="application/gzip" class="run" data-run="the-thesis" data-file="${name}">${text}</script>`,
);

/* The one file has its style and script compressed; this unpacks them. */
const unpack = `(async () => {
const read = (id) => {
const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (c) => c.charCodeAt(0));
return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
};
document.head.append(Object.assign(document.createElement('style'), {textContent: await read('style')}));
document.body.append(Object.assign(document.createElement('script'), {textContent: await read('script')}));
})().catch((error) => {
document.getElementById('main').textContent = 'The studio cannot start: ' + error + '. It requires a browser of 2023 or later.';
});`;

const site = fill({
  rules:
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
    "connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'",
  style: '<link rel="stylesheet" href="studio.css">',
  data: '',
  script: '<script src="studio.js"></script>',
});
const one = fill({
  rules:
    `default-src 'none'; script-src ${hash(unpack)} ${hash(script)} 'wasm-unsafe-eval'; style-src ${hash(style)}; ` +
    "img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'",
  style: '',
  data: `${element('core', core)}\n${element('style', style)}\n${element('script', script)}\n<!-- runs -->\n${runs.join('\n')}`,
  script: `<script>${unpack}</script>`,
});

const files = {
  'index.html': site,
  'studio.js': script,
  'studio.css': style,
  'core.wasm': core,
  'thesis.json': JSON.stringify(Object.fromEntries(packedRun)),
  [path.basename(page)]: one,
};
for (const [name, content] of Object.entries(files)) fs.writeFileSync(path.join(path.dirname(page), name), content);

fs.writeFileSync(depfile, `${page}: ${read.map((name) => name.replaceAll(' ', '\\ ')).join(' ')}\n`);
