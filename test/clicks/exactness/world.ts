import {
  abortAllDurableObjects,
  createExecutionContext,
  createMessageBatch,
  env,
  evictDurableObject,
  getQueueResult,
  runDurableObjectAlarm,
  runInDurableObject,
} from 'cloudflare:test';
import { expect, vi } from 'vitest';
import { importedReader } from '../../../src/clicks/accept/reader.ts';
import { consumeClicks, consumeDeadLetters, DEAD_QUEUE } from '../../../src/clicks/count/consumer.ts';
import { replayDeadLetters } from '../../../src/clicks/count/dead-letters.ts';
import { importClicks, type PastClick } from '../../../src/clicks/past.ts';
import { importSalt } from '../../../src/clicks/salts/salts.ts';
import { installationSecret } from '../../../src/clicks/salts/secret.ts';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import { articleInput } from '../../../src/content/input.ts';
import { deleteArticle } from '../../../src/content/removal/article.ts';
import { type Db, openDb } from '../../../src/db/client.ts';
import { classOf, readerClass } from '../../../src/engagement/classes.ts';
import { retain } from '../../../src/operations/retention.ts';
import { refreshWindows, windowOf } from '../../../src/rankings/object/notify.ts';
import { rebuildWindows, wakeLateWindows } from '../../../src/rankings/object/watchdog.ts';
import type { OracleShares } from '../../rankings/oracle.ts';
import { Book, type Message } from './book.ts';
import { type Fault, Faults, faultyEnv, faultySession, letObjectsFail } from './faults.ts';
import {
  type History,
  type PlannedArticle,
  type PlannedClick,
  type Step,
  type StepOf,
  TOPICS,
  TURN,
} from './history.ts';
import { emptyTables, forgetObjects, sharesAt, storedLetters } from './stored.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const QUEUE = 'newsgauge-clicks';
/** Two turns of the partitions a history, so that nothing of the last one is inside any window. */
const STRIDE = 2 * TURN * HOUR;
/** Articles are published before 2100, and a history may last some months. */
const END_OF_TIME = Date.UTC(2099, 0);
/** Real milliseconds in which an object's timer strikes, and between consumers at the same time. */
const STAGGER = 5;

/** Bodies that no click can be read from. */
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

/** A newsroom on the real service, to which histories happen, and the book of what must come of them. */
export class World {
  book = new Book();
  /** Epoch milliseconds; only forward, through all histories. */
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
  /** Imports that failed: their publisher repeats them. */
  #unfinished: (readonly Message[])[] = [];
  /** By a message's body as JSON: what it says. */
  readonly #clicks = new Map<string, Message['click']>();
  #ids = 0;
  #planned: readonly PlannedArticle[] = [];
  /** When articles are published that are not yet, by id: epoch seconds. */
  #embargoes = new Map<number, number>();
  /** In force when the days were computed last. */
  dayShares: OracleShares = null;
  readonly #db = openDb(env.DB);

  readonly #start: number;
  readonly #compare: (world: World) => Promise<void>;

  /** `compare` rebuilds and compares whenever a history asks for it; nothing waits to be delivered then. */
  constructor(now: number, compare: (world: World) => Promise<void>) {
    this.#compare = compare;
    this.#start = Math.ceil(now / STRIDE) * STRIDE;
    this.now = this.#start;
  }

  get hour(): number {
    return Math.floor(this.now / HOUR);
  }

