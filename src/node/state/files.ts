import { join } from 'node:path';

/** Returns the files of a state folder. Second halves of salts have their own file, so no snapshot has both halves. */
export const filesOf = (state: string) => ({
  database: join(state, 'newsgauge.sqlite'),
  halves: join(state, 'halves.sqlite'),
  /** File with rankings that are not yet in the database. The service recreates it if it is missing. */
  objects: join(state, 'objects.sqlite'),
  queues: join(state, 'queues.sqlite'),
});

export type StateFile = keyof ReturnType<typeof filesOf>;

export const FIRST_KEYS = 'first-keys.txt';
