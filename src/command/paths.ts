import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Root of the project or package. This module and its compiled chunk both lie two folders deep. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** Whether this is an installed package with compiled code, not a clone with source. */
export const isPackage = !existsSync(join(ROOT, 'src/cli/program.ts'));

/** File of a module that runs as a process: `node/copies/copier`. `scripts/build/package.ts` compiles these. */
export const moduleFile = (name: string): string =>
  isPackage ? join(ROOT, 'lib', `${name}.js`) : join(ROOT, 'src', `${name}.ts`);

/** Local state. For a package, in the working directory by default, since npm replaces the package's folder. */
export const stateDir = (): string =>
  resolve(process.env.STATE_DIR ?? (isPackage ? 'newsgauge-state' : join(ROOT, 'newsgauge-state')));
