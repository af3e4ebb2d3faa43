import '../../faults/inject/clock.ts';
import worker from '../../../../src/index.ts';
import { setAhead } from '../../faults/inject/clock.ts';
import { ClockedSiteCoordinator, ClockedTopicWindow, moveClock } from '../../faults/inject/clocked-window.ts';
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
    await moveClock(env, topics);
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<Env>;

export { ClockedSiteCoordinator as SiteCoordinator, ClockedTopicWindow as TopicWindow };
