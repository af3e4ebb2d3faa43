import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openDb } from '../../src/db/client.ts';
import { createKey } from '../../src/keys/key-store.ts';
import { builtWorker, newWorkerdState } from '../support/built.ts';
import { type RunningWorker, startWorker } from '../support/worker.ts';

const folder = mkdtempSync(join(tmpdir(), 'newsgauge-mail-'));
let site: RunningWorker;
let operator = '';

before(async () => {
  const state = join(folder, 'state');
  newWorkerdState(state);
  const vars = { MAIL_FROM: 'news@news.example', PUBLIC_URL: 'https://news.example', PUBLISHER: 'The Gazette' };
  site = await startWorker({ state, port: 0, vars, script: builtWorker(), mail: join(folder, 'tmp') });
  const key = { name: 'operator', origins: [], expiresAt: null };
  operator = await createKey(openDb(site.db), { kind: 'operator', ...key }, Math.floor(Date.now() / 1000));
  await manage('PUT', 'topics', [{ id: 1, name: 'Cyber', slug: 'cyber', category: 1 }]);
});
after(async () => {
  await site?.dispose();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function manage<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(new URL(`/manage/${path}`, site.url), {
    method,
    headers: { Authorization: `Bearer ${operator}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return ((await response.json()) as { data: T }).data;
}

const files = (end: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('email') && name.endsWith(end))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

/** Returns the HTML bodies of the messages. The simulator writes them after its response, texts first. */
async function pages(isWanted: (body: string) => boolean = () => true): Promise<string[]> {
  for (let tries = 0; tries < 2000; tries++) {
    const found = files('.html').filter(isWanted);
    if (found.some((page) => page.trimEnd().endsWith('</html>'))) return found;
    await delay(50);
  }
  throw new Error('no page of a message');
}

test('a topic’s follower gets one email per article', async () => {
  const followed = { kind: 'topic', ref: '1', via: 'mail', rhythm: 'once', address: 'dana@news.example' };
  await manage('POST', 'subscriptions', followed);
  await site.cron('*/5 * * * *');
  assert.equal((await pages()).length, 1);
  const [, link = ''] = /https:\/\/news\.example(\/confirm\/\S+)/.exec(files('.txt')[0] ?? '') ?? [];
  assert.match(await (await fetch(new URL(link, site.url))).text(), /Receive “Cyber” by email\?/);
  assert.equal((await fetch(new URL(link, site.url), { method: 'POST' })).status, 200);
  const publishedAt = new Date().toISOString();
  const article = { id: 1, url: 'https://ledger.example/1', title: 'Überfall', publishedAt, contentType: 'article' };
  await manage('PUT', 'articles', [{ ...article, topics: [1] }]);
  for (let i = 0; i < 3; i++) await site.cron('*/5 * * * *');
  const isNews = (body: string) => body.includes('Überfall');
  const [page = '', ...otherPages] = await pages(isNews);
  const [text = '', ...more] = files('.txt').filter(isNews);
  assert.deepEqual(otherPages, []);
  assert.deepEqual(more, []);
  assert.match(text, /Überfall/);
  assert.match(text, /Unsubscribe: https:\/\/news\.example\/unsubscribe\/1\./);
  assert.match(page, /<a href="https:\/\/ledger\.example\/1"/);
  const { subscriptions } = await manage<{ subscriptions: { last: string | null; failure: string | null }[] }>(
    'GET',
    'subscriptions',
  );
  assert.deepEqual([typeof subscriptions[0]?.last, subscriptions[0]?.failure], ['string', null]);
});
