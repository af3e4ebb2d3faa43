#!/usr/bin/env node
/** Launcher of the command line, in plain JavaScript so that it can reject Node versions that cannot run TypeScript. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import module from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// A clone runs its source code, while a package contains only compiled code.
const isClone = existsSync(new URL('program.ts', import.meta.url));
const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

/** Supported Node versions, as ranges such as `^22.19.0` (22.19.0 or a later 22.x) and `>=24.0.0`. */
const ranges = Array.from(engines.node.matchAll(/(\^|>=)(\d+)\.(\d+)/g), ([, sign, from, least]) => ({
  isIncluded: (major === Number(from) && minor >= Number(least)) || (sign === '>=' && major > Number(from)),
  words: sign === '>=' ? `${from} or newer` : `${from}.${least} or a newer ${from}`,
}));
if (!ranges.some(({ isIncluded }) => isIncluded)) {
  const remedy = isClone
    ? 'Run "npm ci", which installs a version that "npm start" and the other npm scripts use'
    : 'Install a suitable version from https://nodejs.org and run the command again';
  const needed = ranges.map(({ words }) => words).join(', or ');
  console.error(`newsgauge needs Node ${needed}, but this is Node ${process.versions.node}. ${remedy}.`);
  process.exit(1);
}

if (major === 22) {
  // Node 22 warns that SQLite and TypeScript are experimental, but the features that newsgauge uses work.
  const { emitWarning } = process;
  process.emitWarning = (warning, ...rest) =>
    rest[0] === 'ExperimentalWarning' ? undefined : emitWarning.call(process, warning, ...rest);
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim();
}
if (isClone && !existsSync(new URL('manage/description.generated.ts', import.meta.url)))
  execFileSync(process.execPath, [fileURLToPath(new URL('../../scripts/build.ts', import.meta.url))], {
    stdio: 'inherit',
  });
const packed = fileURLToPath(new URL('../../lib/cli/program.js', import.meta.url));
const { bundleFiles, builtProgram } = isClone
  ? await import('../command/bundle.js')
  : { bundleFiles: async () => ({ program: packed }), builtProgram: () => packed };
if (['start', 'dev'].includes(process.argv[2] ?? '')) {
  // A server runs compiled code even in a clone, because that halves its memory.
  const { program } = await bundleFiles();
  // V8 executes code from this folder, so only the owner of the process may write to it.
  process.env.NODE_COMPILE_CACHE ??= process.env.CACHE_DIRECTORY ?? join(dirname(program), '.compiled');
  module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
  await import(pathToFileURL(program).href);
} else {
  // Compiled commands start four times as fast.
  const program = builtProgram();
  await import(program ? pathToFileURL(program).href : './program.ts');
}
