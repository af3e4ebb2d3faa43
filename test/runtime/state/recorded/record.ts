/** Records a state of this release and its responses: `npx node test/runtime/state/recorded/record.ts`. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { makeListToken } from '../../../../src/clicks/list-tokens.ts';
import { installationSecret } from '../../../../src/clicks/salts/secret.ts';
import { openDb } from '../../../../src/db/client.ts';
import { DAY_MS } from '../../../../src/lib/time.ts';
import { filesOf } from '../../../../src/node/state/files.ts';
import { startSite } from '../../../browser/support/server.ts';
import { Authenticator } from '../../../support/people/authenticator.ts';
import { workerdDatabase } from '../../../support/workerd/runtime.ts';
import { answersOf, dayOf, RECORDED, type Recorded, VERSION } from './recorded.ts';

const READERS = 40;
const site = await startSite();
const [operator, secret, publishable] = [
  await site.makeKey('operator'),
  await site.makeKey('secret'),
  await site.makeKey('publishable', ['https://news.example']),
];
const published = new Date(Date.now() - 5 * DAY_MS).toISOString();
const articles = [
  'Hurricane Ada closes the port of Varn',
  'Port of Varn closed as hurricane Ada arrives',
  'Premiums rise',
  'A bank is fined',
].map((title, i) => ({
  id: i + 1,
  url: `https://${i === 1 ? 'courier' : 'ledger'}.example/${i + 1}`,
  title,
  introduction: i < 2 ? 'Hurricane Ada has closed the port of Varn; ships wait outside, and insurers count.' : '',
  publishedAt: published,
  contentType: 'article',
  author: 'Ada Byron',
  topics: i < 2 ? [1] : [2],
  companies: i === 3 ? [1] : [],
}));
await site.publish({
  topics: [
    { id: 1, name: 'Marine', slug: 'marine', category: 1 },
    { id: 2, name: 'Pricing', slug: 'pricing', category: 2 },
  ],
  companies: [{ id: 1, name: 'Varnholt Re', organisationType: 'Carrier' }],
  sources: [{ domain: 'ledger.example', name: 'Premium Ledger', organisationType: 'Service Provider' }],
  articles,
});
await site.importClicks(
  Array.from({ length: 6 * READERS }, (_, i) => ({
    contentId: 1 + (i % 10 < 5 ? 0 : i % 4),
    reader: `reader ${i % READERS}-${Math.floor(i / READERS)}`,
    network: 64_500 + (i % 17),
    userAgent: `Browser ${String.fromCharCode(97 + (i % 9))}`,
    at: new Date(Date.now() - DAY_MS * (1 + (i % 3))).toISOString(),
  })),
);

async function manage<T>(path: string, body: object, cookie?: string, method = 'POST'): Promise<T> {
  const response = await fetch(new URL(path, site.url), {
    method,
    headers: { Origin: site.url.origin, ...(cookie ? { Cookie: cookie } : { Authorization: `Bearer ${operator}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} ${response.status} ${await response.text()}`);
  return ((await response.json()) as { data: T }).data;
}
const { link } = await manage<{ link: string }>('/manage/people', { name: 'Dana', role: 'editor' });
const invitation = link.split('#')[1] ?? '';
const { options } = await manage<{ options: { challenge: string } }>('/session/invitation', { invitation });
const credential = await new Authenticator().create({ challenge: options.challenge, origin: site.url.origin });
await manage('/session/invitation', { invitation, credential }, undefined, 'PUT');
await manage('/manage/subscriptions', { kind: 'topic', ref: '1', via: 'feed', rhythm: 'digest' });

const keyId =
  (await site.db.prepare(`SELECT id FROM api_keys WHERE kind = 'publishable'`).first<{ id: number }>())?.id ?? 0;
const signing = await installationSecret(openDb(site.db));
for (let i = 0; i < 12; i++) {
  const minute = Math.floor(Date.now() / 60_000);
  const ids = [1, 2, 3, 4];
  const listToken = await makeListToken(signing, {
    keyId,
    list: '0000000000a1',
    layout: 'list',
    ids,
    minute,
    reports: true,
    sampling: 1,
  });
  const sent = {
    '/clicks': { contentId: 1 + (i % 4) },
    '/reads': { contentId: 1, level: 'half' },
    '/views': { listToken, seen: [1, 2] },
  };
  for (const [path, body] of Object.entries(sent)) {
    const response = await fetch(new URL(path, site.url), {
      method: 'POST',
      headers: {
        Origin: 'https://news.example',
        'CF-Connecting-IP': `203.0.113.${i + 1}`,
        'User-Agent':
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      },
      body: JSON.stringify({ key: publishable, ...body }),
    });
    if (!response.ok) throw new Error(`${path} ${response.status} ${await response.text()}`);
  }
}
while (Object.values(await site.waiting()).some((count) => count > 0)) await sleep(200);
await site.cron('*/5 * * * *');

const recorded: Recorded = { version: VERSION, day: dayOf(Date.now()), operator, secret, answers: {}, files: {} };
recorded.answers = await answersOf(site.url, recorded);
await site.mf.dispose();
const file = workerdDatabase(site.state);
const database = new DatabaseSync(file);
database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE; VACUUM');
database.close();
recorded.files[basename(filesOf('').database)] = readFileSync(file).toString('base64');
writeFileSync(RECORDED, gzipSync(JSON.stringify(recorded), { level: 9 }));
rmSync(site.state, { recursive: true, force: true });
