/** Messages between a supervisor and its worker. Versions may differ, so fields are only added. */
import type { FirstKeys, FirstStart } from '../first-start/first-start.ts';
import type { Sample, SampledAnswer } from '../upgrade/sample.ts';

export type SupervisorMessage =
  /** Open the state and accept connections. `start`: work before that. `sample`: requests to answer before `accept`. */
  | { do: 'serve'; start?: FirstStart; sample?: Sample }
  | { do: 'accept' }
  /** Ask clients to close their connections after the next response. */
  | { do: 'retire' }
  /** Finish requests, close the state, exit. `sample`: requests to answer before the state closes. */
  | { do: 'stop'; sample?: Sample['paths'] };

export type Notice =
  /** All preparation without the state is done. */
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
  /** True if no feed of the file brought an article. */
  isEmpty: boolean;
}

export const BEAT_MS = 1000;
