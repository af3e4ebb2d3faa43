import { join, resolve } from 'node:path';

/** Root of the project, wherever a command is called from. */
export const ROOT = resolve(import.meta.dirname, '../..');

/** Where local state is stored, unless `STATE_DIR` is set: the same folder that `wrangler dev` uses. */
export const stateDir = (): string => resolve(process.env.STATE_DIR ?? join(ROOT, '.wrangler/state'));
