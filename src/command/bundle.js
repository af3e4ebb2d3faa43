/** This module compiles the server. It is plain JavaScript, because a process with TypeScript takes 100 MB more. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');
/** Prefix of bundle folders. Old bundles are deleted later, because running workers may still load parts of them. */
const PREFIX = 'server-';
const RELOADED = 'reloaded-';
const MAX_BUNDLES = 3;
const KNOWN_HASH = join(DIST, '.source-hash.json');
const INPUTS = ['docs', 'src', 'scripts/build', 'scripts/build.ts', 'package-lock.json'];
const GENERATED = /\.generated\.ts$/;

/**
 * Resolves to the compiled files. Rejects if compilation fails. `isReload` omits the API descriptions of the commands.
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

export function builtProgram() {
  if (!existsSync(DIST)) return undefined;
  const program = join(DIST, PREFIX + sourceHash(), 'program.js');
  return existsSync(program) ? program : undefined;
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
    // If the bundle exists, another process has built it, so this error does not matter.
    const { stderr = '', message } = /** @type {Error & { stderr?: string }} */ (thrown);
    if (!existsSync(folder)) throw new Error(stderr.trim() || message);
  }
  const bundles = readdirSync(DIST)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(DIST, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const old of bundles.slice(MAX_BUNDLES)) rmSync(old, { recursive: true, force: true });
}

/** Returns a hash of the source code. Unchanged files are not read again, because reading takes most of the time. */
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
    // Errors are ignored, because the folder does not exist before the first build and may be read-only.
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
