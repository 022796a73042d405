/* The modules in web/ are formatted and linted, and the types in their comments hold. */
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

import {ROOT} from './program.mjs';

const STUDIO = path.join(ROOT, 'studio');
const CHECKS = {
  biome: ['@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  types: ['typescript/bin/tsc', '--project', 'tests/tsconfig.json'],
};

for (const [name, [script, ...args]] of Object.entries(CHECKS)) {
  const file = path.join(STUDIO, 'node_modules', script);
  test(name, {skip: !fs.existsSync(file) && `${name} is missing (npm ci --prefix studio)`}, () => {
    execFileSync(process.execPath, [file, ...args], {cwd: STUDIO, stdio: ['ignore', 'inherit', 'inherit']});
  });
}
