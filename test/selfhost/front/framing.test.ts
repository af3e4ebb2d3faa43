import { type AddressInfo, BlockList, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { freePort, openFront } from '../../support/servers/open-front.ts';
import { sized } from '../../support/size.ts';
import { FORMS, type Form, METHODS, render } from '../../verify/framing/forms.ts';

/** A request as it came over a socket behind the front. */
interface Seen {
  line: string;
  /** Names in small letters. */
  headers: [name: string, value: string][];
  body: string;
  /** What is wrong with its framing. */
  wrong: string[];
}

const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
/** Milliseconds that an answer takes: bytes that come meanwhile belong to no request. */
const WORK = 5;
/** Hold for one connection only, and are the front's own where it sends them. */
const OF_CLIENT =
  /^(keep-alive|te|trailer|upgrade|expect|http2-settings|proxy-(connection|authenticate|authorization)|x-trailer)$/;

/** What stands behind the front: notes every byte, and answers every request with the same. */
let upstream: Server;
const seen: Seen[] = [];
let front: Awaited<ReturnType<typeof openFront>>;
let port = 0;

beforeAll(async () => {
  upstream = createServer((socket) => void read(socket).catch(() => socket.destroy()));
  ({ front, port } = await openBefore(upstream));
});
afterAll(async () => {
  await front.close();
  upstream.close();
});

/** A front before a server. */
async function openBefore(server: Server) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = await freePort();
  const front = await openFront({ host: '127.0.0.1', port, proxies: new BlockList(), token: 'token' });
  front.serve(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  return { front, port };
}

/** Reads requests strictly, one after the other: none may begin before the last one is answered. */
async function read(socket: Socket): Promise<void> {
  socket.setEncoding('latin1').on('error', () => {});
  const bytes = socket[Symbol.asyncIterator]();
  let text = '';
  const more = async () => {
    const { value, done } = await bytes.next();
    if (done) throw new Error('it has ended');
    text += value;
  };
  const take = async (end: () => number): Promise<string> => {
    while (end() < 0) await more();
    const taken = text.slice(0, end());
    text = text.slice(taken.length);
    return taken;
  };
  const behind = (what: string) => {
    const at = text.indexOf(what);
    return at < 0 ? -1 : at + what.length;
  };
  for (;;) {
    const [line = '', ...lines] = (await take(() => behind('\r\n\r\n'))).trimEnd().split('\r\n');
    const headers = lines.map((one): [string, string] => [
      one.slice(0, one.indexOf(':')).toLowerCase(),
      one.slice(one.indexOf(':') + 1).trim(),
    ]);
    const one: Seen = { line, headers, body: '', wrong: [] };
    seen.push(one);
    const of = (name: string) => headers.flatMap(([other, value]) => (other === name ? [value] : []));
    const [lengths, codings] = [of('content-length'), of('transfer-encoding')];
    if (lengths.length + codings.length > 1) one.wrong.push(`framed twice: ${lengths} ${codings}`);
    if (lengths.some((length) => !/^\d+$/.test(length)) || codings.some((coding) => coding !== 'chunked'))
      one.wrong.push(`framed by ${lengths} ${codings}`);
    if (codings.length > 0) {
      for (let size = -1; size !== 0; ) {
        size = Number.parseInt(await take(() => behind('\r\n')), 16);
        one.body += (await take(() => (text.length < size + 2 ? -1 : size + 2))).slice(0, size);
      }
    } else {
      const length = Number(lengths[0] ?? 0);
      one.body = await take(() => (text.length < length ? -1 : length));
    }
    await sleep(WORK);
    if (text !== '' || socket.readableLength > 0) one.wrong.push(`followed by ${JSON.stringify(text)}`);
    socket.write(OK);
  }
}

/** Sends bytes, and resolves to all that comes back until the connection ends or has been silent for a while. */
const exchange = (bytes: Uint8Array): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    socket.setTimeout(SILENCE, () => socket.destroy());
    socket.setEncoding('latin1').on('data', (more: string) => {
      text += more;
    });
    socket.on('error', () => {}).on('close', () => resolve(text));
  });

