/**
 * This module defines the messages between a supervisor and its worker. Their versions may differ, so fields are only
 * ever added.
 */
import type { FirstKeys, FirstStart } from '../first-start/first-start.ts';
import type { Sample, SampledAnswer } from '../upgrade/sample.ts';

export type SupervisorMessage =
  /**
   * Open the state and accept connections. `start` describes work before that. `sample` contains requests to answer
   * before `accept`.
   */
  | { do: 'serve'; start?: FirstStart; sample?: Sample }
  | { do: 'accept' }
  /** Make clients close their connections after the next response. */
  | { do: 'retire' }
  /** Finish requests, close the state and exit. `sample` contains requests to answer before the state is closed. */
  | { do: 'stop'; sample?: Sample['paths'] };

export type Notice =
  /** All preparation that needs no state is complete. */
  | { is: 'warm' }
  | Ready
  | { is: 'sampled'; key: string; answers: SampledAnswer[] }
  /** Line for the terminal. The next line replaces it unless `isOver`. */
  | { is: 'progress'; text: string; isOver: boolean }
  | { is: 'beat' }
  /** The state is closed, so another worker may open it. */
  | { is: 'released' }
  | { is: 'failed'; message: string; remedy: string };

export interface Ready {
  is: 'ready';
  url: string;
  keys: FirstKeys | null;
  /** Whether no feed of the file provided an article. */
  isEmpty: boolean;
}

export const BEAT_MS = 1000;
