import { SiteCoordinator, TopicWindow } from '../../../../src/index.ts';
import { siteCoordinator, topicWindow, type WindowObjects } from '../../../../src/rankings/object/stubs.ts';
import { SITE } from '../../../../src/rankings/site.ts';
import { getAhead } from './clock.ts';

const ALARM = 'faults:alarm';

export class ClockedTopicWindow extends TopicWindow {
  readonly #storage: DurableObjectStorage;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#storage = ctx.storage;
    Object.defineProperty(this, 'ctx', { value: clocked(ctx) });
  }

  clockMoved(): Promise<void> {
    return reschedule(this.#storage);
  }
}

export class ClockedSiteCoordinator extends SiteCoordinator {
  readonly #storage: DurableObjectStorage;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#storage = ctx.storage;
    Object.defineProperty(this, 'ctx', { value: clocked(ctx) });
  }

  clockMoved(): Promise<void> {
    return reschedule(this.#storage);
  }
}

/** Tells the objects of these rows that the clock has been moved. */
export async function moveClock(env: WindowObjects, rowIds: readonly number[]): Promise<void> {
  const objects = rowIds.map((id) => (id === SITE ? siteCoordinator(env) : topicWindow(env, id)));
  await Promise.all(objects.map((object) => (object as unknown as ClockedTopicWindow).clockMoved()));
}

function clocked(ctx: DurableObjectState) {
  const { storage } = ctx;
  const translated = {
    kv: storage.kv,
    getAlarm: async () => ((await storage.getAlarm()) === null ? null : (storage.kv.get<number>(ALARM) ?? null)),
    setAlarm: (due: number) => {
      storage.kv.put(ALARM, due);
      return storage.setAlarm(due - getAhead());
    },
  };
  const [abort, waitUntil] = [(why: string) => ctx.abort(why), (work: Promise<unknown>) => ctx.waitUntil(work)];
  return { storage: translated, abort, waitUntil };
}

/** Reschedules the alarm after the clock has been moved, so that its time on the Worker's clock stays the same. */
async function reschedule(storage: DurableObjectStorage): Promise<void> {
  const due = storage.kv.get<number>(ALARM);
  if (due !== undefined && (await storage.getAlarm()) !== null) await storage.setAlarm(Math.max(1, due - getAhead()));
}
