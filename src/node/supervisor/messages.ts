/** Messages between a supervisor and its worker. Versions may differ, so fields may be added but not removed. */
import type { FirstKeys, FirstStart } from '../first-start/first-start.ts';
import type { Sample, SampledAnswer } from '../upgrade/sample.ts';

export type SupervisorMessage =
  /** Order to open the state folder, respond to the requests in `sample`, and accept connections. */
  | { do: 'serve'; start?: FirstStart; sample?: Sample }
  | { do: 'accept' }
  /** Order to let scheduled jobs end and clients close their connections, while still accepting connections. */
  | { do: 'retire' }
  /** Order to finish requests, respond to the requests in `sample`, close the state folder and exit. */
  | { do: 'stop'; sample?: Sample['paths'] };

export type Notice =
  /** Notice that the worker has loaded everything that it can load without the state folder. */
  | { is: 'warm' }
  | Ready
  | { is: 'sampled'; key: string; answers: SampledAnswer[] }
  /** Progress line for the terminal. The next line replaces it unless `isOver` is true. */
  | { is: 'progress'; text: string; isOver: boolean }
  | { is: 'beat' }
  /** Notice that no scheduled job is running any more. */
  | { is: 'retired' }
  /** Notice that the worker has closed the state folder, so that another worker may open it. */
  | { is: 'released' }
  | { is: 'failed'; message: string; remedy: string };

export interface Ready {
  is: 'ready';
  url: string;
  keys: FirstKeys | null;
  isEmpty: boolean;
}

export const BEAT_MS = 1000;
