import {
  abortAllDurableObjects,
  createExecutionContext,
  createMessageBatch,
  env,
  evictDurableObject,
  getQueueResult,
  listDurableObjectIds,
  runDurableObjectAlarm,
  runInDurableObject,
} from 'cloudflare:test';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { beforeAll, expect, test, vi } from 'vitest';
import { importedReader } from '../../../src/clicks/accept/reader.ts';
import { consumeClicks, consumeDeadLetters, DEAD_QUEUE } from '../../../src/clicks/consume/consumer.ts';
import { replayDeadLetters } from '../../../src/clicks/consume/dead-letters.ts';
import { importClicks, type PastClick } from '../../../src/clicks/import-past-clicks.ts';
import { importSalt } from '../../../src/clicks/salts/salts.ts';
import { installationSecret } from '../../../src/clicks/salts/secret.ts';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import { articleInput } from '../../../src/content/input.ts';
import { deleteArticle } from '../../../src/content/removal/remove-article.ts';
import { CHANNELS, COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../../../src/db/audiences.ts';
import { COUNTER_COLUMNS, counterOf } from '../../../src/db/click-columns.ts';
import { type Db, openDb } from '../../../src/db/client.ts';
import { assumeTrusted } from '../../../src/db/trusted-time.ts';
import { classOf, readerClass } from '../../../src/engagement/classes.ts';
import { retain } from '../../../src/operations/retention.ts';
import { askWindows, refreshWindows } from '../../../src/rankings/object/notify.ts';
import { SiteCoordinator } from '../../../src/rankings/object/site-coordinator.ts';
import { TopicWindow } from '../../../src/rankings/object/topic-window.ts';
import { rebuildWindows, wakeLateWindows } from '../../../src/rankings/object/watchdog.ts';
import {
  engagement,
  expectedRow,
  type OracleArticle,
  type OracleClick,
  type OracleShares,
  rowOf,
  rowsOf,
} from '../../rankings/oracle.ts';
import { seed } from '../../search/seed.ts';
import { windowObject, withObjects } from '../../support/windows.ts';
import { CLICK_TABLES, DERIVED_TABLES } from '../click-tables.ts';

const HOUR = 3_600_000;
/** Age in hours of the oldest hour that belongs to a ranking window. */
const HORIZON = 337;

export interface Click extends OracleClick {
  who: string;
}

export interface Message {
  id: string;
  body: unknown;
  attempts: number;
  /** Click of the message, or `null` if the message is malformed. */
  click: Click | null;
}

export interface Letter {
  reason: string;
  body: string;
}

export class Book {
  readonly articles = new Map<number, OracleArticle>();
  readonly clicks = new Map<string, OracleClick>();
  /** Counted clicks by hour. Imported clicks are in the hour of the import. */
  readonly outcomes = new Map<number, number>();
  readonly letters = new Map<string, Letter>();

  /** Reason why a message cannot be counted now, or `null`. */
  refusal = ({ click }: Message, now: number): string | null => {
    const hour = Math.floor(now / HOUR);
    if (!click) return 'malformed';
    // If an article was published after a click, the click does not count.
    const end = (click.hour + 1) * HOUR - 1;
    const by = click.hour > hour ? end : Math.min(now, end);
    return this.isPublished(click.contentId, by) ? null : 'unknownArticle';
  };

  isPublished(id: number, now: number): boolean {
    return (this.articles.get(id)?.publishedAt ?? Number.POSITIVE_INFINITY) <= now / 1000;
  }

  refusedImport = ({ click, body }: Message, now: number): string | null => {
    const at = Number((body as { at?: unknown }).at) * 1000;
    if (!click || at > now || at < now - 14 * 24 * HOUR) return 'at';
    return this.isPublished(click.contentId, now) ? null : 'contentId';
  };

  count(messages: readonly Message[], now: number, refusal = this.refusal): void {
    const clicks = messages.flatMap((message) => (refusal(message, now) ? [] : (message.click ?? [])));
    // The earliest click of a batch counts.
    for (const { who, ...click } of clicks.sort((a, b) => a.hour - b.hour)) {
      const key = `${who} ${click.contentId} ${Math.floor(click.hour / 24)}`;
      if (this.clicks.has(key)) continue;
      this.clicks.set(key, click);
      const hour = refusal === this.refusedImport ? Math.floor(now / HOUR) : click.hour;
      this.outcomes.set(hour, (this.outcomes.get(hour) ?? 0) + 1);
    }
  }

  bury(messages: readonly Message[], now: number, always?: string): void {
    for (const message of messages) {
      const reason = always ?? this.refusal(message, now);
      // Clicks on unknown articles leave no dead letters, because anyone can send them.
      if (reason && reason !== 'unknownArticle' && !this.letters.has(message.id))
        this.letters.set(message.id, { reason, body: JSON.stringify(message.body ?? null) });
    }
  }

  inWindows(hour: number): OracleClick[] {
    return [...this.clicks.values()].filter((click) => click.hour >= hour - HORIZON);
  }
}

/** Call that fails `before` or `after` its work, or whose response arrives `late`. */
export interface Fault {
  call: number;
  when: 'before' | 'after' | 'late';
}

const LATE = 15;

export class Faults {
  readonly #plan: readonly Fault[];
  #calls = 0;
  struck = 0;

  constructor(plan: readonly Fault[] = []) {
    this.#plan = plan;
  }

  async around<T>(call: () => Promise<T>, done: () => void = () => {}): Promise<T> {
    const nth = this.#calls++;
    const fault = this.#plan.find((each) => each.call === nth);
    if (fault) this.struck++;
    if (fault?.when === 'before') throw new Error('injected before');
    const result = await call();
    done();
    if (fault?.when === 'after') throw new Error('injected after');
    if (fault?.when === 'late') await scheduler.wait(LATE);
    return result;
  }
}

/** Callbacks that run after the work of a call, even if the caller gets a failure. */
export interface Watch {
  batch?: () => void;
  statement?: () => void;
}

const INNER = Symbol('the statement that D1 knows');
type Inner = D1PreparedStatement & { [INNER]: D1PreparedStatement };
const withSession = env.DB.withSession.bind(env.DB);

export function faultySession(faults: Faults, watch: Watch = {}): D1DatabaseSession {
  const session = withSession('first-primary');
  const wrap = (statement: D1PreparedStatement): Inner =>
    ({
      [INNER]: statement,
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: () => faults.around(() => statement.all(), watch.statement),
    }) as unknown as Inner;
  return {
    prepare: (query: string) => wrap(session.prepare(query)),
    batch: (statements: Inner[]) =>
      faults.around(() => session.batch(statements.map((statement) => statement[INNER])), watch.batch),
  } as unknown as D1DatabaseSession;
}

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

const METHODS = ['notify', 'receive', 'ask', 'refresh', 'refreshSoon'] as const;

export function faultyEnv(faults: Faults, watch: Watch = {}): Env {
  const objects = withObjects((id, binding) => {
    const stub = env[binding].get(id) as unknown as Methods;
    const call = async (name: string, args: unknown[]) => {
      const failure = await stub[name]?.(...args);
      if (failure) throw new Error(String(failure));
    };
    return Object.fromEntries(
      METHODS.map((name) => [name, (...args: unknown[]) => faults.around(() => call(name, args))]),
    );
  });
  return { ...objects, DB: { withSession: () => faultySession(faults, watch) } } as unknown as Env;
}

let inObjects = new Faults();

/** Makes database calls of objects fail. The objects and the tests use the same `env.DB`. */
export function letObjectsFail(faults: Faults): void {
  inObjects = faults;
}

/** Intercepts the database calls of objects. Failures are passed as values, because workerd prints each rejection. */
export function standBetween(): void {
  vi.spyOn(env.DB, 'withSession').mockImplementation(() => faultySession(inObjects));
  for (const prototype of [TopicWindow.prototype, SiteCoordinator.prototype] as unknown as Methods[])
    for (const name of METHODS) {
      const method = prototype[name];
      if (!method) continue;
      vi.spyOn(prototype, name).mockImplementation(function (this: unknown, ...args: unknown[]) {
        return method.apply(this, args).catch(String);
      });
    }
}

const record = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T>(model, { noNullPrototype: true });

/**
 * The generators below create histories of a small newsroom as plain values, so that fast-check can shrink and print
 * them.
 */

export const TOPICS = [1, 2, 3, 47];
export const TURN = 25 * 24;

const EDGES = [-2, -1, 1, 2, 23, 24, 25, 26, 48, 49, 50, 167, 168, 169, 170, 334, 335, 336, 337, 338, 339];

const click = record({
  article: fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, fc.nat(5)),
  reader: fc.nat(39),
  hoursAgo: fc.oneof({ weight: 7, arbitrary: fc.constant(0) }, fc.constantFrom(...EDGES), fc.nat(340)),
  origin: fc.constantFrom(
    'unsigned' as const,
    'unsigned' as const,
    'unsigned' as const,
    'signed' as const,
    'trusted' as const,
  ),
  /** There are only a few buckets, so that some contain many clicks. */
  network: fc.constantFrom(0, 0, 0, 3, 31),
  prefix: fc.constantFrom(0, 0, 1, 2, 31),
  browser: fc.constantFrom(0, 0, 7, 8, 15),
  companyType: fc.constantFrom(null, ...COMPANY_TYPES),
  seniority: fc.constantFrom(null, ...SENIORITIES),
  continent: fc.constantFrom(null, ...CONTINENTS),
  channel: fc.constantFrom(null, ...CHANNELS),
  malformed: fc.oneof({ weight: 12, arbitrary: fc.constant(null) }, fc.nat(7)),
});
export type PlannedClick = typeof click extends fc.Arbitrary<infer T> ? T : never;

