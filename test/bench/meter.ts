import { SiteCoordinator, TopicWindow } from '../../src/index.ts';

/** Usage that the platform would charge for. The Worker and its objects share one isolate. */

export interface Usage {
  /** Rows written, by table. Alarms and storage values of objects also count as rows. */
  written: Record<string, number>;
  rowsRead: number;
  messages: number;
  batches: number;
  objectRequests: number;
  objectReads: number;
  /** Time in which an object could not hibernate because of an unfinished call or alarm, in seconds. */
  objectSeconds: number;
  keyReads: number;
  keyWrites: number;
}

export const usage: Usage = {
  written: {},
  rowsRead: 0,
  messages: 0,
  batches: 0,
  objectRequests: 0,
  objectReads: 0,
  objectSeconds: 0,
  keyReads: 0,
  keyWrites: 0,
};

const count = (name: string, rows: number) => {
  if (rows > 0) usage.written[name] = (usage.written[name] ?? 0) + rows;
};

const tableOf = (query: string) =>
  /(?:INTO|UPDATE|DELETE FROM|TABLE)\s+["`]?([a-z_]+?)(?:_\d)?["`]?(?:\s|$)/i.exec(query)?.[1] ?? 'other';

const INNER = Symbol('the statement that D1 knows');
type Statement = D1PreparedStatement & { [INNER]: { statement: D1PreparedStatement; query: string } };

/** Counts accesses to the salts, and sums the rows read and written according to D1's own figures. */
export function metered(env: Env): Env {
  const record = <R extends D1Result>(result: R, query: string): R => {
    usage.rowsRead += result.meta.rows_read;
    count(tableOf(query), result.meta.rows_written);
    return result;
  };
  const wrap = (statement: D1PreparedStatement, query: string) =>
    ({
      [INNER]: { statement, query },
      bind: (...values: unknown[]) => wrap(statement.bind(...values), query),
      all: async () => record(await statement.all(), query),
    }) as unknown as Statement;
  const client = (inner: D1Database | D1DatabaseSession) => ({
    prepare: (query: string) => wrap(inner.prepare(query), query),
    batch: async (statements: Statement[]) => {
      const results = await inner.batch(statements.map((each) => each[INNER].statement));
      return results.map((result, i) => record(result, (statements[i] as Statement)[INNER].query));
    },
  });
  const DB = { ...client(env.DB), withSession: (start: string) => client(env.DB.withSession(start)) };
  const SALTS = new Proxy(env.SALTS, {
    get(inner, name) {
      const value = Reflect.get(inner, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name === 'get') usage.keyReads++;
        else usage.keyWrites++;
        return value.apply(inner, args);
      };
    },
  });
  const send: Queue['send'] = (...message) => {
    usage.messages++;
    return env.CLICKS.send(...(message as Parameters<typeof env.CLICKS.send>));
  };
  const CLICKS = { send } as typeof env.CLICKS;
  return { ...env, DB: DB as unknown as D1Database, SALTS, CLICKS };
}

export class MeteredTopicWindow extends TopicWindow {
  readonly #time = new AwakeTime();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    meter(this, ctx, env);
  }

  override receiveCounts(...received: Parameters<TopicWindow['receiveCounts']>): Promise<void> {
    return this.#time.of(() => super.receiveCounts(...received));
  }

  override refresh(...asked: Parameters<TopicWindow['refresh']>): Promise<void> {
    return this.#time.of(() => super.refresh(...asked));
  }

  override refreshSoon(...asked: Parameters<TopicWindow['refreshSoon']>): Promise<void> {
    return this.#time.of(() => super.refreshSoon(...asked));
  }

  override rollOver(...asked: Parameters<TopicWindow['rollOver']>): Promise<void> {
    return this.#time.of(() => super.rollOver(...asked));
  }

  override alarm(info?: AlarmInvocationInfo): Promise<void> {
    return this.#time.of(() => super.alarm(info));
  }
}

export class MeteredSiteCoordinator extends SiteCoordinator {
  readonly #time = new AwakeTime();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    meter(this, ctx, env);
  }

  override notify(...received: Parameters<SiteCoordinator['notify']>): Promise<void> {
    return this.#time.of(() => super.notify(...received));
  }

  override receive(...received: Parameters<SiteCoordinator['receive']>): Promise<void> {
    return this.#time.of(() => super.receive(...received));
  }

  override ask(...asked: Parameters<SiteCoordinator['ask']>): Promise<void> {
    return this.#time.of(() => super.ask(...asked));
  }

  override shares(...asked: Parameters<SiteCoordinator['shares']>): ReturnType<SiteCoordinator['shares']> {
    return this.#time.of(() => super.shares(...asked));
  }

  override refresh(...asked: Parameters<SiteCoordinator['refresh']>): Promise<void> {
    return this.#time.of(() => super.refresh(...asked));
  }

  override refreshSoon(...asked: Parameters<SiteCoordinator['refreshSoon']>): Promise<void> {
    return this.#time.of(() => super.refreshSoon(...asked));
  }

  heartbeat(now: number): Promise<void> {
    return this.#time.of(() => super.handleAlarm(now));
  }

  override alarm(info?: AlarmInvocationInfo): Promise<void> {
    return this.#time.of(() => super.alarm(info));
  }
}

/** Replaces the storage and the database of an object by versions that count their usage. */
function meter(object: object, ctx: DurableObjectState, env: Env): void {
  const storage = counting(ctx.storage, { setAlarm: 'alarms', deleteAlarm: 'alarms' });
  const kv = counting(ctx.storage.kv, { put: 'object entries', delete: 'object entries', get: null });
  const within = <T extends object>(target: T, replaced: Partial<T>) =>
    new Proxy(target, { get: (inner, name) => Reflect.get(name in replaced ? replaced : inner, name) });
  Object.defineProperty(object, 'env', { value: metered(env) });
  Object.defineProperty(object, 'ctx', { value: within(ctx, { storage: within(storage, { kv }) }) });
}

/** Sums the time during which an object could not hibernate. */
class AwakeTime {
  /** Number of unfinished calls, and the time at which the earliest of them began. */
  #pending = 0;
  #since = 0;

  async of<T>(work: () => Promise<T>): Promise<T> {
    usage.objectRequests++;
    if (this.#pending++ === 0) this.#since = performance.now();
    try {
      return await work();
    } finally {
      if (--this.#pending === 0) usage.objectSeconds += (performance.now() - this.#since) / 1000;
    }
  }
}

const counting = <T extends object>(target: T, names: Record<string, string | null>): T =>
  new Proxy(target, {
    get(inner, name) {
      const value = Reflect.get(inner, name);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        const counted = names[String(name)];
        if (counted) count(counted, 1);
        else if (counted === null) usage.objectReads++;
        return value.apply(inner, args);
      };
    },
  });
