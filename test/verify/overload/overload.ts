/**
 * `npm run verify -- overload` sends three times as many requests as the server can answer. Some must be rejected at
 * once, the rest answered within a second, and acknowledged clicks counted once.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { percentile } from '../../bench/lib/http.ts';
import { circumstances, table, whole } from '../../bench/lib/report.ts';
import { writeMeasured } from '../../support/measured.ts';
import { ended, killAll, stillRunning } from '../../support/processes.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { Server } from '../../support/started.ts';
import { drained, makeState, publish, storedClicks } from '../crash/newsroom.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const PATIENCE = 15_000;

export interface Answered {
  /** HTTP status, or 0 if there was no response. */
  status: number;
  milliseconds: number;
  retryAfter: boolean;
}

/** Readers at many addresses who send unique requests, so that no cache answers. */
export class Crowd {
  readonly #url: URL;
  readonly #key: string;
  readonly #articles: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4000 });
  accepted = 0;
  /** Number of clicks without a response, which may or may not have been accepted. */
  unanswered = 0;
  #asked = 0;

  constructor(url: URL, key: string, articles: number) {
    this.#url = url;
    this.#key = key;
    this.#articles = articles;
  }

  /** Each of `readers` clients sends the next request after the response to the last. */
  async steadily(readers: number, milliseconds: number): Promise<Answered[]> {
    const answers: Answered[] = [];
    const end = Date.now() + milliseconds;
    const reader = async () => {
      while (Date.now() < end) answers.push(await this.#ask());
    };
    await Promise.all(Array.from({ length: readers }, reader));
    return answers;
  }

  async atRate(rate: number, milliseconds: number): Promise<Answered[]> {
    const asked: Promise<Answered>[] = [];
    const start = Date.now();
    for (; Date.now() < start + milliseconds; await sleep(5))
      for (const due = ((Date.now() - start) / 1000) * rate; asked.length < due; ) asked.push(this.#ask());
    return Promise.all(asked);
  }

  #ask(): Promise<Answered> {
    const n = this.#asked++;
    const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
    const headers = { 'User-Agent': BROWSER, 'X-Forwarded-For': address, 'X-API-Key': this.#key };
    const colour = (n % 0x1000000).toString(16).padStart(6, '0');
    const began = performance.now();
    const body = n % 10 < 2 ? JSON.stringify({ key: this.#key, contentId: 1 + (n % this.#articles) }) : null;
    const path = body
      ? '/clicks'
      : n % 10 < 4
        ? `/api/v2/topics/trending/?limit=${1 + (n % 50)}`
        : `/api/v2/feed/?accent=${colour}`;
    return new Promise((resolve) => {
      const end = (status: number, retryAfter: boolean) => {
        if (body && status === 0) this.unanswered++;
        resolve({ status, retryAfter, milliseconds: performance.now() - began });
      };
      const sent = request(new URL(path, this.#url).href, {
        agent: this.#agent,
        timeout: PATIENCE,
        method: body ? 'POST' : 'GET',
        headers: body ? { ...headers, 'Content-Type': 'text/plain' } : headers,
      });
      sent.on('response', (response) => {
        response.resume();
        if (response.headers['x-click'] === 'accepted') this.accepted++;
        const retryAfter = response.headers['retry-after'] !== undefined;
        response.on('close', () => end(response.complete ? (response.statusCode ?? 0) : 0, retryAfter));
      });
      sent.on('timeout', () => sent.destroy());
      sent.on('error', () => end(0, false));
      sent.end(body);
    });
  }
}

const USAGE = 'npm run verify -- overload [--seconds 20] [--port 0] [--write]';
const ARTICLES = 500;
const STEADY = 16;
const STAGES = [0.5, 1, 3];
/** Maximum time until a response, for 99 of 100 answered requests, in milliseconds. */
const ANSWERED = 1000;
const REFUSED = 500;
const PAUSE = 3000;
const STOP = 10_000;

interface Stage {
  times: number;
  rate: number;
  answers: readonly Answered[];
}

const isAnswer = ({ status }: Answered) => status === 200 || status === 202;
const isRefusal = ({ status, retryAfter }: Answered) => status === 503 && retryAfter;
const within = (answers: readonly Answered[], part: number) =>
  percentile(
    answers.map(({ milliseconds }) => milliseconds),
    part,
  );

const ms = (value: number) => (Number.isNaN(value) ? '–' : whole(value));

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '20' },
      port: { type: 'string', default: '0' },
      write: { type: 'boolean', default: false },
    },
  });
  const milliseconds = Number(values.seconds) * 1000;
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-overload-'));
  const state = join(folder, 'state');
  const keys = await makeState(state);
  const server = await Server.start({
    state,
    port: Number(values.port) || (await freePort()),
    log: join(folder, 'log'),
  });
  const processes = server.processes();
  try {
    await publish(server.url, keys.operator, ARTICLES);
    const crowd = new Crowd(server.url, keys.publishable, ARTICLES);
    await crowd.steadily(STEADY, milliseconds / 4);
    const capacity = (await crowd.steadily(STEADY, milliseconds / 2)).length / (milliseconds / 2000);
    const stages: Stage[] = [];
    for (const times of STAGES) {
      await sleep(PAUSE);
      const rate = times * capacity;
      stages.push({ times, rate, answers: await crowd.atRate(rate, milliseconds) });
    }
    const slow = server.lines.filter((line) => line.includes('"requestSlow"')).length;
    await drained(server, keys.operator);
    server.stop();
    await ended(processes, STOP);
    const clicks = { accepted: crowd.accepted, unanswered: crowd.unanswered, counted: countedIn(state) };
    const report = describe(capacity, stages, { slow, clicks });
    console.log(report);
    const wrong = [...stages.flatMap(findWrong), ...findLost(clicks)];
    for (const text of wrong) console.error(text);
    if (wrong.length > 0) process.exitCode = 1;
    else if (values.write)
      writeMeasured({
        name: 'overload',
        title: 'Overload',
        page: 'reliability.md',
        body: `${circumstances('npm run verify -- overload')}\n\n${report}`,
        summary: summaryOf(stages, clicks),
      });
  } finally {
    server.stop();
    await ended(processes, STOP);
    killAll(stillRunning(processes));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});

