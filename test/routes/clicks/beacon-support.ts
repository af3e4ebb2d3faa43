import { createExecutionContext, env } from 'cloudflare:test';
import { isDeepStrictEqual } from 'node:util';
import { consumeClicks } from '../../../src/clicks/consume/consumer.ts';
import { type ClickMessage, clickMessage } from '../../../src/clicks/message.ts';
import { baseRouter } from '../../../src/http/base.ts';
import { clicks } from '../../../src/routes/clicks/click-routes.ts';
import { BROWSERS } from '../../clicks/accept/user-agents.ts';
import { ORIGIN } from '../../support/index.ts';

const app = baseRouter();
app.route('/', clicks);

/** The next `failures` sends to the queue fail. */
export const queue = { sent: [] as ClickMessage[], sends: 0, failures: 0 };

const CLICKS = {
  async send(message: unknown, options?: QueueSendOptions) {
    queue.sends++;
    if (queue.failures > 0) {
      queue.failures--;
      throw new Error('Unknown Internal Error (15000)');
    }
    if (options?.contentType !== 'json') throw new Error('the queue must be sent JSON');
    for (const click of [message].flat()) {
      const sent = clickMessage.parse(click);
      if (!isDeepStrictEqual(sent, click)) throw new Error('a message holds what no click has');
      queue.sent.push(sent);
    }
  },
};

export const overrides: Partial<Env> = {};

const bindings = new Proxy(env, {
  get: (target, name) => Reflect.get(overrides, name) ?? (name === 'CLICKS' ? CLICKS : Reflect.get(target, name)),
});

let readers = 0;

export const newAddress = (): string => `2001:db8:0:${(++readers).toString(16)}::1`;

export const visitWith = async (request: Request, context = createExecutionContext()): Promise<Response> =>
  app.request(request, undefined, bindings, context);

export const visit = (path: string, init: RequestInit<CfProperties> = {}, context = createExecutionContext()) =>
  visitWith(
    new Request(ORIGIN + path, {
      redirect: 'manual',
      ...init,
      headers: { 'User-Agent': BROWSERS[0] ?? '', 'CF-Connecting-IP': newAddress(), ...init.headers },
    }),
    context,
  );

export const beacon = (body: unknown, headers: Record<string, string> = {}, cf?: CfProperties): Promise<Response> =>
  visit('/clicks', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'Content-Type': 'text/plain;charset=UTF-8', ...headers },
    ...(cf && { cf }),
  });

export const outcome = (response: Response) => [response.status, response.headers.get('X-Click')];

export interface Fail {
  code: number;
  reason: string;
  data: Record<string, string>;
}

export async function consumed(bodies: readonly unknown[]): Promise<void> {
  const messages = bodies.map((body, i) => ({
    id: `m${i}`,
    body,
    attempts: 1,
    timestamp: new Date(),
    ack() {},
    retry() {},
  }));
  await consumeClicks({ queue: 'clicks', messages, ackAll() {}, retryAll() {} } as never, env);
}
