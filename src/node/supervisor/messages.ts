/** Messages between a supervisor and its worker. */
import type { FirstStart, Keys } from '../first-start/first-start.ts';

export type Order =
  /** Open the state and accept connections. `start`: what the first worker of a server does before it accepts any. */
  | { do: 'serve'; start?: FirstStart }
  /** Have clients close their connections after the next response. */
  | { do: 'retire' }
  /** Finish what was begun, close the state, end. */
  | { do: 'stop' };

export type Notice =
  /** Everything that can be done without the state is done. */
  | { is: 'warm' }
  | Ready
  /** A line for the terminal, which the next one replaces if it is of work that goes on. */
  | { is: 'progress'; text: string; isOver: boolean }
  /** Sent each `BEAT_MS`. */
  | { is: 'beat' }
  /** The state is closed; another worker may open it. */
  | { is: 'released' }
  | { is: 'failed'; message: string; remedy: string };

export interface Ready {
  is: 'ready';
  url: string;
  /** Keys that were made for the first start. */
  keys: Keys | null;
  /** Whether no feed of the file brought an article. */
  isEmpty: boolean;
}

/** Interval of the signs of life of a worker. */
export const BEAT_MS = 1000;
