import { type ChildProcess, fork } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, client } from '../../../bench/lib/http.ts';
import { type FaultyVars, KINDS, type Orders, PEACE } from '../inject/orders.ts';

const CHILD = join(import.meta.dirname, 'serve.ts');
const PATIENCE = 30_000;
/** Maximum attempts of requests that must succeed, half a second apart. */
const TRIES = 120;
const HOUR = 3_600_000;

export interface Ask {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Options {
  state: string;
  script: string;
  port: number;
  seed: number;
  logbook: string;
  logFile: string;
}

/** The Worker under test in its own process, which is killed and restarted on the same port. */
export class Server {
  lives = 0;
  ahead = 0;
  up = false;
  #url = '';
  #child: ChildProcess | null = null;
  #orders: Orders = PEACE;
  readonly #options: Options;
  readonly #client = client(64);
  readonly #past: Record<string, number> = {};
  #present: Record<string, number> = {};

  constructor(options: Options) {
    this.#options = options;
  }

  /** Starts the Worker in its own process group, so that workerd ends with it. */
  async start(topics: readonly number[]): Promise<void> {
    const { state, script, port, seed, logbook, logFile } = this.#options;
    const vars: FaultyVars & { FEED_ALLOW_HOSTS: string; DISCOUNTING: string } = {
      FAULTS_AHEAD: String(this.ahead),
      FAULTS_SEED: String(seed + this.lives++),
      FAULTS_ORDERS: JSON.stringify(this.#orders),
      FAULTS_LOGBOOK: logbook,
      FEED_ALLOW_HOSTS: new URL(logbook).host,
      // Reader classes depend on a secret of the server, so discounting is off. `verify -- exactness` combines both.
      DISCOUNTING: 'off',
    };
    const options = JSON.stringify({ port, vars, rateLimit: 1_000_000_000 });
    const child = fork(CHILD, [state, script, options], { detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const log = createWriteStream(logFile, { flags: 'a' });
    for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false });
    this.#child = child;
    this.#url = await new Promise<string>((resolve, reject) => {
      child.once('message', ({ url }: { url: string }) => resolve(url));
      child.once('exit', (code) => reject(new Error(`the server ended by itself: ${code}`)));
    });
    this.up = true;
    await this.setAhead(this.ahead, topics);
    await this.order(this.#orders);
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child?.pid) return;
    await this.lookAtFaults().catch(() => {});
    this.up = false;
    for (const kind of KINDS) this.#past[kind] = (this.#past[kind] ?? 0) + (this.#present[kind] ?? 0);
    this.#present = {};
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid, 'SIGKILL');
    this.#child = null;
    await ended;
  }

  close(): void {
    this.#client.close();
  }

  now(): number {
    return Date.now() + this.ahead;
  }

  get hour(): number {
    return Math.floor(this.now() / HOUR);
  }

  async ask(path: string, { method = 'GET', headers = {}, body }: Ask = {}): Promise<Answer | null> {
    // Node omits the length for methods that rarely have a body.
    const sized =
      body === undefined ? {} : { headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) }, body };
    const asked = this.#client.ask({ url: new URL(path, this.#url), method, headers, ...sized });
    const late = sleep(PATIENCE, null, { ref: false });
    return Promise.race([asked.catch(() => null), late]);
  }

  async control(method: string, path: string, body?: unknown): Promise<unknown> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    let last = 'no answer';
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const answer = await this.ask(`/faults/${path}`, { method, ...(text ? { body: text } : {}) });
      if (answer?.status === 200) return JSON.parse(answer.body);
      if (answer) last = `${answer.status} ${answer.body.slice(0, 300)}`;
      await sleep(500);
    }
    throw new Error(`${method} /faults/${path}: ${last}`);
  }

  async order(orders: Partial<Orders>): Promise<void> {
    this.#orders = { ...this.#orders, ...orders };
    await this.control('PUT', 'orders', this.#orders);
  }

  async setAhead(ahead: number, topics: readonly number[]): Promise<void> {
    this.ahead = ahead;
    await this.control('PUT', 'clock', { ahead, topics });
  }

  async queued(): Promise<number> {
    return ((await this.control('GET', 'state')) as { queued: number }).queued;
  }

  /** Reads the database through the Worker, because two processes that open one file would lock each other out. */
  get database(): D1Database {
    const prepare = (query: string) => ({ all: async () => ({ results: await this.control('POST', 'sql', query) }) });
    return { prepare } as unknown as D1Database;
  }

  async lookAtFaults(): Promise<void> {
    const answer = await this.ask('/faults/state');
    if (answer?.status === 200) this.#present = JSON.parse(answer.body).struck;
  }

  get struck(): Map<string, number> {
    return new Map(KINDS.map((kind) => [kind, (this.#past[kind] ?? 0) + (this.#present[kind] ?? 0)]));
  }
}
