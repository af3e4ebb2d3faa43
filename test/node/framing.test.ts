/** Request framing (RFC 9112): bytes of one request must not become another request (request smuggling). */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useLightClasses } from '../../src/node/http/light-response.ts';
import { listener } from '../../src/node/http/listener.ts';
import { sized } from '../support/size.ts';
import { FORMS, type Form, METHODS, render } from '../verify/framing/forms.ts';

interface Seen {
  method: string;
  path: string;
  body: string;
}

/** Silence after which no response is expected even on a busy machine, in milliseconds. */
const SILENCE_MS = 300;
const BARE = ['GET', 'HEAD'];
const seen: Seen[] = [];
let server: Server;
let port = 0;

beforeAll(async () => {
  useLightClasses();
  const sender = () => ({ address: '192.0.2.7', protocol: 'http' as const, place: {} });
  const fetch = async (request: Request) => {
    const one: Seen = { method: request.method, path: new URL(request.url).pathname, body: '' };
    seen.push(one);
    one.body = await request.text();
    return new Response('ok');
  };
  server = createServer(listener({ fetch, sender, failed: () => {} }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Sends bytes. Resolves when the connection has ended or has been silent for a while. */
const exchange = (bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(SILENCE_MS, () => socket.destroy());
    socket.on('data', () => {});
    socket.on('error', () => {}).on('close', () => resolve());
  });

let asked = 0;

/** Returns the responses to a request and to the request that is hidden in it. */
async function pass(form: Form, method: string) {
  const id = ++asked;
  const inner = `DELETE /hidden-${id}/ HTTP/1.1\r\nHost: a.test\r\n\r\n`;
  const outer = `/outer-${id}/`;
  await exchange(render(form, { method, path: outer, host: 'a.test', inner }));
  const of = (name: string) => seen.filter(({ path }) => path.includes(name));
  return { requests: form(inner).requests ?? 1, inner, outer, arrived: of(outer), hidden: of(`/hidden-${id}/`) };
}

describe('no request can be smuggled with', () => {
  test.concurrent.each(Object.entries(FORMS).filter((_, i) => i % sized(3, 1) === 0))(
    'no request can be smuggled with %s',
    async (_, form) => {
      for (const method of METHODS) {
        const { requests, arrived, hidden } = await pass(form, method);
        expect(hidden.length, method).toBeLessThan(requests);
        expect(arrived.length, method).toBeLessThanOrEqual(1);
        if (BARE.includes(method)) for (const { body } of arrived) expect(body, method).toBe('');
      }
    },
  );
});

test.each(['a length', 'chunks', 'chunks of a few bytes', 'chunks with an extension', 'Expect with chunks'])(
  'a request body arrives unchanged with %s',
  async (name) => {
    const { outer, inner } = await pass(FORMS[name] as Form, 'POST');
    const bodies = () => seen.filter(({ path }) => path === outer).map(({ body }) => body);
    await expect.poll(bodies).toEqual([inner]);
  },
);
