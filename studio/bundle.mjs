/* Makes the site and the one file of the modules in web/:

     node studio/bundle.mjs CORE.WASM LOGICS.TSV FOLDER

   Each module becomes a function that answers what it exports; the page and its workers run the
   same script. It knows the imports and exports that web/ uses: names from a file beside it, and
   names declared where they are exported. */
import {createHash} from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import zlib from 'node:zlib';

const WEB = path.join(path.dirname(fileURLToPath(import.meta.url)), 'web');
const [coreFile, logicsFile, folder] = process.argv.slice(2);

/** The gallery is data of the tests: positions in which a logic or reading decides. */
const gallery = fs.readFileSync(logicsFile, 'utf8').split('\n')
  .filter((line) => line && !line.startsWith('#')).map((line) => line.split('\t'));
const made = {'gallery.js': `export const GALLERY = ${JSON.stringify(gallery)};\n`};

const IMPORT = /^import \{([^}]*)\} from '\.\/([\w.-]+)';$/gm;
const EXPORT = /^export ((?:async )?function\*?|class|const) (\w+)/gm;
const modules = new Map();

function take(name) {
  if (modules.has(name)) {
    if (modules.get(name) === null) throw new Error(`${name} imports itself`);
    return;
  }
  modules.set(name, null);
  const names = [];
  const text = (made[name] ?? fs.readFileSync(path.join(WEB, name), 'utf8'))
    .replace(IMPORT, (_, list, from) => {
      take(from);
      return `const {${list.replaceAll(' as ', ': ')}} = modules[${JSON.stringify(from)}];`;
    })
    .replace(EXPORT, (_, what, exported) => {
      names.push(exported);
      return `${what} ${exported}`;
    });
  if (/^(import|export)\b/m.test(text)) throw new Error(`${name}: an import or export that is not known`);
  modules.delete(name);
  modules.set(name, `modules[${JSON.stringify(name)}] = (() => {\n${text}\nreturn {${names.join(', ')}};\n})();\n`);
}
take('main.js');

/* One token a match: comments, texts, templates without a template in them, words and the rest; after what can end a value a slash divides, elsewhere it
   begins a regular expression. */
const TOKEN = /(?<comment>\/\*[^]*?\*\/|\/\/.*)|(?<text>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")|(?<blank>\s+)|(?<word>[\w$]+)|(?<other>[^])/y;
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y;
const BEFORE_REGEX = /(?:[=(,:;!&|?{}[+\-*%<>~^]|^|\b(?:return|typeof|case|of|in))$/;

/** Whether a blank between two letters keeps apart what would be one word or operator. */
const keepsApart = (before, after) => /[\w$]/.test(before) && /[\w$]/.test(after) || '+-/'.includes(before) && before === after;

/** Without comments, indentation and blanks that keep nothing apart; lines stay lines, and what stands in texts, templates and regular
 * expressions stays. */
function strip(code) {
  let out = '', at = 0;
  /* How many braces are open in each template that is open. */
  const open = [];
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(code);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const template = () => {
    const [piece] = take(/(?:\\[^]|\$(?!\{)|[^`\\$])*(?:`|\$\{)/y);
    if (piece.endsWith('{')) open.push(0);
    out += piece;
  };
  while (at < code.length) {
    const isRegex = code[at] === '/' && !/[*/]/.test(code[at + 1]) && BEFORE_REGEX.test(out.trimEnd());
    if (isRegex) {
      out += take(REGEX)[0];
      continue;
    }
    const {comment, text, blank, word, other} = take(TOKEN).groups;
    if (comment) continue;
    if (blank?.includes('\n')) out = `${out.trimEnd()}\n`;
    else if (blank) out += keepsApart(out.at(-1) ?? '', code[at] ?? '') ? ' ' : '';
    else out += text ?? word ?? other;
    if (other === '`') template();
    if (other === '{' && open.length) open[open.length - 1]++;
    if (other === '}' && open.length && open[open.length - 1]-- === 0) {
      open.pop();
      template();
    }
  }
  return out;
}

/** Terser's work, if scripts/setup --all has installed it; else what is done here, which is a fifth longer.
 * @param {string} code @returns {Promise<string>} */
async function shorten(code) {
  const terser = await import('terser').catch(() => null);
  return terser ? (await terser.minify(code, {ecma: 2020, compress: {passes: 2}})).code : strip(code);
}

const script = await shorten(`'use strict';{const modules = {};\n${[...modules.values()].join('')}}`);
const style = fs.readFileSync(path.join(WEB, 'style.css'), 'utf8');
const core = fs.readFileSync(coreFile);
const template = fs.readFileSync(path.join(WEB, 'index.html'), 'utf8');

const fill = (parts) => template.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const pack = (bytes) => zlib.gzipSync(bytes, {level: 9}).toString('base64');
const data = (id, bytes) => `<script type="application/octet-stream" id="${id}">${pack(bytes)}</script>`;

/* The one file has its script compressed; this unpacks it. */
const unpack = `(async () => {
const bytes = Uint8Array.from(atob(document.getElementById('script').textContent), (c) => c.charCodeAt(0));
const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
document.body.append(Object.assign(document.createElement('script'), {textContent: text}));
})().catch((error) => {
document.getElementById('main').textContent = 'The studio cannot start: ' + error + '. It needs a browser of 2023 or later.';
});`;

const site = fill({
  rules: "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; " +
    "connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; form-action 'none'",
  style: '<link rel="stylesheet" href="studio.css">',
  data: '',
  script: '<script src="studio.js"></script>',
});
const one = fill({
  rules: `default-src 'none'; script-src ${hash(unpack)} ${hash(script)} 'wasm-unsafe-eval'; style-src ${hash(style)}; ` +
    "img-src data:; worker-src blob:; base-uri 'none'; form-action 'none'",
  style: `<style>${style}</style>`,
  data: `${data('core', core)}\n${data('script', script)}\n<!-- runs -->`,
  script: `<script>${unpack}</script>`,
});

fs.mkdirSync(folder, {recursive: true});
for (const [name, content] of Object.entries({'index.html': site, 'studio.js': script, 'studio.css': style,
  'core.wasm': core, 'agentchess-studio.html': one})) fs.writeFileSync(path.join(folder, name), content);
