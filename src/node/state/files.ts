import { join } from 'node:path';

/**
 * Returns the files of a state. The salt halves are in a separate file, so that no copy of the database contains both
 * halves.
 */
export const filesOf = (state: string) => ({
  database: join(state, 'newsgauge.sqlite'),
  halves: join(state, 'halves.sqlite'),
  /** Rankings before they reach the database. They are computed again if the file is missing. */
  objects: join(state, 'objects.sqlite'),
  /** All queues, each in separate tables. */
  queues: join(state, 'queues.sqlite'),
});

export type StateFile = keyof ReturnType<typeof filesOf>;

/** File with the keys of the first start, unless they were printed to a terminal. */
export const FIRST_KEYS = 'first-keys.txt';