/** Longer than a front needs on a busy machine to pass something on. */
const SILENCE = 300;
/** Have no body, whatever is sent behind them. */
const BARE = ['GET', 'HEAD', 'OPTIONS', 'DELETE'];
/** The front's own on every connection. */
const OWN = ['content-length', 'transfer-encoding', 'connection', 'host', 'keep-alive'];

let asked = 0;
/** Sends a form by a method; what came of it, and of the request that is hidden in it, behind the front. */
async function pass(form: Form, method: string) {
  const id = ++asked;
  const inner = `DELETE /hidden-${id}/ HTTP/1.1\r\nHost: a.test\r\n\r\n`;
  await exchange(render(form, { method, path: `/outer-${id}/`, host: 'a.test', inner }));
  const of = (path: string) => seen.filter(({ line }) => line.includes(path));
  const path = `/outer-${id}/`;
  return { message: form(inner), inner, path, outer: of(path), hidden: of(`/hidden-${id}/`) };
}

describe('behind the front every request is framed once, by the front', () => {
  test.concurrent.each(Object.entries(FORMS).filter((_, i) => i % sized(3, 1) === 0))('%s', async (_, form) => {
    for (const { method, ...result } of await Promise.all(
      METHODS.map(async (method) => ({ method, ...(await pass(form, method)) })),
    )) {
      const { message, outer, hidden } = result;
      expect(hidden.length, `${method}: hidden requests`).toBeLessThan(message.requests ?? 1);
      expect(outer.length, `${method}: requests`).toBeLessThanOrEqual(1);
      const named = message.lines.flatMap(
        (line) =>
          /^connection:(.*)$/i
            .exec(line)?.[1]
            ?.toLowerCase()
            .match(/[\w-]+/g) ?? [],
      );
      for (const { line, headers, body, wrong } of outer) {
        expect(wrong, method).toEqual([]);
        expect(line).toMatch(new RegExp(`^${method} /\\S+ HTTP/1\\.1$`));
        if (BARE.includes(method)) expect(body, method).toBe('');
        const passed = headers.filter(
          ([name]) => OF_CLIENT.test(name) || (named.includes(name) && !OWN.includes(name)),
        );
        expect(passed, method).toEqual([]);
      }
    }
  });
});

test('nothing but requests has come, and none has come after another without an answer between them', () => {
  expect(seen.length).toBeGreaterThan(sized(40, 100));
  expect(seen.filter(({ line }) => !/^[A-Z]+ (\/\/a\.test)?\/(outer|hidden)-\d+\/\S* HTTP\/1\.1$/.test(line))).toEqual(
    [],
  );
  expect(seen.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
});

test.each(['a length', 'chunks', 'chunks of a few bytes', 'chunks with an extension', 'Expect with chunks'])(
  'a body comes as it was sent: %s',
  async (name) => {
    const { path, inner } = await pass(FORMS[name] as Form, 'POST');
    const bodies = () => seen.filter(({ line }) => line.includes(path)).map(({ body }) => body);
    await vi.waitFor(() => expect(bodies()).toEqual([inner]), 10_000);
  },
);

test.each([
  ['two answers to one question', `${OK}${OK.replace('ok', 'no')}`],
  ['bytes behind an answer', `${OK}no`],
  ['an answer of two lengths', OK.replace('\r\n\r\n', '\r\nContent-Length: 1\r\n\r\n')],
  ['an answer of a length and chunks', OK.replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n')],
])('a connection is not used again after %s', async (_, answer) => {
  let sockets = 0;
  const odd = createServer((socket) => {
    const isFirst = ++sockets === 1;
    socket.on('error', () => {}).on('data', () => socket.write(isFirst ? answer : OK.replace('ok', 'my')));
  });
  const before = await openBefore(odd);
  const ask = () =>
    fetch(`http://127.0.0.1:${before.port}/`).then(
      (response) => response.text(),
      () => 'none',
    );
  await ask();
  expect([await ask(), await ask()]).toEqual(['my', 'my']);
  await before.front.close();
  odd.close();
});
