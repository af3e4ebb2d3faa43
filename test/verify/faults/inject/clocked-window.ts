import { TopicWindow } from '../../../../src/index.ts';
import { getAhead } from './clock.ts';

const ALARM = 'faults:alarm';

export class ClockedTopicWindow extends TopicWindow {
  readonly #storage: DurableObjectStorage;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#storage = ctx.storage;
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
    Object.defineProperty(this, 'ctx', { value: { storage: translated, abort, waitUntil } });
  }

  /** Reschedules the alarm after the clock has been moved, so that its time on the Worker's clock stays the same. */
  async clockMoved(): Promise<void> {
    const due = this.#storage.kv.get<number>(ALARM);
    if (due !== undefined && (await this.#storage.getAlarm()) !== null)
      await this.#storage.setAlarm(Math.max(1, due - getAhead()));
  }
}