const faults: fc.Arbitrary<Fault[]> = fc.oneof(
  fc.constant<Fault[]>([]),
  fc.array(
    record({
      call: fc.oneof(fc.nat(2), fc.nat(8)),
      when: fc.constantFrom('before' as const, 'after' as const, 'late' as const),
    }),
    { minLength: 1, maxLength: 2 },
  ),
);

const topics = fc.subarray(TOPICS);
const pick = fc.nat(99);
const both = { faults, inObjects: faults };

const steps = {
  beacons: record({
    kind: fc.constant('beacons' as const),
    clicks: fc.array(click, { minLength: 1, maxLength: 24, size: 'max' }),
  }),
  fleet: record({
    kind: fc.constant('fleet' as const),
    size: fc.integer({ min: 7, max: 24 }),
    click: click.map((planned) => ({ ...planned, origin: 'unsigned' as const, malformed: null })),
  }),
  deliver: record({
    kind: fc.constant('deliver' as const),
    order: pick,
    size: fc.integer({ min: 1, max: 24 }),
    parts: fc.constantFrom(1, 1, 2),
    twice: fc.boolean(),
    crash: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    ...both,
  }),
  pass: record({
    kind: fc.constant('pass' as const),
    minutes: fc.oneof(fc.nat(90), fc.constantFrom(60, 24 * 60, 100 * 60, 168 * 60, 336 * 60)),
    alarms: fc.boolean(),
    watchdog: fc.boolean(),
    retention: fc.boolean(),
    ...both,
  }),
  /** Delivers all messages and recomputes all rankings. The rankings must not change. */
  rebuild: record({ kind: fc.constant('rebuild' as const) }),
  ask: record({
    kind: fc.constant('ask' as const),
    asked: fc.oneof(fc.subarray([0, ...TOPICS]), fc.constantFrom('topics' as const, 'all' as const)),
    ...both,
  }),
  evict: record({ kind: fc.constant('evict' as const), topic: fc.constantFrom(0, ...TOPICS) }),
  crash: record({ kind: fc.constant('crash' as const) }),
  giveUp: record({ kind: fc.constant('giveUp' as const), ...both }),
  replay: record({ kind: fc.constant('replay' as const), limit: fc.integer({ min: 1, max: 20 }), ...both }),
  past: record({
    kind: fc.constant('past' as const),
    clicks: fc.array(click, { minLength: 1, maxLength: 8 }),
    ...both,
  }),
  retag: record({
    kind: fc.constant('retag' as const),
    article: fc.nat(5),
    topics,
    /** Minutes until publication, or `null` if the article was published long ago. */
    embargo: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, fc.constantFrom(30, 90, 3000)),
    ...both,
  }),
  remove: record({ kind: fc.constant('remove' as const), article: fc.nat(5), ...both }),
};

