import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Root folder of the project or package. Both this module and its compiled chunk are two folders below it. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** Whether this is an installed package with compiled code instead of a clone with source. */
export const isPackage = !existsSync(join(ROOT, 'src/cli/program.ts'));

/**
 * Returns the file of a module that runs as a separate process: `node/copies/copier`. `scripts/build/package.ts`
 * compiles these modules.
 */
export const moduleFile = (name: string): string =>
  isPackage ? join(ROOT, 'lib', `${name}.js`) : join(ROOT, 'src', `${name}.ts`);

/**
 * Returns the folder of the local state. A package's default is in the working directory, because npm replaces the
 * package's folder.
 */
export const stateDir = (): string =>
  resolve(process.env.STATE_DIR ?? (isPackage ? 'newsgauge-state' : join(ROOT, 'newsgauge-state')));
