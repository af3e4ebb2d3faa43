/**
 * This module defines the messages between a supervisor and its worker. Their versions may differ, so fields may be
 * added but not removed.
 */
import type { FirstKeys, FirstStart } from '../first-start/first-start.ts';
import type { Sample, SampledAnswer } from '../upgrade/sample.ts';

export type SupervisorMessage =
  /**
   * Open the state and accept connections. `start` describes work to do first. `sample` contains requests to answer
   * before `accept`.
   */
  | { do: 'serve'; start?: FirstStart; sample?: Sample }
  | { do: 'accept' }
  /** Make clients close their connections after the next response. */
  | { do: 'retire' }
  /** Finish requests, close the state and exit. `sample` contains requests to answer before closing the state. */
  | { do: 'stop'; sample?: Sample['paths'] };

export type Notice =
  /** The worker has prepared everything that needs no state. */
  | { is: 'warm' }
  | Ready
  | { is: 'sampled'; key: string; answers: SampledAnswer[] }
  /** Line for the terminal, replaced by the next line unless `isOver`. */
  | { is: 'progress'; text: string; isOver: boolean }
  | { is: 'beat' }
  /** The state is closed, so another worker may open it. */
  | { is: 'released' }
  | { is: 'failed'; message: string; remedy: string };

export interface Ready {
  is: 'ready';
  url: string;
  keys: FirstKeys | null;
  /** Whether none of the file's feeds provided an article. */
  isEmpty: boolean;
}

export const BEAT_MS = 1000;
