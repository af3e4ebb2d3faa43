import { join } from 'node:path';

/** The files of a state. The halves of salts are apart from the database, so that no copy of it has both. */
export const filesOf = (state: string) => ({
  database: join(state, 'newsgauge.sqlite'),
  halves: join(state, 'halves.sqlite'),
  /** Rankings on their way to the database; computed again if it is missing. */
  objects: join(state, 'objects.sqlite'),
  /** Every queue, in tables of its own. */
  queues: join(state, 'queues.sqlite'),
});

export type StateFile = keyof ReturnType<typeof filesOf>;

/** The keys of the first start, unless they went to a terminal. */
export const FIRST_KEYS = 'first-keys.txt';
