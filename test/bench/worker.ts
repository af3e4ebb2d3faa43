import worker from '../../src/index.ts';
import { MeteredTopicWindow, metered, usage } from './meter.ts';
import { buildWindow, publishWindow } from './window-size.ts';

/**
 * The Worker as it is deployed, with routes beside it to compare with (`/bench/static`, `/bench/d1`, `/bench/send`) and
 * to look inside. What clicks cost is added up on their way.
 */

let page = '{}';

const NOTHING = { status: 204 };

const routes: Record<string, (request: Request, env: Env) => Promise<Response> | Response> = {
  'PUT /bench/static': async (request) => {
    page = await request.text();
    return new Response(null, NOTHING);
  },
  'GET /bench/static': () => new Response(page, { headers: { 'Content-Type': 'application/json' } }),
  'GET /bench/d1': async (_, env) => Response.json((await env.DB.prepare('SELECT 1 AS one').all()).results),
  'POST /bench/send': async (request, env) => {
    await env.CLICKS.send(await request.json(), { contentType: 'json' });
    return new Response(null, { status: 202 });
  },
  'POST /bench/send-many': async (request, env) => {
    const bodies: unknown[] = await request.json();
    await env.CLICKS.sendBatch(bodies.map((body) => ({ body, contentType: 'json' as const })));
    return new Response(null, NOTHING);
  },
  'GET /bench/usage': () => Response.json(usage),
  'POST /bench/window': async (request) => {
    buildWindow(Number(await request.text()));
    return new Response(null, NOTHING);
  },
  'POST /bench/window/publish': async (_, env) => Response.json({ bytes: await publishWindow(env) }),
};

export default {
  fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    const route = routes[`${request.method} ${pathname}`];
    if (route) return route(request, env);
    if (pathname !== '/clicks') return worker.fetch(request, env, ctx);
    // The edge knows where a reader is; here the client says so.
    const continent = request.headers.get('X-Bench-Continent');
    const placed = continent ? new Request(request, { cf: { continent } }) : request;
    return worker.fetch(placed as typeof request, metered(env), ctx);
  },
  queue(batch, env) {
    usage.batches++;
    return worker.queue(batch, metered(env));
  },
  scheduled: (controller, env) => worker.scheduled(controller, metered(env)),
} satisfies ExportedHandler<Env>;

export { MeteredTopicWindow as TopicWindow };
