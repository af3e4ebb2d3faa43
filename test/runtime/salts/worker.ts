import worker from '../../../src/index.ts';
import { getAhead, setAhead } from '../../verify/faults/inject/clock.ts';

/** The Worker as it is deployed, on a clock that the test sets. */
export default {
  async fetch(request, env, ctx) {
    if (new URL(request.url).pathname !== '/ahead') return worker.fetch(request, env, ctx);
    if (request.method === 'PUT') setAhead(Number(await request.text()));
    return new Response(String(getAhead()));
  },
  queue: (batch, env) => worker.queue(batch, env),
  scheduled: (controller, env) => worker.scheduled(controller, env),
} satisfies ExportedHandler<Env>;

export { TopicWindow } from '../../../src/index.ts';
