import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Root of the project or the package, wherever a command is called from: this module, and the chunk that holds it, lie two folders deep. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** Whether this is an installed package, which holds compiled code, and no clone with the source. */
export const isPackage = !existsSync(join(ROOT, 'src/cli/program.ts'));

/** File of a module that is run as a process: `node/copies/copier`. `scripts/build/package.ts` compiles these. */
export const moduleFile = (name: string): string =>
  isPackage ? join(ROOT, 'lib', `${name}.js`) : join(ROOT, 'src', `${name}.ts`);

/**
 * Folder of the local state, unless `STATE_DIR` is set: in a clone next to the source, for a package in the folder that the command is called
 * from, since npm replaces the package's own.
 */
export const stateDir = (): string =>
  resolve(process.env.STATE_DIR ?? (isPackage ? 'newsgauge-state' : join(ROOT, 'newsgauge-state')));
