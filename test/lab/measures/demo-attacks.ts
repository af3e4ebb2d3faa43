/** `npm run verify:demo`: what somebody who clicks moves in the demo newsroom of `npm start`, through the front on loopback. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../../../src/command/paths.ts';
import { HOUR_MS } from '../../../src/lib/time.ts';
import { BREAKDOWNS } from '../../../src/routes/api/insights/breakdown.ts';
import { untilReady } from '../../support/ready.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { publish, table } from './rolling.ts';
import { attackSites } from './site-attacks.ts';

const PAGE = 'docs/measured/demo-attacks.md';
/** Milliseconds until everything that was accepted is counted and published. */
const SETTLED = 20_000;
/** The oldest article of the demo newsroom. */
const FIRST_ID = 1001;
const FIFTY = 'limit=50';
/** Engagement that a silent article may have from one sender. */
const MOST = 4;
/** Lists of articles, each asked with `limit`; a silent article among the first ten of one of them fails. */
const LISTS = ['popular-content/?period=24h', 'popular-content/?period=7d', 'rising-content/?'];
/** Groups are small: a few clicks are much in some. */
const GROUPS = BREAKDOWNS.map((breakdown) => `popular-content/?breakdown=${breakdown}`);
const CO_TOPICS_OF = 47;
const TOPICS = [
  'trending-topics/?period=24h',
  'trending-topics/?period=7d',
  `topics/${CO_TOPICS_OF}/co-topics/?period=24h`,
  `topics/${CO_TOPICS_OF}/co-topics/?period=7d`,
];
/** A topic of silent articles alone, made by the run. */
const SILENT_TOPIC = { id: 901, name: 'Silent', slug: 'silent', description: '', category: 1 };
/** What is added to the id of an article of the demo for that of its copy. */
const COPIES = 900_000;
const AUDIENCES = ['audience/?period=24h', 'audience/?period=7d'];
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

/** What lists hold, of whichever form. */
interface Listed {
  items?: { contentId: number }[];
  topics?: { topicId: number; confidence?: string }[];
  coTopics?: { topicId: number }[];
  groups?: { slug: string; items: { contentId: number }[] }[];
  mostRead?: { contentId: number }[];
  companyTypes?: AudienceTopics[];
  regions?: AudienceTopics[];
  seniorities?: AudienceTopics[];
}
interface Weights {
  data: { articles: { contentId: number; clicks: number; discounted: number }[] };
}
type AudienceTopics = { slug: string; topics: { topicId: number }[] };
const articleIds = (items: { contentId: number }[] = []) => items.map(({ contentId }) => contentId);
const topicIds = (topics: { topicId: number }[] = []) => topics.map(({ topicId }) => topicId);
/** The best place of one of some ids; infinite: in no list. */
const bestOf = (lists: readonly number[][], ids: readonly number[]) =>
  Math.min(...lists.flatMap((list) => ids.map((id) => list.indexOf(id)).filter((place) => place >= 0))) + 1;
