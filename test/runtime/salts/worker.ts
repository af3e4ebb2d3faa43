import worker from '../../../src/index.ts';
import { getAhead, setAhead } from '../../verify/faults/inject/clock.ts';

export default {
  async fetch(request, env, ctx) {
    // Sends the click to the dead-letter queue, as if the queue had given it up.
    const around = request.headers.has('X-Given-Up') ? { ...env, CLICKS: env.DEAD_CLICKS } : env;
    if (new URL(request.url).pathname !== '/ahead') return worker.fetch(request, around, ctx);
    if (request.method === 'PUT') setAhead(Number(await request.text()));
    return new Response(String(getAhead()));
  },
  queue: (batch, env) => worker.queue(batch, env),
  scheduled: (controller, env) => worker.scheduled(controller, env),
} satisfies ExportedHandler<Env>;

export { SiteCoordinator, TopicWindow } from '../../../src/index.ts';
