import type { TopicWindow } from '../../../../src/index.ts';
import { ClockedTopicWindow } from './clocked-window.ts';
import { faultyDb } from './env.ts';
import { strikes } from './random-faults.ts';

/** The window object with a database that may fail, alarms by the Worker's clock, and a memory that it may lose. */
export class FaultyTopicWindow extends ClockedTopicWindow {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    Object.defineProperty(this, 'env', { value: { ...env, DB: faultyDb(env.DB) } });
  }

  override async notify(...received: Parameters<TopicWindow['notify']>): Promise<void> {
    if (strikes('object reset')) this.ctx.abort('reset on purpose');
    await super.notify(...received);
    if (strikes('object reset')) this.ctx.abort('reset on purpose');
  }
}
