import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickMessage, ReadMessage, ViewMessage } from '../../../../src/clicks/message.ts';
import type { Kind } from '../inject/orders.ts';
import { CLICKED, makeReader } from './newsroom.ts';
import type { Clicks, Sent } from './traffic/clicks.ts';
import type { Publisher, Run } from './traffic/publisher.ts';

export type MessageBody = Pick<ClickMessage, 'v' | 'id' | 'contentId' | 'hour'> &
  Partial<Pick<ReadMessage, 'level'> & Pick<ViewMessage, 'seen'>>;

/** Counting attempt that is about to write, with its nonce in the ledger and the hour of each click. */
interface Attempt {
  nonce: number;
  hours: [id: string, hour: number][];
}

const keyOf = ({ id, hour, level }: MessageBody) => [id, hour, level].join(' ');

interface Entry {
  bodies?: MessageBody[];
  reader?: string | null;
  attempt?: Attempt;
}

const sentBy = (reader: string, { contentId, hour, id }: MessageBody): Sent => ({ contentId, hour, reader, id });

/**
 * Record of messages that survives crashes of the Worker. It contains the messages that a durable queue would still
 * have.
 */
export class Logbook {
  readonly open = new Map<string, MessageBody>();
  /** Hour of each click by the nonce of the attempt that may count it. */
  readonly attempts = new Map<number, ReadonlyMap<string, number>>();
  /**
   * Ids that reports of impressions write into the click ledger: those of the reports, and those of the impressions.
   */
  readonly seen = new Set<string>();
  sent = 0;
  done = 0;
  url = '';
  readonly #onSent: (sent: Sent) => void;
  readonly #feeds: (path: string) => string | null;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  constructor(onSent: (sent: Sent) => void, feeds: (path: string) => string | null) {
    this.#onSent = onSent;
    this.#feeds = feeds;
  }

  async listen(port: number): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  send(bodies: readonly MessageBody[], reader: string | null): void {
    this.sent += bodies.length;
    for (const body of bodies) {
      this.open.set(keyOf(body), body);
      if (body.seen) for (const [id] of [[body.id], ...body.seen]) this.seen.add(id);
      if (reader) this.#onSent(sentBy(reader, body));
    }
  }

  /** An attempt may write into several partitions of the ledger. */
  #tried({ nonce, hours }: Attempt): void {
    this.attempts.set(nonce, new Map([...(this.attempts.get(nonce) ?? []), ...hours]));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (request.method !== 'POST') {
      const feed = this.#feeds(path);
      response.writeHead(feed ? 200 : 404, { 'Content-Type': 'application/rss+xml' }).end(feed ?? '');
      return;
    }
    let text = '';
    for await (const part of request) text += part;
    const { bodies = [], reader, attempt } = JSON.parse(text) as Entry;
    if (path === '/sent') this.send(bodies, reader ?? null);
    else if (attempt) this.#tried(attempt);
    else {
      this.done += bodies.length;
      for (const body of bodies) this.open.delete(keyOf(body));
    }
    response.end();
  }
}

const HOUR = 3_600_000;
const DAY = 86_400_000;
/** Milliseconds before a full hour or day to which the clock is set, so that events span the boundary. */
const BEFORE_EDGE = 3000;
const AROUND_EDGE = 6000;
const BATCH = 100;
const CUT_OFF = 6000;
const DAYS_OUT = 4;
const DAY_OUT = 4000;
const FIRST_CLICK = 60_000;
/** Objects hibernate after ten seconds without a call. */
const AWAKE = 3000;
const POISONING = 90_000;
export const DAILY = '17 3 * * *';
export const WATCHDOG = '*/5 * * * *';

export const WEATHER: Partial<Record<Kind, number>> = {
  'D1 call fails before': 0.012,
  'D1 call fails after': 0.01,
  'D1 call slow': 0.02,
  'object call fails before': 0.006,
  'object call fails after': 0.006,
  'object call slow': 0.01,
  'refresh of a ranking fails before': 0.01,
  'refresh of a ranking fails after': 0.01,
  'refresh of a ranking slow': 0.02,
  'object reset': 0.003,
  'send fails before': 0.05,
  'send fails after': 0.03,
  'send slow': 0.01,
  'batch fails before': 0.08,
  'batch fails after': 0.08,
  'batch delivered twice': 0.2,
  'batch reordered': 0.4,
  'message delayed': 0.03,
  'message delivered again later': 0.05,
};

export type EventName = 'kill' | 'hour' | 'day' | 'salts' | 'flood' | 'poison' | 'cutoff' | 'outage';

export interface Stage extends Run {
  clicks: Clicks;
  publisher: Publisher;
  logbook: Logbook;
  topics: readonly number[];
  bound: number;
  awake: NodeJS.Timeout | null;
  /** Number of accepted clicks that were not yet counted when the database came back. */
  waited: number;
  happened: Map<EventName, number>;
}

