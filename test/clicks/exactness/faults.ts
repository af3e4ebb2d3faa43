import { env } from 'cloudflare:test';
import { vi } from 'vitest';
import { TopicWindow } from '../../../src/rankings/object/topic-window.ts';

/** One call fails `before` it reaches the other side, or `after` it has done its work there; or its answer comes `late`. */
export interface Fault {
  /** The how manieth call, from 0. */
  call: number;
  when: 'before' | 'after' | 'late';
}

/** Milliseconds, in which others overtake. */
const LATE = 15;

/** Counts calls and lets the planned ones fail. */
export class Faults {
  readonly #plan: readonly Fault[];
  #calls = 0;
  /** Faults that have struck. */
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

/** Called when a call of that kind has done its work, whether its caller learns of it or not. */
export interface Watch {
  batch?: () => void;
  statement?: () => void;
}

const INNER = Symbol('the statement that D1 knows');
type Inner = D1PreparedStatement & { [INNER]: D1PreparedStatement };
const withSession = env.DB.withSession.bind(env.DB);

/** A database session whose every call may fail. */
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

const METHODS = ['notify', 'refresh', 'refreshSoon'] as const;

/** The environment of a consumer whose every call of the database or of an object may fail. */
export function faultyEnv(faults: Faults, watch: Watch = {}): Env {
  const get = (id: DurableObjectId) => {
    const stub = env.TOPIC_WINDOW.get(id) as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const call = async (name: string, args: unknown[]) => {
      const failure = await stub[name]?.(...args);
      if (failure) throw new Error(String(failure));
    };
    return Object.fromEntries(
      METHODS.map((name) => [name, (...args: unknown[]) => faults.around(() => call(name, args))]),
    );
  };
  return {
    ...env,
    DB: { withSession: () => faultySession(faults, watch) },
    TOPIC_WINDOW: { idFromName: (name: string) => env.TOPIC_WINDOW.idFromName(name), get },
  } as unknown as Env;
}

let inObjects = new Faults();

/** From now on the database calls that objects make themselves may fail. They share `env.DB` with the tests. */
export function letObjectsFail(faults: Faults): void {
  inObjects = faults;
}

/**
 * Once a file: puts itself between the objects and the database. Rejections of objects travel as values, for workerd
 * prints each as uncaught however well the caller catches it.
 */
export function standBetween(): void {
  vi.spyOn(env.DB, 'withSession').mockImplementation(() => faultySession(inObjects));
  for (const name of METHODS) {
    const method = TopicWindow.prototype[name] as (...args: unknown[]) => Promise<void>;
    vi.spyOn(TopicWindow.prototype, name).mockImplementation(function (this: TopicWindow, ...args: unknown[]) {
      return method.apply(this, args).catch(String) as Promise<void>;
    });
  }
}
