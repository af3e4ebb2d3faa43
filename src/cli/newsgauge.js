#!/usr/bin/env node
/** `newsgauge COMMAND`: the one command line. Plain JavaScript, so that a Node that cannot run TypeScript can say that it is too old. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NEEDED = [22, 19];

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(`newsgauge needs Node ${NEEDED.join('.')} or newer, and this is ${process.versions.node}.`);
  console.error('npm ci installs one that npm start uses; or install one from https://nodejs.org.');
  process.exit(1);
}
// A clone runs its source; a package has compiled code only.
const isClone = existsSync(new URL('program.ts', import.meta.url));
// What a clone has not built yet.
if (isClone && !existsSync(new URL('manage/description.generated.ts', import.meta.url)))
  execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/build.ts', import.meta.url))], {
    stdio: 'inherit',
  });
await import(isClone ? './program.ts' : '../../lib/cli/program.js');
