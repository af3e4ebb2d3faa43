import { exchange, statuses } from '../../command/socket.ts';
import type { Trial } from '../../trial.ts';

const KIND = 'path traversal';

/** Files beside the assets, or beside the Worker. */
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

/** Ways up. */
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

/** What those files hold, and no answer may. */
const CONTENTS =
  /database_id|CREATE TABLE|"lockfileVersion"|repositoryformatversion|root:x:0|compatibility_date|\[core\]|sourcesContent/;

/** Files that are none of anybody's business, by every way up, as bytes that nothing has tidied. */
export async function paths(trial: Trial, url: URL): Promise<void> {
  const ways = FOLDERS.flatMap((folder) =>
    STEPS.flatMap((step) => [1, 6].flatMap((times) => FILES.map((file) => folder + step.repeat(times) + file))),
  );
  const distinct = [...new Set(ways)];
  const portions = Array.from({ length: 8 }, (_, i) => distinct.filter((_, at) => at % 8 === i));
  await Promise.all(
    portions.map(async (portion) => {
      for (const path of portion) {
        trial.count(KIND);
        const answer = await exchange(url, `GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`);
        const [status = 0] = statuses(answer);
        trial.expect(status >= 300 && status < 500, KIND, path, `answered ${status}`);
        trial.expect(!CONTENTS.test(answer), KIND, path, `shows ${CONTENTS.exec(answer)?.[0]}`);
        const location = /^Location: (.*)$/im.exec(answer)?.[1]?.trim();
        if (location)
          trial.expect(new URL(location, url).origin === url.origin, KIND, path, `leads to another site: ${location}`);
      }
    }),
  );
}
