/**
 * The compiled code that a server runs. A package brings it; a clone builds it whenever the source has changed. Plain JavaScript: a process
 * that loads TypeScript takes 100 MB more.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');
/** A folder per state of the source, next to each other: a worker that runs loads parts of its own bundle later. */
const PREFIX = 'server-';
const RELOADED = 'reloaded-';
const MAX_BUNDLES = 3;
/** The hash of the source, and the times of the files that it was computed from. */
const KNOWN_HASH = join(DIST, '.source-hash.json');
/** Folders and files that a bundle depends on. */
const INPUTS = ['src', 'scripts/build', 'scripts/build.ts', 'package-lock.json'];
const GENERATED = /\.generated\.ts$/;

/**
 * Resolves to the files of the command line and of a worker. Rejects if the source does not compile. `isReload`: what a reload changes is
 * compiled, and not the descriptions of the API for commands.
 * @param {{ isReload?: boolean }} options
 * @returns {Promise<{ program: string; worker: string }>}
 */
export async function bundleFiles({ isReload = false } = {}) {
  if (!existsSync(join(ROOT, 'src/cli/program.ts')))
    return { program: join(ROOT, 'lib/cli/program.js'), worker: join(ROOT, 'lib/node/main.js') };
  const prefix = isReload ? RELOADED : PREFIX;
  const folder = join(DIST, prefix + sourceHash());
  if (!existsSync(folder)) await build(folder, prefix);
  return { program: join(folder, 'program.js'), worker: join(folder, 'main.js') };
}

/**
 * @param {string} folder
 * @param {string} prefix
 */
async function build(folder, prefix) {
  const draft = join(DIST, `.draft-${process.pid}`);
  mkdirSync(DIST, { recursive: true });
  try {
    await promisify(execFile)(process.execPath, [
      join(ROOT, 'scripts/build.ts'),
      ...(prefix === RELOADED ? ['--reload'] : []),
      '--node',
      draft,
    ]);
    renameSync(draft, folder);
  } catch (thrown) {
    rmSync(draft, { recursive: true, force: true });
    // Another process may have built the same bundle.
    const { stderr = '', message } = /** @type {Error & { stderr?: string }} */ (thrown);
    if (!existsSync(folder)) throw new Error(stderr.trim() || message);
  }
  const bundles = readdirSync(DIST)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(DIST, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of bundles.slice(MAX_BUNDLES)) rmSync(old, { recursive: true, force: true });
}

/** Reads the source only if a file has changed since the last call, because that takes longer than the rest of a supervisor's start. */
function sourceHash() {
  const files = INPUTS.flatMap((input) => filesIn(join(ROOT, input)));
  const stamp = createHash('sha256')
    .update(files.map(({ file, stat }) => `${file} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`).join('\n'))
    .digest('hex');
  try {
    const known = JSON.parse(readFileSync(KNOWN_HASH, 'utf8'));
    if (known.stamp === stamp) return known.hash;
  } catch {}
  const content = createHash('sha256');
  for (const { file } of files) content.update(`${file}\0`).update(readFileSync(file)).update('\0');
  const hash = content.digest('hex').slice(0, 16);
  try {
    writeFileSync(KNOWN_HASH, JSON.stringify({ stamp, hash }));
  } catch {
    // The folder is missing before the first build, and may be read-only.
  }
  return hash;
}

/**
 * @param {string} path
 * @returns {{ file: string; stat: import('node:fs').Stats }[]}
 */
function filesIn(path) {
  const stat = statSync(path);
  if (stat.isDirectory())
    return readdirSync(path)
      .sort()
      .flatMap((name) => filesIn(`${path}/${name}`));
  return GENERATED.test(path) ? [] : [{ file: path, stat }];
}
