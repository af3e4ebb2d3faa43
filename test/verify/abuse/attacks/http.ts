import { exchange, statuses } from '../command/service.ts';
import { type Row, rows } from '../routes.ts';
import { type Attack, each, newReader, type Trial, withKey } from '../trial.ts';

const KIND = 'methods';

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PROPPATCH',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'SEARCH',
  'PURGE',
  'REPORT',
  'SUBSCRIBE',
  'LINK',
  'QUERY',
];
const READS = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Sends every method to every path, with a key that the path accepts. Methods that `ROUTES` does not list must be
 * rejected.
 */
export const methods: Attack = async (trial) => {
  const patternOf = ({ name }: Row) => name.slice(name.indexOf(' ') + 1);
  const named = new Set(rows.map((row) => `${row.method} ${patternOf(row)}`));
  const isKnown = (method: string, path: string) =>
    rows.some((row) => row.path === path && named.has(`${method} ${patternOf(row)}`));
  const { living } = trial.keys;
  const paths = [...new Set(rows.map(({ path }) => path))];
  const cases = paths.flatMap((path) => METHODS.map((method) => ({ path, method })));
  await each(cases, async ({ path, method }) => {
    if (READS.includes(method) || isKnown(method, path)) return;
    const headers = withKey(path.startsWith('/manage') ? living.operator : living.secret, newReader());
    const { status, headers: given } = await trial.ask(KIND, path, { method, headers });
    // The runtime itself rejects methods that no router knows.
    trial.expect([405, 501, 400].includes(status), KIND, `${method} ${path}`, `answered ${status}`);
    if (status === 405) trial.expect(given.has('Allow'), KIND, `${method} ${path}`, 'does not say what is allowed');
  });
};

const PATHS_KIND = 'path traversal';

const FILES = [
  'wrangler.toml',
  'drizzle/meta/_journal.json',
  'package.json',
  'package-lock.json',
  '.git/config',
  '.git/HEAD',
  '.gitignore',
  '.env',
  '.dev.vars',
  '.wrangler/state/v3/d1',
  '_headers',
  '_redirects',
  '_worker.js',
  'node_modules/hono/package.json',
  'src/index.ts',
  'index.js.map',
  'etc/passwd',
];

const STEPS = [
  '',
  '../../',
  '../../../',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%2f',
  '..%5c',
  '..\\',
  '%252e%252e%252f',
  '..;/',
  '....//',
  '.%00./',
  '%c0%ae%c0%ae/',
  '%u002e%u002e/',
  'public/',
  'public/../',
  '../',
  '//',
];
const FOLDERS = ['/', '/demo/', '/docs/', '/api/v2/feed/', '/demo/bridge-1.svg/'];

const CONTENTS =
  /database_id|CREATE TABLE|"lockfileVersion"|repositoryformatversion|root:x:0|compatibility_date|\[core\]|sourcesContent/;

/** Requests files outside the served folders by path traversal, as raw bytes that no client normalises. */
export async function paths(trial: Trial, url: URL): Promise<void> {
  const ways = FOLDERS.flatMap((folder) =>
    STEPS.flatMap((step) => [1, 6].flatMap((times) => FILES.map((file) => folder + step.repeat(times) + file))),
  );
  const distinct = [...new Set(ways)];
  const portions = Array.from({ length: 8 }, (_, i) => distinct.filter((_, at) => at % 8 === i));
  await Promise.all(
    portions.map(async (portion) => {
      for (const path of portion) {
        trial.count(PATHS_KIND);
        const answer = await exchange(url, `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`);
        const [status = 0] = statuses(answer);
        trial.expect(status >= 300 && status < 500, PATHS_KIND, path, `answered ${status}`);
        trial.expect(!CONTENTS.test(answer), PATHS_KIND, path, `shows ${CONTENTS.exec(answer)?.[0]}`);
        const location = /^Location: (.*)$/im.exec(answer)?.[1]?.trim();
        if (location)
          trial.expect(
            new URL(location, url).origin === url.origin,
            PATHS_KIND,
            path,
            `leads to another site: ${location}`,
          );
      }
    }),
  );
}

const PROTOCOL_KIND = 'malformed HTTP';

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

/** The runtime must reject a malformed request, or answer it once and ignore the request hidden in it. */
export async function protocol(trial: Trial, url: URL): Promise<void> {
  // The inner request has no key. If the server reads it as a request, it responds with this path's rejection.
  const inner = `GET /manage/smuggled HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`;
  await Promise.all(
    Object.entries(REQUESTS).map(async ([what, make]) => {
      trial.count(PROTOCOL_KIND);
      const answer = await exchange(url, Buffer.from(make(url.host, inner), 'latin1'));
      const codes = statuses(answer);
      trial.expect(codes.length < 2, PROTOCOL_KIND, what, `answered ${codes.length} times: ${codes}`);
      // The runtime answers unreadable requests itself, with this text. They never reach the Worker.
      const failed =
        codes.some((code) => code >= 500 && code !== 501) && !answer.endsWith('\r\n\r\nInternal Server Error');
      trial.expect(!failed, PROTOCOL_KIND, what, `answered ${codes}`);
      trial.expect(
        !/told-back|<script>|evil\.example/.test(answer),
        PROTOCOL_KIND,
        what,
        'gives back what it was sent',
      );
      trial.expect(!/root:x:0|"queue"/.test(answer), PROTOCOL_KIND, what, 'shows what nobody may see');
    }),
  );
}