const DISCOUNTING: Partial<Record<keyof typeof steps, number>> = { beacons: 5, fleet: 2, deliver: 9, pass: 3, ask: 3 };

const step = fc.oneof(
  ...Object.entries(steps).map(([kind, arbitrary]) => ({
    weight: DISCOUNTING[kind as keyof typeof steps] ?? 1,
    arbitrary: arbitrary as fc.Arbitrary<Step>,
  })),
);
export type Step = {
  [K in keyof typeof steps]: (typeof steps)[K] extends fc.Arbitrary<infer T> ? T : never;
}[keyof typeof steps];
export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;

const article = record({
  topics,
  contentType: fc.constantFrom('article' as const, 'video' as const, 'podcast' as const),
  organisationType: fc.constantFrom(undefined, 'Carrier' as const, 'Broker' as const, 'Service Provider' as const),
  client: fc.constantFrom(undefined, undefined, 'Topic Article'),
  source: fc.constantFrom('a.example', 'b.example', 'c.example'),
  countries: fc.subarray(['GB', 'DE', 'US']),
});
export type PlannedArticle = typeof article extends fc.Arbitrary<infer T> ? T : never;

export const history = record({
  phase: fc.nat(TURN - 1),
  articles: fc.array(article, { minLength: 2, maxLength: 6 }),
  steps: fc.array(step, { minLength: 5, maxLength: 12, size: 'max' }),
  /** Minutes before the final check, at least as many as objects wait before they retry. */
  rest: fc.constantFrom(2, 2, 62, 30 * 60, 200 * 60),
});
export type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

interface Picture {
  windows: { topic: number; counters: Record<string, unknown>; audience: unknown; views: unknown }[];
  hours: string[];
  perPartition: number[];
  days: string[];
  topicDays: string[];
  outcomes: { hour: number; clicks: number }[];
  letters: Map<string, Letter>;
}

const PARTITIONS = [0, 1, 2, 3, 4];
const WINDOWS = [0, ...TOPICS];
const OPEN_DAYS = 15;
/**
 * Hours for which a baseline is given. For other hours, the site object computes an empty one, because there are few
 * samples.
 */
const HOURS = 1500;

const RARE = {
  ...{ samples: 500, audiences: null },
  network: shares(32, 0.004, 31),
  prefix: shares(32, 0.5, 1),
  browser: shares(16, 0.02, 7),
};
const COMMON = {
  ...{ samples: 200, audiences: Array(16).fill(0.3) },
  network: shares(32, 0.3, 3),
  prefix: shares(32, 0.01, 2),
  browser: shares(16, 0.004, 0),
};

function shares(classes: number, share: number, at: number): number[] {
  return Array.from({ length: classes }, (_, i) => (i === at || i === 0 ? share : (1 - share) / classes));
}

export async function emptyTables(hour: number): Promise<void> {
  await env.DB.batch(
    [
      ...['articles', 'dead_letters', ...DERIVED_TABLES, ...CLICK_TABLES].map((table) => `DELETE FROM ${table}`),
      "INSERT INTO article_index (article_index) VALUES ('delete-all')",
      ...WINDOWS.map((id) => `INSERT INTO topic_windows (topic_id) VALUES (${id})`),
      ...TOPICS.map(
        (id) => `INSERT OR IGNORE INTO topics (id, name, slug, description, category)
        VALUES (${id}, 'Topic ${id}', 'topic-${id}', '', 1)`,
      ),
      `INSERT INTO site_shares (hour, "left", is_accepted, shares) SELECT value, 1, 0,
        CASE value % 3 WHEN 1 THEN '${JSON.stringify(RARE)}' ELSE '${JSON.stringify(COMMON)}' END
        FROM (WITH RECURSIVE h (value) AS (SELECT ${hour - 400} UNION ALL SELECT value + 1 FROM h LIMIT ${HOURS})
          SELECT value FROM h) WHERE value % 3 > 0`,
    ].map((query) => env.DB.prepare(query)),
  );
}

