import { LIMITS } from '../../src/admission/limits.ts';
import worker from '../../src/index.ts';
import { RequestRate } from '../../src/lib/rate.ts';
import { siteCoordinator } from '../../src/rankings/object/stubs.ts';
import { MeteredSiteCoordinator, MeteredTopicWindow, metered, usage } from './meter.ts';
import { buildWindow, publishWindow } from './window-size.ts';

/** The deployed Worker with routes for comparison, such as `/bench/static`. It counts the usage of clicks. */

const HOUR = 3_600_000;
const METERED = ['/clicks', '/reads', '/views', '/list-tokens'];
/** Maximum number of messages per batch on the platform. */
const BATCH = 100;

// The rate limit per key and isolate is not part of the measurement.
const UNLIMITED = { quota: 1_000_000_000, sample: 1_000_000 };
LIMITS.key = new RequestRate(UNLIMITED);
LIMITS.reader = new RequestRate(UNLIMITED);

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
    const messages = ((await request.json()) as unknown[]).map((body) => ({ body, contentType: 'json' as const }));
    const batches = Array.from({ length: Math.ceil(messages.length / BATCH) }, (_, i) =>
      messages.slice(i * BATCH, (i + 1) * BATCH),
    );
    await Promise.all(batches.map((batch) => env.CLICKS.sendBatch(batch)));
    return new Response(null, NOTHING);
  },
  'GET /bench/usage': () => Response.json(usage),
  'POST /bench/heartbeats': async (_, env) => {
    const site = siteCoordinator(env) as unknown as DurableObjectStub<MeteredSiteCoordinator>;
    const nextHour = (Math.floor(Date.now() / HOUR) + 1) * HOUR;
    await site.heartbeat(nextHour);
    return new Response(null, NOTHING);
  },
  'POST /bench/window': async (request) => {
    await buildWindow(Number(await request.text()));
    return new Response(null, NOTHING);
  },
  'POST /bench/window/publish': async (_, env) => Response.json({ bytes: await publishWindow(env) }),
};

export default {
  fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    const route = routes[`${request.method} ${pathname}`];
    if (route) return route(request, env);
    if (!METERED.includes(pathname)) return worker.fetch(request, env, ctx);
    // On the platform, the edge adds the reader's location and network. In this benchmark, the request contains them.
    const continent = request.headers.get('X-Bench-Continent');
    const asn = Number(request.headers.get('X-Bench-Network'));
    const placed = continent ? new Request(request, { cf: { continent, asn } }) : request;
    return worker.fetch(placed as typeof request, metered(env), ctx);
  },
  queue(batch, env) {
    usage.batches++;
    return worker.queue(batch, metered(env));
  },
  scheduled: (controller, env) => worker.scheduled(controller, metered(env)),
} satisfies ExportedHandler<Env>;

export { MeteredSiteCoordinator as SiteCoordinator, MeteredTopicWindow as TopicWindow };
