import { exchange, statuses } from '../../command/socket.ts';
import type { Trial } from '../../trial.ts';

const KIND = 'malformed HTTP';

/** Requests that two servers in a row could read differently, or that are none. */
const REQUESTS: Record<string, (host: string, inner: string) => string> = {
  'two lengths': (host, inner) =>
    `POST /clicks HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`,
  'length and chunks': (host, inner) =>
    `POST /clicks HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${inner.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
  'chunks in disguise': (host, inner) =>
    `POST /clicks HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\nTransfer-Encoding : chunked\r\n\r\n${inner}`,
  'an unknown coding': (host, inner) =>
    `POST /clicks HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: xchunked\r\nContent-Length: 2\r\n\r\n${inner}`,
  'a chunk of no size': (host, inner) =>
    `POST /clicks HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n${inner}`,
  'a negative length': (host, inner) => `POST /clicks HTTP/1.1\r\nHost: ${host}\r\nContent-Length: -1\r\n\r\n${inner}`,
  'a length with a sign': (host, inner) =>
    `POST /clicks HTTP/1.1\r\nHost: ${host}\r\nContent-Length: +2\r\n\r\n${inner}`,
  'a length of words': (host, inner) => `POST /clicks HTTP/1.1\r\nHost: ${host}\r\nContent-Length: two\r\n\r\n${inner}`,
  'less than the length': (host) => `POST /clicks HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 400\r\n\r\n{"key":`,
  'a line folded': (host, inner) =>
    `GET /docs HTTP/1.1\r\nHost: ${host}\r\nX-A: b\r\n ${inner.replaceAll('\r\n', '\r\n ')}\r\n\r\n`,
  'bare line feeds': (host, inner) => `GET /docs HTTP/1.1\nHost: ${host}\nX-A: b\rX-B: ${inner}\n\n`,
  'a NUL in a header': (host) => `GET /docs HTTP/1.1\r\nHost: ${host}\r\nX-A: a\0b\r\n\r\n`,
  'no host': () => 'GET /docs HTTP/1.1\r\n\r\n',
  'two hosts': (host) => `GET /docs HTTP/1.1\r\nHost: ${host}\r\nHost: evil.example\r\n\r\n`,
  'a host of nonsense': () => 'GET /docs HTTP/1.1\r\nHost: a b<script>\r\n\r\n',
  'a host with a path': (host) => `GET /docs HTTP/1.1\r\nHost: ${host}/manage/status?\r\n\r\n`,
  'an absolute address': (host) => `GET http://evil.example/manage/status HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  'an address of another scheme': (host) => `GET file:///etc/passwd HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  'no address': (host) => `GET  HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  'an address with spaces': (host) => `GET /docs a b HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  'an address of bytes': (host) => `GET /\xff\xfe\x01\x7f HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  'an asterisk': (host) => `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  'a tunnel': (host) => `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  'a trace': (host) => `TRACE /docs HTTP/1.1\r\nHost: ${host}\r\nX-A: told-back\r\n\r\n`,
  'a method of nonsense': (host) => `GET\0 /docs HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  'a method in lower case': (host) => `get /manage/status HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  'an old version': () => 'GET /manage/status\r\n\r\n',
  'a version to come': (host) => `GET /docs HTTP/9.9\r\nHost: ${host}\r\n\r\n`,
  'the preface of HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'an upgrade': (host) =>
    `GET /manage/status HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
  'a greeting of TLS': () => '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1\x03\x03',
  'nothing but line ends': () => '\r\n\r\n\r\n\r\n',
  'a megabyte of one line': () => 'A'.repeat(2 ** 20),
};

/** Bytes that are no good request: refused by the runtime or answered once, never a second request inside the first. */
export async function protocol(trial: Trial, url: URL): Promise<void> {
  // Without a key: where it is read as a request of its own, its answer has this path's refusal.
  const inner = `GET /manage/smuggled HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`;
  await Promise.all(
    Object.entries(REQUESTS).map(async ([what, make]) => {
      trial.count(KIND);
      const answer = await exchange(url, Buffer.from(make(url.host, inner), 'latin1'));
      const codes = statuses(answer);
      trial.expect(codes.length < 2, KIND, what, `answered ${codes.length} times: ${codes}`);
      // What the runtime cannot make a request of it answers itself, in these words; the Worker never hears of it.
      const failed =
        codes.some((code) => code >= 500 && code !== 501) && !answer.endsWith('\r\n\r\nInternal Server Error');
      trial.expect(!failed, KIND, what, `answered ${codes}`);
      trial.expect(!/told-back|<script>|evil\.example/.test(answer), KIND, what, 'gives back what it was sent');
      trial.expect(!/root:x:0|"queue"/.test(answer), KIND, what, 'shows what nobody may see');
    }),
  );
}