export async function forgetObjects(): Promise<void> {
  for (const objects of [env.TOPIC_WINDOW, env.SITE_COORDINATOR] as DurableObjectNamespace[])
    for (const id of await listDurableObjectIds(objects))
      await runInDurableObject(objects.get(id), (_object, { storage }) => storage.deleteAll());
  await abortAllDurableObjects();
}

/** Bodies of dead letters are padded with spaces so that they can be overwritten. */
const LETTERS = 'SELECT message_id AS id, reason, trim(body) AS body FROM dead_letters';
type LetterRow = { id: string } & Letter;
const byMessage = (list: LetterRow[]) => new Map(list.map(({ id, ...letter }) => [id, letter]));

export const storedLetters = async () => byMessage(await all<LetterRow>(LETTERS));

interface WindowRow {
  topic_id: number;
  version: number;
  views: string;
  audience: string;
  [column: string]: unknown;
}

const ALL = ['unsigned_all', 'signed_all', 'trusted_all'].map((name) => counterOf(COUNTER_COLUMNS.indexOf(name)));

const COUNTER = /^(engagement|before|growth)_/;

async function all<T>(query: string): Promise<T[]> {
  return (await env.DB.prepare(query).all<T>()).results;
}

export async function stored(hour: number): Promise<Picture> {
  const firstDay = Math.floor(hour / 24) - OPEN_DAYS;
  const windows = await all<WindowRow>('SELECT * FROM topic_windows ORDER BY topic_id');
  const hours = await all<Record<string, number>>(
    PARTITIONS.map((n) => `SELECT * FROM click_hours_${n} WHERE hour >= ${hour - 337}`).join(' UNION ALL '),
  );
  const days = await all(`SELECT content_id AS contentId, day, engagement FROM click_days WHERE day >= ${firstDay}`);
  const topicDays = await all(
    `SELECT topic_id AS topicId, day, engagement, engagement_rm AS rm FROM topic_days WHERE day >= ${firstDay}
      UNION ALL SELECT CAST(t.key AS INTEGER), o.id / 16, t.value ->> 0, t.value ->> 1 FROM open_days o, json_each(o.topics) t WHERE o.id / 16 >= ${firstDay}`,
  );
  const outcomes = await all<Picture['outcomes'][number]>(
    `SELECT hour, sum(clicks) AS clicks FROM click_outcomes
      WHERE outcome IN ('counted', 'imported') AND hour >= ${hour - 48} GROUP BY 1 ORDER BY 1`,
  );
  const more = PARTITIONS.map(
    (n) =>
      `(SELECT count(*) FROM click_ids_${n}) - (SELECT coalesce(sum(${ALL.join(' + ')}), 0) FROM click_hours_${n})`,
  );
  const [perPartition] = await all<{ more: string }>(`SELECT json_array(${more.join(', ')}) AS more`);
  return {
    windows: windows.map(({ topic_id, version, views, audience, ...columns }) => ({
      topic: topic_id,
      counters: Object.fromEntries(Object.entries(columns).filter(([name]) => COUNTER.test(name))),
      // A row that was never published is equivalent to an empty one.
      ...(version === 0 ? emptyRanking(topic_id, hour) : { audience: JSON.parse(audience), views: JSON.parse(views) }),
    })),
    hours: hours.map(rowOf).sort(),
    days: days.map((row) => JSON.stringify(row)).sort(),
    topicDays: topicDays.map((row) => JSON.stringify(row)).sort(),
    outcomes,
    letters: await storedLetters(),
    perPartition: JSON.parse(perPartition?.more ?? '[]'),
  };
}

function emptyRanking(topic: number, hour: number) {
  const { audience, views } = expectedRow(topic, { articles: [], clicks: [], shares: null, now: hour * 3600 });
  return { audience, views };
}

/** Returns the baseline in force at an hour. A window without clicks may have none of its own. */
export async function sharesAt(hour: number): Promise<OracleShares> {
  const [row] = await all<{ shares: string | null }>(
    `SELECT shares FROM site_shares WHERE hour <= ${hour} ORDER BY hour DESC LIMIT 1`,
  );
  return row?.shares ? JSON.parse(row.shares) : null;
}

/** Expected state at `now` (epoch milliseconds). `dayShares`: baseline with which the days were last computed. */
export function expected(book: Book, now: number, shares: OracleShares, dayShares: OracleShares): Picture {
  const hour = Math.floor(now / 3_600_000);
  const inWindows = book.inWindows(hour);
  const asked = { articles: [...book.articles.values()], clicks: inWindows, shares, now: Math.floor(now / 1000) };
  return {
    windows: WINDOWS.map((topic) => ({ topic, ...expectedRow(topic, asked) })),
    hours: rowsOf(inWindows),
    perPartition: PARTITIONS.map(() => 0),
    ...daysOf(book, now, dayShares),
    outcomes: [...book.outcomes]
      .filter(([at]) => at >= hour - 48)
      .map(([hour, clicks]) => ({ hour, clicks }))
      .sort((a, b) => a.hour - b.hour),
    letters: book.letters,
  };
}

