import { join } from 'node:path';

/**
 * Returns the files of a state. A separate file contains the salt halves, so that no copy of the database contains both
 * halves.
 */
export const filesOf = (state: string) => ({
  database: join(state, 'newsgauge.sqlite'),
  halves: join(state, 'halves.sqlite'),
  /** Rankings that have not reached the database. A missing file is computed again. */
  objects: join(state, 'objects.sqlite'),
  /** All queues, each in separate tables. */
  queues: join(state, 'queues.sqlite'),
});

export type StateFile = keyof ReturnType<typeof filesOf>;

/** File with the keys of the first start, unless they were printed to a terminal. */
export const FIRST_KEYS = 'first-keys.txt';
