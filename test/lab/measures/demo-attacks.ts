/** `npm run verify:demo`: what somebody who clicks moves in the demo newsroom of `npm start`, through the front on loopback. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../../src/cli/database/runtime.ts';
import { untilReady } from '../../support/ready.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { publish, table } from './page.ts';

const PAGE = 'docs/measured/demo-attacks.md';
/** Milliseconds until everything that was accepted is counted and published. */
const SETTLED = 20_000;
/** The oldest article of the demo newsroom. */
const FIRST_ID = 1001;
const LISTS = [
  'popular-content/?period=24h&limit=50',
  'popular-content/?period=7d&limit=50',
  'rising-content/?limit=50',
];
const TOPICS = ['trending-topics/?period=now&limit=50', 'trending-topics/?period=week&limit=50'];
const AGENTS = Array.from({ length: 16 }, (_, i) => `Mozilla/5.0 (X11; Linux x86_64) Firefox/${'abcdefghijklmnop'[i]}`);

interface Attack {
  who: string;
  posts: number;
  articles: number;
  address: (i: number) => string;
}
const ATTACKS: Attack[] = [
  { who: 'one address on five articles', posts: 60, articles: 5, address: () => '198.51.100.7' },
  { who: 'one address on twelve articles', posts: 168, articles: 12, address: () => '198.51.100.8' },
  { who: 'one address on one article', posts: 1000, articles: 1, address: () => '198.51.100.9' },
  {
    who: 'addresses of one /48 on one article',
    posts: 40,
    articles: 1,
    address: (i) => `2001:db8:1:${i.toString(16)}::1`,
  },
  {
    who: 'addresses of one /48 on one article',
    posts: 240,
    articles: 1,
    address: (i) => `2001:db8:2:${i.toString(16)}::1`,
  },
  {
    who: 'addresses of one /48 on one article',
    posts: 420,
    articles: 1,
    address: (i) => `2001:db8:3:${i.toString(16)}::1`,
  },
];

const state = mkdtempSync(join(tmpdir(), 'newsgauge-demo-'));
const server = spawn('npm', ['start', '--silent'], {
  cwd: ROOT,
  env: { ...process.env, PORT: String(await freePort()), STATE_DIR: state, TRUST_PROXY: '127.0.0.1' },
  stdio: ['ignore', 'pipe', 'inherit'],
  detached: true,
});
try {
  const lines = (await untilReady(server)).join('\n');
  const keyOf = (kind: string) => new RegExp(`^ +${kind} +(\\S+)$`, 'm').exec(lines)?.[1] ?? '';
  const base = /(http:\/\/localhost:\d+)/.exec(lines)?.[1] ?? '';
  const [secret, key] = [keyOf('secret'), keyOf('publishable')];
  const ask = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${base}/api/v2/${path}`, { headers: { Authorization: `Bearer ${secret}` } })).json()) as T;
  const listed = async (path: string) =>
    (await ask<{ data: { items?: { contentId: number }[]; topics?: { topicId: number }[] } }>(`insights/${path}`)).data;
  const places = async () => ({
    articles: await Promise.all(
      LISTS.map(async (path) => (await listed(path)).items?.map((item) => item.contentId) ?? []),
    ),
    topics: await Promise.all(
      TOPICS.map(async (path) => (await listed(path)).topics?.map((item) => item.topicId) ?? []),
    ),
  });
  const first = await places();
  const read = new Set(first.articles.flat());
  const silent = Array.from({ length: 60 }, (_, i) => FIRST_ID + i).filter((id) => !read.has(id));
  for (const id of silent)
    if (!(await ask<{ data?: object }>(`insights/content/${id}/`)).data) throw new Error(`no ${id}`);
  const rows: string[][] = [];
  for (const { who, posts, articles, address } of ATTACKS) {
    const ids = silent.splice(0, articles);
    const before = await places();
    const began = Date.now();
    let accepted = 0;
    for (let i = 0; i < posts; i++) {
      const answer = await fetch(`${base}/clicks`, {
        method: 'POST',
        body: JSON.stringify({ key, contentId: ids[i % articles] }),
        headers: { 'User-Agent': AGENTS[Math.floor(i / articles) % 16] ?? '', 'X-Forwarded-For': address(i) },
      });
      if (answer.status === 202) accepted++;
    }
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    await sleep(SETTLED);
    const after = await places();
    const best = after.articles.map((list) => {
      const found = ids.map((id) => list.indexOf(id)).filter((place) => place >= 0);
      return found.length > 0 ? String(Math.min(...found) + 1) : '–';
    });
    const moved = after.topics.map((list, i) => {
      const up = list.map((id, place) => (before.topics[i]?.indexOf(id) ?? 0) - place);
      return String(Math.max(0, ...up));
    });
    if (best.some((place) => Number(place) <= 10)) process.exitCode = 1;
    rows.push([who, String(posts), String(accepted), `${seconds} s`, ...best, ...moved]);
  }
  publish(PAGE, [
    '# Clicks that nobody made in the demo newsroom',
    'Written by `npm run verify:demo`: `npm start` on an empty state, as the address in front says that posts come from; no network is known there. Articles are those that no list has. The best place of a clicked article among the first 50 of each list, and by how many places a topic has risen; an article among the first ten fails.',
    table(['who', 'posts', 'accepted', 'time', '24h', '7d', 'rising', 'topics, 24h', 'topics, 7d'], rows),
  ]);
} finally {
  if (server.pid) process.kill(-server.pid, 'SIGTERM');
  await sleep(5000);
  rmSync(state, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