function daysOf(book: Book, now: number, shares: OracleShares): { days: string[]; topicDays: string[] } {
  const today = Math.floor(now / 86_400_000);
  const clicks = [...book.clicks.values()].filter((c) => {
    const day = Math.floor(c.hour / 24);
    return day >= today - OPEN_DAYS && day < today;
  });
  const days = [...Map.groupBy(clicks, (c) => `${c.contentId} ${Math.floor(c.hour / 24)}`)].map(([key, list]) => {
    const [contentId = 0, day = 0] = key.split(' ').map(Number);
    return { contentId, day, list };
  });
  const topicDays = WINDOWS.flatMap((topicId) => {
    const tags = (id: number) => {
      const article = book.articles.get(id);
      return article && article.publishedAt <= now / 1000 ? [0, ...article.topics] : [];
    };
    const own = days.filter(({ contentId }) => tags(contentId).includes(topicId));
    return [...Map.groupBy(own, ({ day }) => day)].map(([day, list]) => {
      const of = (some: typeof list) =>
        engagement(
          some.map(({ list }) => list),
          shares,
        );
      return { topicId, day, engagement: of(list), rm: of(list.filter((d) => tags(d.contentId).includes(47))) };
    });
  });
  return {
    days: days.map(({ list, ...row }) => JSON.stringify({ ...row, engagement: engagement([list], shares) })).sort(),
    topicDays: topicDays.map((row) => JSON.stringify(row)).sort(),
  };
}

const MINUTE = 60_000;
const QUEUE = 'newsgauge-clicks';
const STRIDE = 2 * TURN * HOUR;
const END_OF_TIME = Date.UTC(2099, 0);
const STAGGER = 5;

const MALFORMED = [
  null,
  'text',
  [],
  {},
  { v: 0, contentId: 1, at: 1, reader: '0'.repeat(32) },
  {
    v: 1,
    contentId: 1,
    at: 1_700_000_000,
    reader: '0'.repeat(32),
    companyType: null,
    seniority: null,
    continent: null,
  },
  { v: 1, contentId: 1.5, at: 1, reader: 'x', companyType: null, seniority: null, continent: null },
  { v: 1, contentId: 1, at: null, reader: '0'.repeat(32), companyType: 'baker', seniority: null, continent: null },
];

export class World {
  book = new Book();
  /** Current time in epoch milliseconds. It increases throughout all histories. */
  now: number;
  readonly tally = {
    steps: 0,
    deliveries: 0,
    failed: 0,
    faults: 0,
    clicks: 0,
    letters: 0,
    rebuilt: 0,
    evicted: 0,
    crashed: 0,
  };
  #queue: Message[] = [];
  #unfinished: (readonly Message[])[] = [];
  readonly #clicks = new Map<string, Message['click']>();
  #ids = 0;
  #planned: readonly PlannedArticle[] = [];
  #embargoes = new Map<number, number>();
  dayShares: OracleShares = null;
  readonly #db = openDb(env.DB);

  readonly #start: number;
  readonly #compare: (world: World) => Promise<void>;

  /** `compare` runs after each rebuild of a history, when no messages are waiting. */
  constructor(now: number, compare: (world: World) => Promise<void>) {
    this.#compare = compare;
    this.#start = Math.ceil(now / STRIDE) * STRIDE;
    this.now = this.#start;
  }

  get hour(): number {
    return Math.floor(this.now / HOUR);
  }

  async live({ phase, articles, steps, rest }: History): Promise<void> {
    await this.#begin(phase, articles);
    for (const step of steps) {
      await (this.#happenings[step.kind] as (step: Step) => Promise<unknown>)(step);
      // Objects publish immediately after a long pause, otherwise a little later.
      this.#pass(this.tally.steps % 2 === 0 ? 1 : 4000);
      this.tally.steps++;
    }
    await this.#settle(rest);
    this.tally.clicks += this.book.clicks.size;
    this.tally.letters += this.book.letters.size;
  }

  async #begin(phase: number, articles: readonly PlannedArticle[]): Promise<void> {
    letObjectsFail(new Faults());
    await forgetObjects();
    if (this.now > END_OF_TIME) this.now = this.#start;
    this.#pass((Math.floor(this.now / STRIDE) + 1) * STRIDE + phase * HOUR - this.now);
    this.book = new Book();
    this.#queue = [];
    this.#unfinished = [];
    this.#planned = articles;
    this.#embargoes = new Map();
    this.dayShares = null;
    await emptyTables(this.hour);
    await this.#save(articles.map((_, i) => i));
  }

