import type { Answer } from '../../../bench/lib/http.ts';

export interface Outcomes {
  /** Answered as it must be. */
  good: number;
  /** 503: busy, try again. */
  busy: number;
  /** 500 */
  failed: number;
  /** No answer came from a process that ran, or that died meanwhile. */
  unanswered: number;
  /** Asked while no process ran. */
  down: number;
  /** Answered with 503 or 500, or not at all, while the database was out. */
  out: number;
}

/** What was asked and how it ended, by endpoint; and what was seen that must not be. */
export class Figures {
  readonly requests = new Map<string, Outcomes>();
  readonly violations: string[] = [];
  /** Longest and all times from a click's acknowledgement until its ranking showed it, in milliseconds. */
  readonly lags: number[] = [];

  /** While the database is out, what cannot be answered is counted by itself. */
  isDatabaseOut = false;

  /** `up`: whether the process ran when it was asked. */
  record(endpoint: string, answer: Answer | null, up: boolean): void {
    // All that fails here passes: waiting helps, and the answer must say so.
    if (answer?.status === 500) this.violated(`${endpoint} answers 500 ${answer.body.slice(0, 200)}`);
    const outcomes = this.requests.get(endpoint) ?? { good: 0, busy: 0, failed: 0, unanswered: 0, down: 0, out: 0 };
    this.requests.set(endpoint, outcomes);
    if (this.isDatabaseOut && (!answer || answer.status >= 500)) outcomes.out++;
    else if (!answer) outcomes[up ? 'unanswered' : 'down']++;
    else if (answer.status === 503) outcomes.busy++;
    else if (answer.status >= 500) outcomes.failed++;
    else outcomes.good++;
  }

  violated(text: string): void {
    this.violations.push(text);
  }
}
