import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { useLightClasses } from '../../src/node/http/light-response.ts';
import { listener } from '../../src/node/http/listener.ts';

useLightClasses();
let server: Server | undefined;
const failures: unknown[] = [];

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  failures.length = 0;
});

async function serve(fetch: (request: Request) => Promise<Response>): Promise<number> {
  const sender = () => ({ address: '192.0.2.7', protocol: 'https' as const, place: { continent: 'EU' } });
  server = createServer(listener({ fetch, sender, failed: (thrown) => failures.push(thrown) }));
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

interface Asked {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const ask = (port: number, { body, ...asked }: Asked = {}) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, ...asked }, resolve)
      .once('error', reject)
      .end(body);
  });

test('the Worker receives the method, URL, headers, body and sender', async () => {
  let got: Record<string, unknown> = {};
  const port = await serve(async (incoming) => {
    const { method, url, headers } = incoming;
    got = { method, url, headers: Object.fromEntries(headers), body: await incoming.text(), cf: incoming.cf };
    return new Response('done');
  });
  const headers = {
    Host: 'news.example:81',
    'X-API-Key': 'k',
    'CF-Connecting-IP': '198.51.100.1',
    'X-Forwarded-For': '198.51.100.1',
    'X-Newsgauge-Waited': '5',
    Connection: 'keep-alive, X-API-Key',
  };
  await text(await ask(port, { method: 'POST', path: '/a%20b?c=%C3%BC', headers, body: 'héllo' }));
  expect(got).toEqual({
    method: 'POST',
    url: 'https://news.example:81/a%20b?c=%C3%BC',
    headers: {
      'cf-connecting-ip': '192.0.2.7',
      'content-length': '6',
      host: 'news.example:81',
      'x-api-key': 'k',
      'x-forwarded-proto': 'https',
    },
    body: 'héllo',
    cf: { continent: 'EU' },
  });
});

test('a response keeps its status, cookies and length', async () => {
  const port = await serve(async () => {
    const response = new Response('ü', { status: 201, headers: { 'Set-Cookie': 'a=1' } });
    response.headers.append('Set-Cookie', 'b=2');
    return response;
  });
  const answer = await ask(port);
  expect([answer.statusCode, answer.headers['set-cookie'], answer.headers['content-length']]).toEqual([
    201,
    ['a=1', 'b=2'],
    '2',
  ]);
  expect(await text(answer)).toBe('ü');
});

test.each([
  ['HEAD', 200, undefined],
  ['GET', 204, undefined],
  ['GET', 304, undefined],
  ['GET', 200, '0'],
])('a %s response with status %i has no body', async (method, status, length) => {
  const port = await serve(async () => new Response(null, { status }));
  const answer = await ask(port, { method });
  expect([answer.statusCode, answer.headers['content-length'], await text(answer)]).toEqual([status, length, '']);
});

test('a streamed response arrives while it is being produced', async () => {
  let go = () => {};
  const port = await serve(async () => {
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode('first '));
        await new Promise<void>((resolve) => {
          go = resolve;
        });
        controller.enqueue(new TextEncoder().encode('second'));
        controller.close();
      },
    });
    return new Response(body);
  });
  const answer = await ask(port);
  const parts: string[] = [];
  for await (const chunk of answer) {
    parts.push(String(chunk));
    go();
  }
  expect(parts).toEqual(['first ', 'second']);
});

test('a disconnecting client cancels the stream and aborts the request', async () => {
  let isCancelled = false;
  let signal: AbortSignal | undefined;
  const port = await serve(async (incoming) => {
    signal = incoming.signal;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: () => {
        isCancelled = true;
      },
    });
    return new Response(body);
  });
  const answer = await ask(port);
  answer.once('data', () => answer.destroy());
  answer.once('error', () => {});
  await expect.poll(() => [isCancelled, signal?.aborted]).toEqual([true, true]);
});

test('a large request body is streamed, and reading an interrupted one throws', async () => {
  let size = 0;
  let thrown: unknown;
  const port = await serve(async (incoming) => {
    try {
      for await (const chunk of incoming.body ?? []) size += chunk.byteLength;
    } catch (error) {
      thrown = error;
    }
    return new Response('read');
  });
  await text(await ask(port, { method: 'PUT', body: Buffer.alloc(300_000) }));
  expect([size, thrown]).toEqual([300_000, undefined]);
  const socket = connect(port, '127.0.0.1');
  socket.write('PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\nhalf');
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await expect.poll(() => thrown).toBeInstanceOf(Error);
});

test('an invalid URL or host returns 400, and an error of the Worker returns an empty 500', async () => {
  const port = await serve(async () => {
    throw new Error('with a secret');
  });
  const failed = await ask(port);
  expect([failed.statusCode, await text(failed), failures]).toEqual([500, '', [new Error('with a secret')]]);
  for (const asked of [{ path: 'ftp://a/b' }, { headers: { Host: 'a/b?' } }]) {
    const refused = await ask(port, asked);
    expect([refused.statusCode, JSON.parse(await text(refused))]).toMatchObject([400, { reason: 'parameterInvalid' }]);
  }
});
