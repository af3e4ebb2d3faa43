import { join, resolve } from 'node:path';

/** Whether this is an installed package, which holds compiled code, and no clone with the source. */
export const isPackage = !import.meta.filename.endsWith('.ts');

/** Root of the project or the package, wherever a command is called from: this module, and the chunk that holds it, lie two folders deep. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** File of a module that is run as a process: `selfhost/guard`. `scripts/build/package.ts` compiles these. */
export const moduleFile = (name: string): string =>
  isPackage ? join(ROOT, 'lib', `${name}.js`) : join(ROOT, 'src', `${name}.ts`);

/**
 * Where local state is stored, unless `STATE_DIR` is set: in a clone the same folder that `wrangler dev` uses, for a package one in the
 * folder that the command is called from, since npm replaces the package's own.
 */
export const stateDir = (): string =>
  resolve(process.env.STATE_DIR ?? (isPackage ? 'newsgauge-state' : join(ROOT, '.wrangler/state')));