  /** Lets a history happen and everything settle. */
  async live({ phase, articles, steps, rest }: History): Promise<void> {
    await this.#begin(phase, articles);
    for (const step of steps) {
      await (this.#happenings[step.kind] as (step: Step) => Promise<unknown>)(step);
      // Objects publish at once what comes long enough after the last publication, and the rest a little later.
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
      if (watchdog) await this.#trying(faults, (db, { TOPIC_WINDOW }) => wakeLateWindows(db, TOPIC_WINDOW, this.now));
      if (retention) await this.#trying(faults, (db) => retain(db, this.now));
      this.dayShares = await sharesAt(this.hour);
    },
    rebuild: async () => {
      await this.#deliverAll();
      // The full hour's heartbeats take a minute to come round.
      this.#pass(MINUTE + Math.max(0, MINUTE - ((this.now + MINUTE) % HOUR)));
      await this.#compare(this);
      this.tally.rebuilt++;
    },
    evict: async ({ topic }) => {
      await evictDurableObject(windowOf(env.TOPIC_WINDOW, topic)).catch(() => {});
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
      // Published once more after it was removed: its clicks of then count again.
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
    // One more article than there are: some clicks are for none.
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

  /** The same click imported by a publisher; only the network says that it is trusted. */
  #past({ article, reader, hoursAgo, origin, network, prefix, browser, ...planned }: PlannedClick): Message {
    const contentId = (article % (this.#planned.length + 1)) + 1;
    const at = Math.floor(this.now / 1000) - hoursAgo * 3600;
    const { companyType, seniority, continent } = planned;
    const audience = { companyType, seniority, continent };
    const from = {
      network: origin === 'trusted' ? TRUSTED : 64_000 + network,
      prefix: `198.${prefix}.0.0/16`,
      userAgent: `Agent ${'abcdefghijklmnop'.charAt(browser)}`,
    };
    const body = { contentId, at, reader: String(reader), signed: origin === 'signed', ...from, ...audience };
    const click = { who: `past ${reader}`, contentId, hour: Math.floor(at / 3600), ...audience, origin, ...UNCLASSED };
    return { id: `m${this.#ids++}`, attempts: 0, body, click };
  }

  /** What the installation's secrets make of the readers of an import. They are made beforehand, so that its one transaction is that of its clicks. */
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

  /** One attempt of a consumer. What it does not acknowledge stays in the queue. */
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
    const failed = await this.#withFailingObjects(plan, () => consumer(batch, surroundings, now).then(nothing, String));
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
    await replayDeadLetters(openDb(faultySession(faults)), queue, { limit }).catch(nothing);
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

  /** False where it failed and must be repeated. */
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
      ).catch(nothing),
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

  /** After a change of articles the refresh is repeated until it succeeds. */
  async #refresh(topics: Iterable<number>, plan: Plan): Promise<void> {
    const list = [...topics];
    const done = await this.#trying(plan, (_db, { TOPIC_WINDOW }) => refreshWindows(TOPIC_WINDOW, list));
    if (!done) await refreshWindows(env.TOPIC_WINDOW, list);
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

  /** Every ranking is computed again. */
  async rebuild(): Promise<void> {
    await rebuildWindows(this.#db, env.TOPIC_WINDOW, this.now);
  }

  /** What the platform would have done by now. */
  async alarms(): Promise<void> {
    await Promise.all(
      WINDOWS.map(async (topic) => {
        const stub = windowOf(env.TOPIC_WINDOW, topic);
        const alarm = await runInDurableObject(stub, (_object, state) => state.storage.getAlarm());
        if (alarm !== null && alarm <= this.now + SOON) await runDurableObjectAlarm(stub);
      }),
    );
  }

  async #deliverAll(): Promise<void> {
    const unfinished = this.#unfinished.splice(0);
    for (const clicks of unfinished) expect(await this.#import(clicks, NO_FAULTS)).toBe(true);
    // What an import has counted and can no longer repeat is left to the watchdog.
    if (unfinished.length > 0) await wakeLateWindows(this.#db, env.TOPIC_WINDOW, this.now);
    await this.#replay(10_000, NO_FAULTS);
    while (this.#queue.length > 0) await this.#consume(this.#queue.slice(0, 20), NO_FAULTS);
  }

  /** Everything is delivered, imported and replayed without faults; then only alarms and time do their work. */
  async #settle(rest: number): Promise<void> {
    await this.#deliverAll();
    this.#pass(rest * MINUTE);
    // The full hour's heartbeats take a minute to come round.
    this.#pass(Math.max(0, MINUTE - (this.now % HOUR)));
    // The next day would compute them again, with the articles and shares of then.
    await env.DB.exec('DELETE FROM computed_days');
    await retain(this.#db, this.now);
    this.dayShares = await sharesAt(this.hour);
  }
}

/** A network that the operator has named, and what only the installation's secrets make of an imported click. */
const TRUSTED = 65_000;
const UNCLASSED = { network: 0, prefix: 0, browser: 0, reader: 0 };

/** An id that each reader, article and day has of its own. */
const clickId = (parts: readonly number[]) =>
  parts
    .map((part) => part.toString(16).padStart(10, '0'))
    .join('e')
    .padStart(32, 'a');

/** Alarms are rung so many milliseconds before their time, for nothing moves the clock when all has happened. */
const SOON = 5000;
const LONG_AGO = Date.UTC(2026, 0) / 1000;

/** A list in an order that depends on a number only. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  const key = (i: number) => ((i + 1) * (2 * seed + 1) * 2_654_435_761) % 1009;
  return list
    .map((item, i) => ({ item, key: key(i) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

type Plan = { faults: readonly Fault[]; inObjects: readonly Fault[] };

const NO_FAULTS: Plan = { faults: [], inObjects: [] };
const WINDOWS = [0, ...TOPICS];
const nothing = () => {};
