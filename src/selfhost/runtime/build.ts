/** The Worker and what it runs with on a machine of one's own: made once for what the source is, not at every start. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPackage, ROOT } from '../../command/paths.ts';
import type { Build } from './make.ts';

/** Where a build is stored: in a clone it follows the source, in a package it is all there is. */
const BUILD = join(ROOT, isPackage ? 'lib/server.json' : 'dist/server/build.json');
/** What a build depends on. */
const INPUTS = ['src/**/*', 'wrangler.toml', 'package-lock.json', 'scripts/build.ts', 'scripts/build/*'];
const GENERATED = /\.generated\.ts$/;

/** The build of the source as it is now; made where there is none yet, which takes seconds. Throws where it does not compile. */
export async function build(): Promise<Build> {
  const stored = existsSync(BUILD) ? (JSON.parse(readFileSync(BUILD, 'utf8')) as Build) : null;
  if (stored && isPackage) return stored;
  const hash = sourceHash();
  return stored?.hash === hash ? stored : (await import('./make.ts')).make(hash, BUILD);
}

function sourceHash(): string {
  const hash = createHash('sha256');
  const files = INPUTS.flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !GENERATED.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}
