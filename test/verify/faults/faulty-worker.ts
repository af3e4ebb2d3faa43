import './inject/clock.ts';
import worker from '../../../src/index.ts';
import { controls } from './inject/controls.ts';
import { deliver } from './inject/deliver.ts';
import { faulty } from './inject/env.ts';
import { FaultyTopicWindow } from './inject/topic-window.ts';

/** The Worker as it is deployed, in a world that fails as the run says. Every answer tells when its request came. */
export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    const control = controls[`${request.method} ${pathname}`];
    if (control) return Response.json((await control(request, env)) ?? null);
    const at = Date.now();
    const continent = request.headers.get('X-Faults-Continent');
    // The edge knows where a reader is; here the reader says so.
    const placed = (continent ? new Request(request, { cf: { continent } }) : request) as typeof request;
    const answer = await worker.fetch(placed, faulty(env, request.headers.get('X-Faults-Reader')), ctx);
    const stamped = new Response(answer.body, answer);
    stamped.headers.set('X-Faults-At', String(at));
    return stamped;
  },
  queue: deliver,
  scheduled: (controller, env) => worker.scheduled(controller, faulty(env)),
} satisfies ExportedHandler<Env>;

/** Takes what only the machine knows. */
export { Machine } from '../../../src/index.ts';
export { FaultyTopicWindow as TopicWindow };
