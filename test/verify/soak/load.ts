import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds that a request waits for its answer. */
const PATIENCE = 10_000;

/** How requests were answered: by status, 0 for none; and the milliseconds each took. */
export class Answers {
  readonly statuses = new Map<number, number>();
  readonly times: number[] = [];

  note(status: number, milliseconds: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.times.push(milliseconds);
  }

  /** The milliseconds within which a part of the requests was answered. */
  percentile(part: number): number {
    const sorted = this.times.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  }
}

/** Sends `rate` GET requests a second for so many milliseconds, the paths one after the other, without waiting for answers in between. */
export async function load(base: URL, paths: readonly string[], rate: number, milliseconds: number): Promise<Answers> {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const answers = new Answers();
  const underway = new Set<Promise<void>>();
  const start = Date.now();
  for (let sent = 0; Date.now() < start + milliseconds; await sleep(5)) {
    for (const due = ((Date.now() - start) / 1000) * rate; sent < due; sent++) {
      const one = ask(new URL(paths[sent % paths.length] ?? '/', base), agent, answers);
      underway.add(one);
      void one.finally(() => underway.delete(one));
    }
  }
  await Promise.all(underway);
  agent.destroy();
  return answers;
}

function ask(url: URL, agent: Agent, answers: Answers): Promise<void> {
  const start = Date.now();
  return new Promise((resolve) => {
    const end = (status: number) => {
      answers.note(status, Date.now() - start);
      resolve();
    };
    const sent = request(url.href, { agent, timeout: PATIENCE }, (response) => {
      response.resume();
      response.on('close', () => end(response.complete ? (response.statusCode ?? 0) : 0));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => end(0));
    sent.end();
  });
}
