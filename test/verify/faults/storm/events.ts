import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickMessage, ReadMessage, ViewMessage } from '../../../../src/clicks/message.ts';
import type { Kind } from '../inject/orders.ts';
import { CLICKED, makeReader } from './newsroom.ts';
import type { Clicks, Sent } from './traffic/clicks.ts';
import type { Publisher, Run } from './traffic/publisher.ts';

/** A click's message, or a report of reads or views. */
export type MessageBody = Pick<ClickMessage, 'v' | 'id' | 'contentId' | 'hour'> &
  Partial<Pick<ReadMessage, 'level'> & Pick<ViewMessage, 'seen'>>;

/** What an attempt to count is about to write: the number by which the ledger will know it, and hours by click. */
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
 * A server that outlives the Worker: keeps what the Worker is about to send and what its consumer has acknowledged, and
 * answers as the publishers' sites whose feeds are polled. What the platform's durable queue would still have after a
 * crash is what was sent and is not done.
 */
export class Logbook {
  /** Sent and not acknowledged, by what they say. */
  readonly open = new Map<string, MessageBody>();
  /** The hour under which each attempt to count would count each click, by the attempt's number. */
  readonly attempts = new Map<number, ReadonlyMap<string, number>>();
  /** What reports of views write into the ledger of clicks: their own ids, and those of what was seen. */
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

  /** Messages are in the queue, or about to be. */
  send(bodies: readonly MessageBody[], reader: string | null): void {
    this.sent += bodies.length;
    for (const body of bodies) {
      this.open.set(keyOf(body), body);
      if (body.seen) for (const [id] of [[body.id], ...body.seen]) this.seen.add(id);
      if (reader) this.#onSent(sentBy(reader, body));
    }
  }

  /** One attempt may write into several partitions of the ledger. */
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
/** Milliseconds before an edge to which the clock is set, so that what happens straddles it; and how long it is watched. */
const BEFORE_EDGE = 3000;
const AROUND_EDGE = 6000;
/** Messages that a queue takes at once. */
const BATCH = 100;
/** Milliseconds for which objects do not hear of what is published. */
const CUT_OFF = 6000;
/** Days without the database, and milliseconds that each takes here. */
const DAYS_OUT = 4;
const DAY_OUT = 4000;
/** Longest wait for a first click before that, in milliseconds. */
const FIRST_CLICK = 60_000;
/** Milliseconds between two calls that keep objects awake: they fall asleep after ten seconds. */
const AWAKE = 3000;
/** Longest time for which some messages are refused, in milliseconds. */
const POISONING = 90_000;
export const DAILY = '17 3 * * *';
export const WATCHDOG = '*/5 * * * *';

/** How often everything goes wrong while nothing special happens. */
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
  /** All topics that have objects. */
  topics: readonly number[];
  /** Messages waiting from which on the queue is full. */
  bound: number;
  /** Keeps objects awake; null: nothing does. */
  awake: NodeJS.Timeout | null;
  /** Clicks that were accepted and not counted when the database came back. */
  waited: number;
  /** How often each event has happened. */
  happened: Map<EventName, number>;
}

/** What happens, in its order. At the end the clock stops, so that no full hour repairs a ranking that has missed something. */
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
  /** The process dies, and what was in its memory's queue comes again: the platform's queue is durable. */
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
  /** Two days pass, after which the salts of readers known so far are gone. */
  async salts(stage) {
    await stage.server.setAhead(stage.server.ahead + DAY, stage.topics);
    await house(stage);
    await toEdge(stage, DAY);
    await house(stage);
  },
  /** More clicks than the queue holds: it refuses until the consumer has caught up. */
  async flood({ server, logbook, clicks, seed, bound }) {
    await server.order({ held: true, bound });
    for (let n = 0; (await server.queued()) < bound; n++) {
      const hour = server.hour;
      const reader = clicks.know(makeReader(seed, 10_000 + n, 'link'));
      const { companyType, seniority, continent } = reader;
      // A reader of their own each time, who clicks everything once.
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
  /**
   * Objects do not hear of what is published. Last of all, so that it is not published again; and they stay awake as on a
   * busy site, for an object that falls asleep wakes up with all that is stored.
   */
  async cutoff(stage) {
    const { server, publisher, topics } = stage;
    stage.awake = setInterval(() => void server.ask('/faults/awake', awake(topics)), AWAKE);
    publisher.onlyClicked = true;
    await server.order({ rates: { ...WEATHER, 'refresh of a ranking fails before': 1 } });
    await sleep(CUT_OFF);
  },
  /**
   * Four days pass without the database, and the process dies meanwhile. Clicks are taken while the Worker knows its keys and
   * the day's salt; then readers are asked to come again.
   */
  async outage(stage) {
    const { server, figures, topics, logbook, clicks } = stage;
    // A process that has taken no click yet knows neither the keys nor the salt.
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
  /** The consumer fails on some messages for so long that they end as dead letters. */
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

/** Puts messages into the queue that a durable one would still have. */
export async function requeue(server: Stage['server'], bodies: readonly unknown[]): Promise<void> {
  for (let i = 0; i < bodies.length; i += BATCH) await server.control('POST', 'queue', bodies.slice(i, i + BATCH));
}

/** Lets the clock come to the next edge, and everything go on across it. */
async function toEdge({ server, topics }: Stage, unit: number): Promise<void> {
  await server.setAhead(server.ahead + unit - (server.now() % unit) - BEFORE_EDGE, topics);
  await sleep(AROUND_EDGE);
}

/** What the platform's cron does. A run that fails is repeated, as the next one would be. */
async function house({ server }: Stage): Promise<void> {
  await server.control('POST', 'cron', DAILY);
  await server.control('POST', 'cron', WATCHDOG);
}
