/** Messages between a supervisor and its worker. Versions may differ, so fields may be added but not removed. */
import type { FirstKeys, FirstStart } from '../first-start/first-start.ts';
import type { Sample, SampledAnswer } from '../upgrade/sample.ts';

export type SupervisorMessage =
  /** Opens the state and accepts connections, after answering the `sample` if there is one. */
  | { do: 'serve'; start?: FirstStart; sample?: Sample }
  | { do: 'accept' }
  | { do: 'retire' }
  /** Finishes requests, answers the `sample`, closes the state and exits. */
  | { do: 'stop'; sample?: Sample['paths'] };

export type Notice =
  /** The worker has prepared everything that needs no state. */
  | { is: 'warm' }
  | Ready
  | { is: 'sampled'; key: string; answers: SampledAnswer[] }
  /** Progress line for the terminal. The next line replaces it unless `isOver`. */
  | { is: 'progress'; text: string; isOver: boolean }
  | { is: 'beat' }
  /** The state is closed, so another worker may open it. */
  | { is: 'released' }
  | { is: 'failed'; message: string; remedy: string };

export interface Ready {
  is: 'ready';
  url: string;
  keys: FirstKeys | null;
  isEmpty: boolean;
}

export const BEAT_MS = 1000;
