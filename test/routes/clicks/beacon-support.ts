import { createExecutionContext, env } from 'cloudflare:test';
import { type FormerClickMessage, formerClickMessage } from '../../../src/clicks/message.ts';
import { baseRouter } from '../../../src/http/base.ts';
import { clicks } from '../../../src/routes/clicks/index.ts';
import { BROWSERS } from '../../clicks/user-agents.ts';
import { ORIGIN } from '../../support/index.ts';

const app = baseRouter();
app.route('/', clicks);

/** What the queue was given; `failures` is how many of the next sends fail. */
export const queue = { sent: [] as FormerClickMessage[], sends: 0, failures: 0 };

const CLICKS = {
  async send(message: unknown, options?: QueueSendOptions) {
    queue.sends++;
    if (queue.failures > 0) {
      queue.failures--;
      throw new Error('Unknown Internal Error (15000)');
    }
    if (options?.contentType !== 'json') throw new Error('the queue must be sent JSON');
    queue.sent.push(formerClickMessage.strict().parse(message));
  },
};

const bindings = new Proxy(env, { get: (target, name) => (name === 'CLICKS' ? CLICKS : Reflect.get(target, name)) });

let readers = 0;

/** An address that no other call of this file has returned. */
export const newAddress = (): string => `2001:db8::${(++readers).toString(16)}`;

/** Asks the clicks' router alone, with a queue of the test's own; a browser of a new reader unless the headers say otherwise. */
export const visit = async (
  path: string,
  init: RequestInit<CfProperties> = {},
  context = createExecutionContext(),
): Promise<Response> =>
  app.request(
    new Request(ORIGIN + path, {
      redirect: 'manual',
      ...init,
      headers: { 'User-Agent': BROWSERS[0] ?? '', 'CF-Connecting-IP': newAddress(), ...init.headers },
    }),
    undefined,
    bindings,
    context,
  );

/** Sends a beacon as `sendBeacon` does. */
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
