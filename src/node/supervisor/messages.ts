/** Messages between a supervisor and its worker. */

/**
 * `serve`: open the state and accept connections. `retire`: have clients close their connections after the next response. `stop`: finish what
 * was begun, close the state, end.
 */
export type Order = 'serve' | 'retire' | 'stop';

export type Notice =
  /** Everything that can be done without the state is done. */
  | { is: 'warm' }
  | { is: 'ready'; url: string }
  /** Sent each `BEAT_MS`. */
  | { is: 'beat' }
  /** The state is closed; another worker may open it. */
  | { is: 'released' }
  | { is: 'failed'; message: string; remedy: string };

/** Interval of the signs of life of a worker. */
export const BEAT_MS = 1000;