/** By how many places one of the ids of the lists has risen; lists by name, because they come and go. */
const risenIn = (after: Map<string, number[]>, before: Map<string, number[]>) =>
  Math.max(
    0,
    ...Array.from(after).flatMap(([name, list]) =>
      list.map((id, place) => {
        const was = before.get(name) ?? [];
        return (was.includes(id) ? was.indexOf(id) : was.length) - place;
      }),
    ),
  );

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
  const [secret, key, operator] = [keyOf('secret'), keyOf('publishable'), keyOf('operator')];
  const ask = async <T>(path: string): Promise<T> =>
    (await (await fetch(`${base}/api/v2/${path}`, { headers: { Authorization: `Bearer ${secret}` } })).json()) as T;
  const listed = async (path: string) => {
    const { data } = await ask<{ data?: Listed }>(`insights/${path}`);
    if (!data) throw new Error(`no answer to ${path}`);
    return data;
  };
  const places = async () => {
    const articles: number[][] = [];
    for (const path of LISTS) articles.push(articleIds((await listed(`${path}&${FIFTY}`)).items));
    articles.push(articleIds((await listed('week/')).mostRead));
    const groups: number[][] = [];
    for (const path of GROUPS)
      for (const { items } of (await listed(`${path}&${FIFTY}`)).groups ?? []) groups.push(articleIds(items));
    const topics: Map<string, number[]>[] = [];
    for (const path of TOPICS) {
      const { topics: trending, coTopics } = await listed(`${path}&${FIFTY}`);
      topics.push(new Map([[path, topicIds(trending ?? coTopics)]]));
    }
    for (const path of AUDIENCES) {
      const { companyTypes = [], regions = [], seniorities = [] } = await listed(path);
      const all = [...companyTypes, ...regions, ...seniorities];
      topics.push(new Map(all.map(({ slug, topics: own }) => [slug, topicIds(own)])));
    }
    return { articles, groups, topics };
  };
  /** The most that one of some articles weighs in the last 24 hours by so many clicks each: operators are told of what was taken off. */
  const weighs = async (ids: readonly number[], each: number) => {
    const headers = { Authorization: `Bearer ${operator}` };
    const { data } = (await (
      await fetch(`${base}/manage/discounting?hours=25&limit=100`, { headers })
    ).json()) as Weights;
    const left = ids.map((id) => {
      const { clicks, discounted } = data.articles.find(({ contentId }) => contentId === id) ?? {
        clicks: each,
        discounted: 0,
      };
      return Math.min(clicks, each) - discounted;
    });
    return Math.ceil(Math.max(...left));
  };
  /** Topics that grow, and those of them that surely do. */
  const growing = async () => {
    const { topics = [] } = await listed('trending-topics/growth/?direction=up&limit=50');
    return { listed: topicIds(topics), sure: topicIds(topics.filter(({ confidence }) => confidence === 'high')) };
  };
  /** Sends clicks as an attack says, and waits until they are counted. */
  const send = async (ids: readonly number[], posts: number, address: Attack['address']) => {
    const began = Date.now();
    let accepted = 0;
    for (let i = 0; i < posts; i++) {
      const answer = await fetch(`${base}/clicks`, {
        method: 'POST',
        body: JSON.stringify({ key, contentId: ids[i % ids.length] }),
        headers: { 'User-Agent': AGENTS[Math.floor(i / ids.length) % 16] ?? '', 'X-Forwarded-For': address(i) },
      });
      if (answer.status === 202) accepted++;
    }
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    await sleep(SETTLED);
    return { accepted, seconds };
  };
  const first = await places();
  const read = new Set(first.articles.flat());
  const silent = Array.from({ length: 60 }, (_, i) => FIRST_ID + i).filter((id) => !read.has(id));
  for (const id of silent)
    if (!(await ask<{ data?: object }>(`insights/content/${id}/`)).data) throw new Error(`no ${id}`);
  const rows: string[][] = [];
  const grewBefore = await growing();
  for (const { who, posts, articles, address } of ATTACKS) {
    const ids = silent.splice(0, articles);
    const before = await places();
    const { accepted, seconds } = await send(ids, posts, address);
    const after = await places();
    const best = after.articles.map((list) => bestOf([list], ids));
    if (best.some((place) => place <= 10)) process.exitCode = 1;
    const inGroups = bestOf(
      after.groups.filter((items) => items.length > 10),
      ids,
    );
    const weight = await weighs(ids, accepted / ids.length);
    if (weight > MOST) process.exitCode = 1;
    const shown = [...best, inGroups].map((place) => (Number.isFinite(place) ? String(place) : '–'));
    const moved = after.topics.map((lists, i) => String(risenIn(lists, before.topics[i] ?? new Map())));
    rows.push([who, String(posts), String(accepted), `${seconds} s`, String(weight), ...shown, ...moved]);
  }
  const [leader = 0] = (await places()).articles[2] ?? [];
  await send([leader], 6, () => '198.51.100.10');
  const place = (await places()).articles[2]?.indexOf(leader) ?? -1;
  if (place !== 0) process.exitCode = 1;
  // Growth compares complete hours: the same clicks as they are an hour later, after an import that makes the shares anew.
  const past = async (ids: readonly number[], prefix: string, each: number) => {
    const at = new Date(Date.now() - 2 * HOUR_MS).toISOString();
    const clicks = ids.flatMap((contentId) =>
      Array.from({ length: each }, (_, i) => ({
        ...{ contentId, at, prefix, signed: false, reader: `${prefix} ${i}`, userAgent: AGENTS[i % 16] },
      })),
    );
    const headers = { Authorization: `Bearer ${operator}` };
    const answer = await fetch(`${base}/manage/clicks`, { method: 'POST', headers, body: JSON.stringify(clicks) });
    if (!answer.ok) throw new Error(`clicks: ${answer.status} ${await answer.text()}`);
    await sleep(SETTLED);
  };
  const manage = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${operator}` };
    const answer = await fetch(`${base}/manage/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: { topics: number[] } }).data;
  };
  await manage('PUT', `topics/${SILENT_TOPIC.id}`, SILENT_TOPIC);
  // Articles of the demo that no list has may have a few readers of their own; copies of them have none.
  const ids = silent.splice(0, 12).map((id) => id + COPIES);
  for (const id of ids) {
    const article = await manage('GET', `articles/${id - COPIES}`);
    const topics = [...article.topics, SILENT_TOPIC.id];
    await manage('PUT', `articles/${id}`, { ...article, id, url: `https://silent.example/${id}`, topics });
  }
  await past(silent.splice(0, 1), '192.0.0.0/16', 1);
  const grew: string[] = [];
  for (const [who, prefix, each] of [
    ['one address', '198.51.0.0/16', 16],
    ['one /48', '2001:db8::/32', 100],
  ] as const) {
    const before = await growing();
    await past(ids, prefix, each);
    const now = await growing();
    const [listedAnew, sureAnew] = [now.listed, now.sure].map(
      (list, i) => list.filter((id) => !(i === 0 ? before.listed : before.sure).includes(id)).length,
    );
    if (sureAnew || now.listed.includes(SILENT_TOPIC.id)) process.exitCode = 1;
    grew.push(
      `${each} clicks of ${who} on each of ${ids.length} silent articles: ${listedAnew} topics that others read more are listed as growing, ${sureAnew} of them with high confidence; the topic that these articles alone have is ${now.listed.includes(SILENT_TOPIC.id) ? '' : 'not '}listed`,
    );
  }
  const sites = await attackSites([50, 200]);
  if (!sites.isHeld) process.exitCode = 1;
  publish(PAGE, [
    '# Clicks that nobody made in the demo newsroom',
    `Written by \`npm run verify:demo\`: \`npm start\` on an empty state, as the address in front says that posts come from; no network is known there. Articles are those that no list of the site has. The best place of a clicked article among the first 50 of each list (of the week: the five most read), and in a group of any breakdown with more than ten; an article among the first ten fails. In a small group of a quiet site a place is what three clicks are worth there, and an article of a weight of ${MOST} or less does not fail. Then by how many places a topic has risen, at most, in each list of topics.`,
    table(
      [
        ...['who', 'posts', 'accepted', 'time', 'weighs', '24h', '7d', 'rising', 'week', 'groups'],
        ...['topics, 24h', 'topics, 7d', 'co-topics, 24h', 'co-topics, 7d', 'audiences, 24h', 'audiences, 7d'],
      ],
      rows,
    ),
    `Six clicks of one address on the first of rising content leave it at place ${place + 1}. Two hours later, of ${grewBefore.listed.length} topics that grow: ${grew.join('; ')}.`,
    '## Growth and alarms of other sites',
    'Generated sites of their own, served, with readers of two weeks; networks are unknown there. A sender clicks each of twelve silent articles, through the service’s own doors; two hours later, with their readers, what is listed and told is compared with the same site without the attack. Fails: a silent topic that grows, shrinks or is listed for an audience, a silent article that rises, high confidence or an alert that was not there, a fleet that operators are not told of, and a site without weights where none of this is seen.',
    sites.text,
  ]);
} finally {
  if (server.pid) process.kill(-server.pid, 'SIGTERM');
  await sleep(5000);
  rmSync(state, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
