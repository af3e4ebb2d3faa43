/** Messages between a supervisor and its worker, which may be of a later version: fields are only added. */
import type { FirstKeys, FirstStart } from '../first-start/first-start.ts';
import type { Sample, SampledAnswer } from '../upgrade/sample.ts';

export type SupervisorMessage =
  /**
   * Open the state and accept connections. `start`: what the first worker of a server does before it accepts any. `sample`: requests that it
   * answers before; then it waits for `accept`.
   */
  | { do: 'serve'; start?: FirstStart; sample?: Sample }
  /** Accept connections after a sample was answered. */
  | { do: 'accept' }
  /** Have clients close their connections after the next response. */
  | { do: 'retire' }
  /** Finish what was begun, close the state, end. `sample`: requests that it answers before it closes the state. */
  | { do: 'stop'; sample?: Sample['paths'] };

export type Notice =
  /** Everything that can be done without the state is done. */
  | { is: 'warm' }
  | Ready
  | { is: 'sampled'; key: string; answers: SampledAnswer[] }
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
  keys: FirstKeys | null;
  /** Whether no feed of the file brought an article. */
  isEmpty: boolean;
}

/** Interval of the signs of life of a worker. */
export const BEAT_MS = 1000;
