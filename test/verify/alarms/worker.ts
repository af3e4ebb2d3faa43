import '../faults/inject/clock.ts';
import worker from '../../../src/index.ts';
import { rememberFacts } from '../../../src/operations/alarms/machine-facts.ts';
import { setAhead } from '../faults/inject/clock.ts';
import { ClockedSiteCoordinator, ClockedTopicWindow, moveClock } from '../faults/inject/clocked-window.ts';

const DOORS: Record<string, (request: Request, env: Env, ctx: ExecutionContext) => Promise<Response>> = {
  /** Moves the clock. Only the objects of the given topics notice this. */
  'PUT /clock': async (request, env) => {
    const { ahead, topics } = (await request.json()) as { ahead: number; topics: number[] };
    setAhead(ahead);
    await moveClock(env, topics);
    return new Response(null, { status: 204 });
  },
  'POST /machine': async (request) => {
    rememberFacts(await request.json(), Date.now());
    return new Response(null, { status: 204 });
  },
  'POST /letter': async (request, { CLICKS }) => {
    await CLICKS.send(await request.json());
    return new Response(null, { status: 204 });
  },
  'POST /given-up': (request, env, ctx) => {
    const click = new Request(new URL('/clicks', request.url), request);
    return Promise.resolve(worker.fetch(click, { ...env, CLICKS: env.DEAD_CLICKS }, ctx));
  },
};

export default {
  async fetch(request, env, ctx) {
    const door = DOORS[`${request.method} ${new URL(request.url).pathname}`];
    return (door ? door(request as never, env, ctx) : worker.fetch(request, env, ctx)) as never;
  },
  queue: (batch, env) => worker.queue(batch, env),
  scheduled: (controller, env) => worker.scheduled(controller, env),
} satisfies ExportedHandler<Env>;

export { ClockedSiteCoordinator as SiteCoordinator, ClockedTopicWindow as TopicWindow };
