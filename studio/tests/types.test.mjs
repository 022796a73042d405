/* The types in the comments of web/ hold. */
import {execFileSync} from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import {test} from 'node:test';

import {ROOT} from './program.mjs';

const TSC = path.join(ROOT, 'studio/node_modules/typescript/bin/tsc');

test('types', {skip: !fs.existsSync(TSC) && 'typescript is missing (scripts/setup --all)'}, () => {
  execFileSync(process.execPath, [TSC, '--project', path.join(ROOT, 'studio/tests/tsconfig.json')], {stdio: ['ignore', 'inherit', 'inherit']});
});
