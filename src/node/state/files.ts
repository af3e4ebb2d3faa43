import { join } from 'node:path';

/** Returns the files of a state. Salt halves have their own file: no copy of the database contains both halves. */
export const filesOf = (state: string) => ({
  database: join(state, 'newsgauge.sqlite'),
  halves: join(state, 'halves.sqlite'),
  /** Rankings that have not reached the database. The service recreates a missing file. */
  objects: join(state, 'objects.sqlite'),
  queues: join(state, 'queues.sqlite'),
});

export type StateFile = keyof ReturnType<typeof filesOf>;

export const FIRST_KEYS = 'first-keys.txt';