interface Clicks {
  accepted: number;
  unanswered: number;
  counted: number;
}

function countedIn(state: string): number {
  return [...storedClicks(state).values()].reduce((sum, count) => sum + count, 0);
}

function findLost({ accepted, unanswered, counted }: Clicks): string[] {
  if (accepted === 0) return ['no click was acknowledged'];
  if (counted < accepted) return [`of ${accepted} acknowledged clicks ${counted} are counted`];
  return counted > accepted + unanswered ? [`${counted} clicks are counted, of ${accepted} acknowledged ones`] : [];
}

function findWrong({ times, answers }: Stage): string[] {
  const others = answers.filter((one) => !isAnswer(one) && !isRefusal(one));
  const refused = answers.filter(isRefusal);
  const wrong = others.length > 0 ? [`${others.length} requests were answered with ${others[0]?.status}`] : [];
  if (within(answers.filter(isAnswer), 0.99) > ANSWERED) wrong.push('a response took longer than a second');
  if (refused.length > 0 && within(refused, 0.95) > REFUSED) wrong.push('a rejection took too long');
  if (times >= 3 && refused.length === 0) wrong.push('no request was rejected: the load was too low');
  return wrong.map((text) => `at ${times} times what it can do: ${text}`);
}

function describe(
  capacity: number,
  stages: readonly Stage[],
  { slow, clicks }: { slow: number; clicks: Clicks },
): string {
  const rows = stages.map(({ times, rate, answers }) => {
    const answered = answers.filter(isAnswer);
    const refused = answers.filter(isRefusal);
    return [
      `${times} ×`,
      whole(rate),
      whole(answers.length),
      whole(answered.length),
      ...[0.5, 0.95, 0.99, 1].map((part) => ms(within(answered, part))),
      whole(refused.length),
      ...[0.5, 0.95, 1].map((part) => ms(within(refused, part))),
      whole(answers.length - answered.length - refused.length),
    ];
  });
  const head = ['load', 'asked a second', 'asked', 'answered', 'ms p50', 'p95', 'p99', 'longest'];
  return `${STEADY} clients that send the next request after each response get ${whole(capacity)} responses per second. Of ten requests, six are for different feeds, two for rankings, and two are clicks. Then clients send the following rates, with or without responses.

${table([...head, '503', 'ms p50', 'p95', 'longest', 'other'], rows)}

Requests of more than two seconds are logged as \`requestSlow\`: ${slow}.

${whole(clicks.accepted)} clicks were acknowledged, and ${whole(clicks.counted)} are counted (${whole(clicks.unanswered)} were not answered).`;
}

function summaryOf(stages: readonly Stage[], { accepted, counted }: Clicks): string {
  const most = stages.at(-1)?.answers ?? [];
  const answered = most.filter(isAnswer);
  const refused = most.filter(isRefusal);
  return `Above its capacity, the local server rejects requests with 503 and \`Retry-After\`, 95 % of them within ${ms(within(refused, 0.95))} ms. The server answers
    99 % of the other requests within ${ms(within(answered, 0.99))} ms. The server counted ${whole(counted)} of
    ${whole(accepted)} acknowledged clicks.`;
}