/** The cutoff comes last, and the clock then stops, so that no full hour repairs a ranking that lacks content. */
export function plan(seconds: number, random: Run['random']): EventName[] {
  if (seconds < 120) return ['hour', 'kill', 'salts', 'poison', 'kill', 'outage', 'flood', 'cutoff'];
  const moves = random.shuffle<EventName>([
    'hour',
    'hour',
    'hour',
    'hour',
    'day',
    'day',
    'day',
    'salts',
    'poison',
    'flood',
    'outage',
  ]);
  return [...moves.flatMap((name): EventName[] => [name, 'kill']), 'poison', 'kill', 'cutoff'];
}

export const EVENTS: Record<EventName, (stage: Stage) => Promise<void>> = {
  /** Kills the process and restores the messages of its in-memory queue, because the platform's queue is durable. */
  async kill({ server, logbook, topics }) {
    await server.kill();
    await sleep(300);
    await server.start(topics);
    await requeue(server, [...logbook.open.values()]);
  },
  hour: (stage) => toEdge(stage, HOUR),
  async day(stage) {
    await toEdge(stage, DAY);
    await house(stage);
  },
  /** Advances the clock by two days, after which the salts of all known readers have been deleted. */
  async salts(stage) {
    await stage.server.setAhead(stage.server.ahead + DAY, stage.topics);
    await house(stage);
    await toEdge(stage, DAY);
    await house(stage);
  },
  /** A full queue rejects messages until the consumer has caught up. */
  async flood({ server, logbook, clicks, seed, bound }) {
    await server.order({ held: true, bound });
    for (let n = 0; (await server.queued()) < bound; n++) {
      const hour = server.hour;
      const reader = clicks.know(makeReader(seed, 10_000 + n, 'link'));
      const { companyType, seniority, continent } = reader;
      const words = { companyType, seniority, continent };
      const bodies = Array.from({ length: CLICKED }, (_, i) => {
        const contentId = i + 1;
        const classes = { origin: 'unsigned', network: n % 32, prefix: n % 32, browser: n % 16 };
        return { v: 1 as const, id: randomHash(), contentId, hour, ...classes, ...words };
      });
      logbook.send(bodies, reader.id);
      await server.control('POST', 'queue', bodies);
    }
    await sleep(5000);
    await server.order({ held: false, bound: 0 });
  },
  /** Sends no notices to objects but keeps them in memory, because an object that is loaded again loads everything. */
  async cutoff(stage) {
    const { server, publisher, topics } = stage;
    stage.awake = setInterval(() => void server.ask('/faults/awake', awake(topics)), AWAKE);
    publisher.onlyClicked = true;
    await server.order({ rates: { ...WEATHER, 'refresh of a ranking fails before': 1 } });
    await sleep(CUT_OFF);
  },
  /** Simulates four days without the database. The Worker accepts clicks until it lacks the keys or the day's salt. */
  async outage(stage) {
    const { server, figures, topics, logbook, clicks } = stage;
    // A process that has not accepted a click yet has neither the keys nor the salt in memory.
    const before = clicks.accepted;
    for (const end = Date.now() + FIRST_CLICK; clicks.accepted === before && Date.now() < end; ) await sleep(100);
    await server.order({ outage: true });
    figures.isDatabaseOut = true;
    await sleep(DAY_OUT);
    for (let day = 1; day <= DAYS_OUT; day++) {
      await server.setAhead(server.ahead + DAY, topics);
      for (const cron of [WATCHDOG, DAILY]) void server.ask('/faults/cron', { method: 'POST', body: cron });
      if (day === 2) await EVENTS.kill(stage);
      await sleep(DAY_OUT);
    }
    stage.waited += logbook.open.size;
    if (logbook.open.size === 0) figures.violated('no click waited for the database');
    await server.order({ outage: false });
    figures.isDatabaseOut = false;
    await house(stage);
  },
  /** Makes the consumer fail on some messages until they become dead letters. */
  async poison({ server }) {
    await server.order({ poison: true });
    for (const end = Date.now() + POISONING; Date.now() < end && (await deadLetters(server)) === 0; ) await sleep(1000);
    await server.order({ poison: false });
  },
};

const randomHash = () => crypto.randomUUID().replaceAll('-', '');

const awake = (topics: readonly number[]) => ({ method: 'POST', body: JSON.stringify(topics) });

async function deadLetters({ database }: Stage['server']): Promise<number> {
  const { results } = await database.prepare(`SELECT id FROM dead_letters WHERE reason = 'failed'`).all();
  return results.length;
}

export async function requeue(server: Stage['server'], bodies: readonly unknown[]): Promise<void> {
  for (let i = 0; i < bodies.length; i += BATCH) await server.control('POST', 'queue', bodies.slice(i, i + BATCH));
}

/** Moves the clock to just before the next boundary, and lets the traffic continue across it. */
async function toEdge({ server, topics }: Stage, unit: number): Promise<void> {
  await server.setAhead(server.ahead + unit - (server.now() % unit) - BEFORE_EDGE, topics);
  await sleep(AROUND_EDGE);
}

/** A cron run that failed is repeated instead of the next scheduled run. */
async function house({ server }: Stage): Promise<void> {
  await server.control('POST', 'cron', DAILY);
  await server.control('POST', 'cron', WATCHDOG);
}
