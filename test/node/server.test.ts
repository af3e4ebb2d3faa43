/**
 * The real Worker in a Node process migrates an empty state, stores content and counts a click. All data survives a
 * restart.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { d1On } from '../../src/node/d1/database.ts';
import { openD1File } from '../../src/node/d1/sqlite.ts';
import { type FirstKeys, mintKeys } from '../../src/node/first-start/first-keys.ts';
import { filesOf } from '../../src/node/state/files.ts';
import { startNodeServer } from '../support/servers/node-server.ts';

const state = mkdtempSync(join(tmpdir(), 'newsgauge-server-'));
let keys: FirstKeys;
let server: Awaited<ReturnType<typeof start>>;

interface Asking {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

async function start() {
  const { url, stop } = await startNodeServer({ state });
  return {
    ask: (path: string, key: string, init: Asking = {}) =>
      fetch(new URL(path, url), { ...init, headers: { Authorization: `Bearer ${key}`, ...init.headers } }),
    stop,
  };
}

beforeAll(async () => {
  server = await start();
  const database = openD1File(filesOf(state).database);
  keys = await mintKeys(d1On(database));
  database.close();
});
afterAll(async () => {
  await server?.stop();
  rmSync(state, { recursive: true, force: true });
});

const put = (path: string, value: object) =>
  server.ask(`/manage/${path}`, keys.operator, {
    method: 'PUT',
    body: JSON.stringify(value),
    headers: { 'Content-Type': 'application/json' },
  });

test('the server stores content, counts a click and retains both across a restart', async () => {
  expect((await server.ask('/health/ready', '')).status).toBe(200);
  expect((await server.ask('/click.js', '')).headers.get('Cache-Control')).toBe('public, max-age=3600');
  const topic = { id: 1, name: 'Space', slug: 'space', description: 'What is launched', category: 1 };
  expect((await put('topics', [topic])).status).toBe(200);
  const article = {
    id: 1001,
    url: 'https://news.example/orbit',
    title: 'Orbit reached',
    introduction: 'A rocket has reached its orbit.',
    publishedAt: new Date(Date.now() - 60_000).toISOString(),
    contentType: 'article',
    topics: [1],
  };
  expect(await (await put('articles', [article])).json()).toMatchObject({ data: { accepted: 1, rejected: [] } });

  const feed = await (await server.ask('/api/v2/feed/?searchTerms=rockets', keys.publishable)).json();
  expect(feed).toMatchObject({ items: [{ id: '1001', title: 'Orbit reached' }] });

  const click = await server.ask('/clicks', '', {
    method: 'POST',
    body: JSON.stringify({ key: keys.publishable, contentId: 1001 }),
    headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  });
  expect([click.status, click.headers.get('X-Click')]).toEqual([202, 'accepted']);
  const popular = async () => {
    const answer = await server.ask('/api/v2/insights/popular-content/?period=7d', keys.secret);
    return ((await answer.json()) as { data: { items: { contentId: number }[] } }).data.items.map(
      (item) => item.contentId,
    );
  };
  await expect.poll(popular, { interval: 500 }).toEqual([1001]);

  expect(await server.stop()).toBe(0);
  server = await start();
  expect(await popular()).toEqual([1001]);
});

test('readers see the first articles of an import before the last are stored', async () => {
  const [first, last] = [2001, 2400];
  const began = Date.now() - 50_000;
  const articles = Array.from({ length: last - first + 1 }, (_, i) => ({
    id: first + i,
    url: `https://news.example/import/${i}`,
    title: `Launch ${i}`,
    introduction: `Rocket ${i} has reached its orbit.`,
    publishedAt: new Date(began + i * 100).toISOString(),
    contentType: 'article',
    topics: [1],
  }));
  let isOver = false;
  const imported = put('articles', articles).finally(() => {
    isOver = true;
  });
  const newest = new Set<number>();
  for (let i = 0; !isOver; i++) {
    // A parameter of its own makes each request bypass the cache.
    const accent = i.toString(16).padStart(6, '0');
    const feed = await (await server.ask(`/api/v2/feed/?limit=1&accent=${accent}`, keys.publishable)).json();
    newest.add(Number((feed as { items: { id: string }[] }).items[0]?.id));
  }
  expect((await imported).status).toBe(200);
  expect([...newest].filter((id) => id >= first && id < last)).not.toEqual([]);
});

test('no file of the state contains the address of a reader', () => {
  const files = readdirSync(state).map((name) => readFileSync(join(state, name)));
  expect(files.length).toBeGreaterThan(3);
  expect(files.filter((bytes) => bytes.includes('127.0.0.1'))).toEqual([]);
});
