import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Root folder of the project or package. This module and its compiled chunk are both two folders below it. */
export const ROOT = resolve(import.meta.dirname, '../..');

export const isPackage = !existsSync(join(ROOT, 'src/cli/program.ts'));

/** Returns the file of a module that runs as a separate process, such as `node/copies/copier`. */
export const moduleFile = (name: string): string =>
  isPackage ? join(ROOT, 'lib', `${name}.js`) : join(ROOT, 'src', `${name}.ts`);

/** Returns the folder of the local state. It is outside an installed package, whose folder npm replaces. */
export const stateDir = (): string =>
  resolve(process.env.STATE_DIR ?? (isPackage ? 'newsgauge-state' : join(ROOT, 'newsgauge-state')));

/** Returns the beginning of a command line for the user, which depends on how newsgauge is installed. */
export function commandLine(name: string): string {
  if (isPackage) return `npx newsgauge ${name}`;
  return name === 'start' ? 'npm start' : `npm run ${name} --`;
}