  #pass(milliseconds: number): void {
    this.now += milliseconds;
    vi.setSystemTime(this.now);
  }

  readonly #happenings: { [K in Step['kind']]: (step: StepOf<K>) => Promise<unknown> } = {
    beacons: async ({ clicks }) => this.#queue.push(...clicks.map((click) => this.#message(click))),
    fleet: async ({ click, size }) => {
      const clicks = Array.from({ length: size }, (_, i) => ({ ...click, reader: 40 + click.reader + i }));
      this.#queue.push(...clicks.map((each) => this.#message(each)));
    },
    deliver: (step) => this.#deliver(step),
    pass: async ({ minutes, alarms, watchdog, retention, ...faults }) => {
      this.#pass(minutes * MINUTE);
      if (alarms) await this.#trying(faults, () => this.alarms());
      if (watchdog) await this.#trying(faults, (db, faulty) => wakeLateWindows(db, faulty, this.now));
      if (retention) await this.#trying(faults, (db) => retain(db, assumeTrusted(this.now)));
      this.dayShares = await sharesAt(this.hour);
    },
    rebuild: async () => {
      await this.#deliverAll();
      this.#pass(MINUTE + Math.max(0, MINUTE - ((this.now + MINUTE) % HOUR)));
      await this.#compare(this);
      this.tally.rebuilt++;
    },
    ask: ({ asked, ...faults }) => this.#trying(faults, (_, faulty) => askWindows(faulty, asked, this.now)),
    evict: async ({ topic }) => {
      await evictDurableObject(windowObject(topic)).catch(() => {});
      this.tally.evicted++;
    },
    crash: async () => {
      await abortAllDurableObjects();
      this.tally.crashed++;
    },
    giveUp: async (step) => {
      const failed = this.#queue.filter(({ attempts }) => attempts > 0);
      await this.#consume(failed, step, 'dead');
    },
    replay: ({ limit, ...faults }) => this.#replay(limit, faults),
    past: async ({ clicks, ...faults }) => {
      const messages = clicks.map((click) => this.#past(click));
      if (!(await this.#import(messages, faults))) this.#unfinished.push(messages);
    },
    retag: async ({ article, topics, embargo, ...faults }) => {
      const index = article % this.#planned.length;
      if (embargo !== null) this.#embargoes.set(index + 1, Math.floor(this.now / 1000) + embargo * 60);
      else this.#embargoes.delete(index + 1);
      this.#planned = this.#planned.map((planned, i) => (i === index ? { ...planned, topics } : planned));
      const known = this.book.articles.has(index + 1);
      const changed = await this.#save([index]);
      // If an article is removed and published again, its earlier clicks count again.
      await this.#refresh(known ? changed : topics, faults);
    },
    remove: async ({ article, ...faults }) => {
      const id = (article % this.#planned.length) + 1;
      const changed = await deleteArticle(this.#db, id);
      this.book.articles.delete(id);
      if (changed) await this.#refresh([...changed.topics], faults);
    },
  };

  #message({ article, reader, hoursAgo, malformed, ...planned }: PlannedClick): Message {
    const id = `m${this.#ids++}`;
    if (malformed !== null) return { id, body: MALFORMED[malformed % MALFORMED.length], attempts: 0, click: null };
    // One of the ids is not that of an article, so that some clicks are on an unknown article.
    const contentId = (article % (this.#planned.length + 1)) + 1;
    const at = Math.floor(this.now / 1000) - hoursAgo * 3600;
    const hour = Math.floor(at / 3600);
    const day = Math.floor(hour / 24);
    const known = { contentId, hour, ...planned, reader: reader % 32 };
    const body = { v: 1, id: clickId([reader, contentId, day]), ...known, at };
    const click = { who: `reader ${reader}`, ...known };
    this.#clicks.set(JSON.stringify(body), click);
    return { id, attempts: 0, body, click };
  }

  /** Returns the message that imports the same click. Only the click's network determines its trust. */
  #past({ article, reader, hoursAgo, origin, network, prefix, browser, ...planned }: PlannedClick): Message {
    const contentId = (article % (this.#planned.length + 1)) + 1;
    const at = Math.floor(this.now / 1000) - hoursAgo * 3600;
    const { companyType, seniority, continent, channel } = planned;
    const audience = { companyType, seniority, continent, channel };
    const from = {
      network: origin === 'trusted' ? TRUSTED : 64_000 + network,
      prefix: `198.${prefix}.0.0/16`,
      userAgent: `Agent ${'abcdefghijklmnop'.charAt(browser)}`,
    };
    const body = { contentId, at, reader: String(reader), signed: origin === 'signed', ...from, ...audience };
    const click = { who: `past ${reader}`, contentId, hour: Math.floor(at / 3600), ...audience, origin, ...UNCLASSED };
    return { id: `m${this.#ids++}`, attempts: 0, body, click };
  }

  /**
   * Computes the buckets of imported readers before the test, so that a fault can only hit the transaction of the
   * clicks.
   */
  async #classify({ body, click }: Message): Promise<void> {
    const { at, reader, ...sender } = body as PastClick;
    const secret = await installationSecret(this.#db);
    const salt = await importSalt({ db: this.#db, kv: env.SALTS }, Math.floor(at / 86_400), this.now);
    if (!click) return;
    click.reader = readerClass(await importedReader(salt, reader));
    click.network = await classOf(secret, 'network', sender);
    click.prefix = await classOf(secret, 'prefix', sender);
    click.browser = await classOf(secret, 'browser', sender);
  }

  async #deliver({ order, size, parts, twice, crash, ...faults }: StepOf<'deliver'>): Promise<void> {
    const some = shuffled(this.#queue, order).slice(0, size);
    const cut = Math.ceil(some.length / parts);
    const batches = parts === 1 || twice ? [some, some].slice(0, parts) : [some.slice(0, cut), some.slice(cut)];
    const consuming = Promise.all(
      batches.map((batch, i) => scheduler.wait(i * STAGGER).then(() => this.#consume(batch, faults))),
    );
    if (crash) {
      await abortAllDurableObjects();
      this.tally.crashed++;
    }
    await consuming;
    if (twice) this.#queue.push(...some.filter((message) => !this.#queue.includes(message)));
  }

  /** Runs a consumer once. Unacknowledged messages stay in the queue. */
  async #consume(messages: readonly Message[], plan: Plan, queue: 'clicks' | 'dead' = 'clicks'): Promise<void> {
    if (messages.length === 0) return;
    const { now } = this;
    const consumer = queue === 'clicks' ? consumeClicks : consumeDeadLetters;
    const faults = new Faults(plan.faults);
    const surroundings = faultyEnv(faults, {
      batch: () => this.book.count(messages, now),
      statement: () => this.book.bury(messages, now, queue === 'dead' ? 'failed' : undefined),
    });
    const batch = createMessageBatch(
      queue === 'dead' ? DEAD_QUEUE : QUEUE,
      messages.map(({ id, body, attempts }) => ({ id, body, attempts: attempts + 1, timestamp: now })),
    );
    const failed = await this.#withFailingObjects(plan, () =>
      consumer(batch, surroundings, now).then(nothingWorld, String),
    );
    const { ackAll, explicitAcks } = await getQueueResult(batch, createExecutionContext());
    if (ackAll === Boolean(failed) || explicitAcks.length > 0) throw new Error(`acknowledged ${ackAll}, but ${failed}`);
    this.tally.deliveries++;
    this.tally.faults += faults.struck;
    if (failed) this.tally.failed++;
    for (const message of messages) message.attempts++;
    if (ackAll) this.#queue = this.#queue.filter((message) => !messages.includes(message));
  }

  async #replay(limit: number, plan: Plan): Promise<void> {
    const faults = new Faults(plan.faults);
    const queue = {
      sendBatch: (sent: { body: unknown }[]) =>
        faults.around(async () => {
          this.#queue.push(...sent.map(({ body }) => this.#replayed(body)));
        }),
    } as unknown as Queue;
    expect(await storedLetters()).toEqual(this.book.letters);
    await replayDeadLetters(openDb(faultySession(faults)), queue, { limit }).catch(nothingWorld);
    this.tally.faults += faults.struck;
    const left = await storedLetters();
    for (const [id, { body }] of this.book.letters) {
      if (left.has(id)) continue;
      expect(this.#queue.map((message) => JSON.stringify(message.body))).toContain(body);
      this.book.letters.delete(id);
    }
  }

  #replayed(body: unknown): Message {
    return { id: `m${this.#ids++}`, body, attempts: 0, click: this.#clicks.get(JSON.stringify(body)) ?? null };
  }

  /** Imports clicks. Returns false if the import failed and must be repeated. */
  async #import(messages: readonly Message[], plan: Plan): Promise<boolean> {
    const { now } = this;
    const values = messages.map(({ body }) => body as PastClick);
    const at = (message: Message) => (message.body as PastClick).at;
    const earliestFirst = messages.toSorted((a, b) => at(a) - at(b));
    for (const message of messages) await this.#classify(message);
    const faults = new Faults(plan.faults);
    const surroundings = faultyEnv(faults, {
      batch: () => this.book.count(earliestFirst, now, this.book.refusedImport),
    });
    const refusals = await this.#withFailingObjects(plan, () =>
      importClicks(
        openDb(surroundings.DB.withSession()),
        { ...surroundings, TRUSTED_NETWORKS: `AS${TRUSTED}` } as unknown as Env,
        values.map((value, i) => ({ line: i + 1, value })),
        now,
      ).catch(nothingWorld),
    );
    this.tally.faults += faults.struck;
    if (!refusals) return false;
    const wrong = messages.flatMap((each, i) => (this.book.refusedImport(each, now) ? [i + 1] : []));
    expect([...refusals.keys()].sort((a, b) => a - b)).toEqual(wrong);
    return true;
  }

  async #save(indices: readonly number[]): Promise<Set<number>> {
    const lines = indices.map((index) => {
      const id = index + 1;
      const { source, ...planned } = this.#planned[index] as PlannedArticle;
      const { organisationType = null, client = null } = planned;
      const publishedAt = this.#embargoes.get(id) ?? LONG_AGO;
      this.book.articles.set(id, {
        ...planned,
        id,
        publishedAt,
        organisationType,
        client,
        source,
        domain: source,
        companies: [],
      });
      const named = {
        url: `https://${source}/${id}`,
        title: `Article ${id}`,
        publishedAt: new Date(1000 * publishedAt).toISOString(),
      };
      return { line: id, value: articleInput.parse({ ...planned, ...named, id }) };
    });
    return (await saveArticles(this.#db, lines, this.now)).topics;
  }

  async #refresh(topics: Iterable<number>, plan: Plan): Promise<void> {
    const list = [...topics];
    const done = await this.#trying(plan, (_db, faulty) => refreshWindows(faulty, list));
    if (!done) await refreshWindows(env, list);
  }

  async #trying(plan: Plan, action: (db: Db, env: Env) => Promise<unknown>): Promise<boolean> {
    const faults = new Faults(plan.faults);
    const surroundings = faultyEnv(faults);
    const done = await this.#withFailingObjects(plan, () =>
      action(openDb(surroundings.DB.withSession()), surroundings).then(
        () => true,
        () => false,
      ),
    );
    this.tally.faults += faults.struck;
    return done;
  }

  async #withFailingObjects<T>({ inObjects }: Plan, action: () => Promise<T>): Promise<T> {
    const faults = new Faults(inObjects);
    letObjectsFail(faults);
    const result = await action();
    if (inObjects.length > 0) await scheduler.wait(STAGGER);
    letObjectsFail(new Faults());
    this.tally.faults += faults.struck;
    return result;
  }

  async rebuild(): Promise<void> {
    await rebuildWindows(this.#db, env, this.now);
  }

  async alarms(): Promise<void> {
    await Promise.all(
      WINDOWS.map(async (topic) => {
        const stub = windowObject(topic);
        const alarm = await runInDurableObject(stub, (_object, state) => state.storage.getAlarm());
        if (alarm !== null && alarm <= this.now + SOON) await runDurableObjectAlarm(stub);
      }),
    );
  }

  async #deliverAll(): Promise<void> {
    const unfinished = this.#unfinished.splice(0);
    for (const clicks of unfinished) expect(await this.#import(clicks, NO_FAULTS)).toBe(true);
    if (unfinished.length > 0) await wakeLateWindows(this.#db, env, this.now);
    await this.#replay(10_000, NO_FAULTS);
    while (this.#queue.length > 0) await this.#consume(this.#queue.slice(0, 20), NO_FAULTS);
  }

  /** Delivers, imports and replays everything without faults. Afterwards, only alarms run and time passes. */
  async #settle(rest: number): Promise<void> {
    await this.#deliverAll();
    this.#pass(rest * MINUTE);
    this.#pass(Math.max(0, MINUTE - (this.now % HOUR)));
    // On the next day, earlier days must not be recomputed with later articles and baselines.
    await env.DB.exec('DELETE FROM computed_days');
    await retain(this.#db, assumeTrusted(this.now));
    this.dayShares = await sharesAt(this.hour);
  }
}

const TRUSTED = 65_000;
const UNCLASSED = { network: 0, prefix: 0, browser: 0, reader: 0 };

const clickId = (parts: readonly number[]) =>
  parts
    .map((part) => part.toString(16).padStart(10, '0'))
    .join('e')
    .padStart(32, 'a');

/** Milliseconds by which alarms may run early, because the clock advances only after all work. */
const SOON = 5000;
const LONG_AGO = Date.UTC(2026, 0) / 1000;

function shuffled<T>(list: readonly T[], seed: number): T[] {
  const key = (i: number) => ((i + 1) * (2 * seed + 1) * 2_654_435_761) % 1009;
  return list
    .map((item, i) => ({ item, key: key(i) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

type Plan = { faults: readonly Fault[]; inObjects: readonly Fault[] };

const NO_FAULTS: Plan = { faults: [], inObjects: [] };
const nothingWorld = () => {};

/** Number of test files that share `RUNS` histories. Without `RUNS`, a file runs as many as its time allows. */
const FILES = 2;
const RUNS = env.RUNS ? Math.ceil(Number(env.RUNS) / FILES) : 1000;
const TIME = env.RUNS ? 7_200_000 : 1_500;
const REPORTED = 50;
const PATIENCE = 2000;

/** Runs random histories. `part` makes each test file use other seeds. Without `RUNS`, only the first `parts` run. */
export function liveThroughHistories(part: number, parts: number): void {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    standBetween();
  });

  test.skipIf(part > parts && !env.RUNS)(
    'all aggregates, counters and rankings equal a recount of the accepted clicks, despite faults',
    async () => {
      const world = new World(Date.now(), rebuiltNow);
      let lived = 0;
      const started = performance.now();
      const property = fc.asyncProperty(history, async (history) => {
        // At least one history runs, even on a slow machine.
        if (lived > 0 && performance.now() - started > TIME) return;
        await world.live(history);
        await eventually(
          world,
          () => stored(world.hour),
          () => written(world),
        );
        lived++;
        if (env.RUNS && lived % REPORTED === 0)
          console.log(`${lived} of ${RUNS} histories, seed ${seed} + ${part}: ${JSON.stringify(world.tally)}`);
      });
      const which = env.REPLAY ? { path: env.REPLAY, numRuns: 1 } : {};
      const options = { seed: seed + part, numRuns: RUNS, endOnFailure: true, ...which };
      await fc.assert(property, options);
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`${lived} histories, seed ${seed} + ${part}, ${seconds} s: ${JSON.stringify(world.tally)}`);
      console.log(
        `rebuilt at ${world.tally.rebuilt} random moments, each time equal to the living state and to the book`,
      );
      expect(lived).toBeGreaterThan(0);
      if (lived >= 1000) expect(world.tally.rebuilt).toBeGreaterThanOrEqual(200 / FILES);
    },
    TIME + 60_000,
  );
}

const written = async (world: World) =>
  // The baseline is read last, because the first publication of an hour computes it.
  expected(world.book, world.now, await sharesAt(world.hour), world.dayShares);

/** Compares the state with the model, and with a rebuild from the aggregates and a new baseline. */
async function rebuiltNow(world: World): Promise<void> {
  const windows = async () => (await stored(world.hour)).windows;
  await eventually(world, windows, async () => (await written(world)).windows);
  await world.rebuild();
  expect(await windows()).toEqual((await written(world)).windows);
}

async function eventually<T>(world: World, read: () => Promise<T>, should: () => Promise<T>): Promise<T> {
  for (const end = performance.now() + PATIENCE; ; await scheduler.wait(10)) {
    await askWindows(env, 'all', world.now);
    await world.alarms();
    const is = await read();
    const must = await should();
    if (performance.now() > end || isDeepStrictEqual(is, must)) {
      expect(is).toEqual(must);
      return is;
    }
  }
}
