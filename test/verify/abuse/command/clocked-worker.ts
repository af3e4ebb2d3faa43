import '../../faults/inject/clock.ts';
import worker from '../../../../src/index.ts';
import { windowOf } from '../../../../src/rankings/object/notify.ts';
import { setAhead } from '../../faults/inject/clock.ts';
import { ClockedTopicWindow } from '../../faults/inject/clocked-window.ts';
import { SENT } from './sent.ts';

/** Restores the intended headers, because Node's client adds others, such as `Sec-Fetch-Mode`. */
function asSent<R extends Request>(request: R): R {
  const headers = new Headers(JSON.parse(request.headers.get(SENT) ?? '[]') as [string, string][]);
  return new Request(request, { headers, cf: request.cf ?? {} } as RequestInit) as R;
}

export default {
  ...worker,
  async fetch(request, env, ctx) {
    if (request.method !== 'PUT' || new URL(request.url).pathname !== '/clock')
      return worker.fetch(asSent(request), env, ctx);
    const { ahead, topics } = (await request.json()) as { ahead: number; topics: number[] };
    setAhead(ahead);
    const windows = topics.map(
      (id) => windowOf(env.TOPIC_WINDOW, id) as unknown as Pick<ClockedTopicWindow, 'clockMoved'>,
    );
    await Promise.all(windows.map((window) => window.clockMoved()));
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<Env>;

export { ClockedTopicWindow as TopicWindow };
