import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Receiver } from '../../support/servers/receiver.ts';
import { difference } from '../faults/storm/compare.ts';
import type { FeedItem, Newsroom } from './newsroom.ts';
import type { Readers } from './readers.ts';
import { DAY, HOUR, type Service } from './services/service.ts';
import { FOREIGN_WORDS, type Sources, TOPICS } from './sources.ts';

/** Simulated week whose promises are checked. */
export interface Week {
  service: Service;
  newsroom: Newsroom;
  sources: Sources;
  readers: Readers;
  receiver: Receiver;
  /** Folder of the backup that was restored. */
  backup: string;
  stepHours: number;
  /** Findings from the course of the week. */
  findings: { salts: string[]; fleets: string[] };
}

const PATIENCE_MS = 600_000;
const PAUSE_MS = 500;
/** Engagement of the tenth article from which a ranking resists one sender. */
const ACTIVE = 12;
/** Clicks that reveal a response time, as their article must be ranked. */
const PROBE_CLICKS = 40;

function assertSame(is: unknown, must: unknown, what: string): void {
  const found = difference(is, must);
  assert.ok(found === null, `${what}: ${found}`);
}

/** Repeats an assertion until it holds. On a slow machine, that may take long. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(PAUSE_MS)) {
    try {
      return await check();
    } catch (thrown) {
      if (Date.now() > end) throw thrown;
    }
  }
}

export async function countedClicks({ rows }: Service): Promise<Map<number, number>> {
  const found = await rows<{ id: number; clicks: number }>(
    'SELECT content_id AS id, sum(unsigned_all + signed_all + trusted_all) AS clicks FROM click_hours GROUP BY 1',
  );
  return new Map(found.map(({ id, clicks }) => [id, clicks]));
}

/** Waits until all accepted clicks are counted. Fails if one is missing, or counted twice. */
export const settle = ({ service, readers }: Pick<Week, 'service' | 'readers'>): Promise<void> =>
  eventually(async () => {
    const counted = await countedClicks(service);
    for (const [id, { isExact }] of readers.targets) if (!isExact) counted.delete(id);
    const must = [...readers.expected].filter(([id]) => readers.targets.get(id)?.isExact !== false);
    const byId = (pairs: Iterable<[number, number]>) => [...pairs].sort(([a], [b]) => a - b);
    assertSame(byId(counted), byId(must), 'counted clicks');
  });

/** Salts that the first jobs after their end should have deleted. */
export async function expiredSalts({ service: { rows, now }, stepHours }: Week): Promise<string[]> {
  const today = (now() - stepHours * HOUR) / DAY;
  const salts = await rows<{ day: number }>('SELECT day FROM reader_salts');
  return salts.filter(({ day }) => day + 2 < today).map(({ day }) => `the salt of day ${day} is still stored`);
}

/** Whether the tenth article of the last hours has the engagement from which the promise holds. */
function isActive({ readers, service }: Week, hours: number): boolean {
  const since = service.now() - hours * HOUR;
  const counts = new Map<number, number>();
  for (const { at, contentId } of readers.recent)
    if (at >= since && !readers.targets.has(contentId)) counts.set(contentId, (counts.get(contentId) ?? 0) + 1);
  // Discounting lowers the engagement, so twice as many clicks are required.
  return [...counts.values()].filter((clicks) => clicks >= 2 * ACTIVE).length >= 10;
}

interface RankedArticles {
  data: { items: { contentId: number }[] };
}

export async function liftedTargets(week: Week): Promise<string[]> {
  const lifted: string[] = [];
  for (const [period, hours] of [
    ['24h', 23],
    ['7d', 160],
  ] as const) {
    if (!isActive(week, hours)) continue;
    const path = `/api/v2/insights/popular-content/?period=${period}&limit=10`;
    const { data } = await week.newsroom.read<RankedArticles>(path);
    for (const { contentId } of data.items)
      if (week.readers.targets.has(contentId)) lifted.push(`a fleet brought article ${contentId} into ${period}`);
  }
  return lifted;
}

const INSIGHTS = [
  'insights/popular-content/',
  'insights/popular-content/?period=24h&breakdown=source',
  'insights/rising-content/',
  'insights/trending-topics/',
  'insights/trending-topics/growth/',
  'insights/topics/1/content/',
  'insights/topics/1/co-topics/',
  'insights/topics/1/history/',
  'insights/history/',
  'insights/audience/',
  'insights/sources/',
  'insights/week/',
  'topics/trending/',
  'insights/underplayed-content/',
  'insights/read-through-rates/?by=source',
];

function* numberedFields(value: unknown, name = ''): Iterable<string> {
  if (typeof value === 'number') yield name;
  if (Array.isArray(value)) for (const each of value) yield* numberedFields(each, name);
  else if (value && typeof value === 'object')
    for (const [key, each] of Object.entries(value)) yield* numberedFields(each, key);
}

const filesIn = (folder: string): string[] =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** Lists occurrences of texts in files, and in all files of folders. `grep` finds 100,000 texts in one pass. */
function occurrences(places: readonly string[], texts: Iterable<string>, what: string): string[] {
  const { status, stdout, stderr } = spawnSync('grep', ['-raoF', '-f', '-', ...places], {
    input: [...texts].filter(Boolean).join('\n'),
    env: { ...process.env, LC_ALL: 'C' },
    encoding: 'latin1',
    maxBuffer: 2 ** 30,
  });
  assert.ok(status === 0 || status === 1, stderr);
  return [...new Set(stdout.split('\n').filter(Boolean))].map((line) => {
    const [file = '', text = ''] = line.split(/:(?=[^:]*$)/);
    return `${file} contains ${what} (${text.slice(0, 8)}…)`;
  });
}

const ids = (items: readonly FeedItem[]) => items.map(({ id }) => id);

/** Checks of promises from outside: by requests, and by the files that the server leaves. */
export const CHECKS = {
  async collectsArticles({ newsroom, sources }) {
    const must = new Map(sources.items.map((item) => [item.link, newsroom.mustBe(item)]));
    const items = await newsroom.walkSources();
    assert.equal(new Set(items.map(({ url }) => url)).size, items.length, 'an article is stored twice');
    const found = items.map(({ url, title, _article }) => [
      url,
      { title, topics: _article.topics.map(({ id }) => id).sort((a, b) => a - b) },
    ]);
    assertSame(Object.fromEntries(found), Object.fromEntries(must), 'articles');
  },

  async publishesFormats({ newsroom, service }) {
    const [partner] = newsroom.partners.slice(1);
    const listed = ids(await newsroom.walk('', 1)).slice(0, 20);
    const read = async (output: string) => {
      const path = `/api/v2/feed/?limit=20&output=${output}&accent=123456`;
      const response = await fetch(new URL(path, service.url), { headers: { 'X-API-Key': partner?.key ?? '' } });
      return response.text();
    };
    const found = (text: string, pattern: RegExp) => [...new Set(Array.from(text.matchAll(pattern), ([, id]) => id))];
    assert.deepEqual(found(await read('rss'), /,2026:article\/(\d+)</g), listed);
    assert.deepEqual(found(await read('html'), /data-content-id="(\d+)"/g), listed);
  },

  async filtersFeeds({ newsroom }) {
    const all = await newsroom.walk('');
    const compare = async (query: string, isWanted: (item: FeedItem) => boolean) =>
      assertSame(ids(await newsroom.walk(query)), ids(all.filter(isWanted)), query);
    const has = ({ _article: { topics } }: FeedItem, topic: number) => topics.some(({ id }) => id === topic);
    const hasWord = ({ title }: FeedItem, word: string) => title.split(/\W/).includes(word);
    for (const { id, word } of TOPICS) {
      await compare(`includeTopics=${id}`, (item) => has(item, id));
      await compare(`excludeTerms=${word}`, (item) => !hasWord(item, word));
      await compare(`searchTerms=${word}`, (item) => hasWord(item, word));
    }
  },

  async countsOnce(week) {
    await settle(week);
    const counted = await countedClicks(week.service);
    // An address counts at most 16 times per day and article.
    for (const [id, { isExact }] of week.readers.targets)
      if (!isExact) assert.ok((counted.get(id) ?? 0) <= 16, `one address counted ${counted.get(id)} times`);
    const [letters] = await week.service.rows<{ n: number }>(
      "SELECT count(*) AS n FROM dead_letters WHERE reason = 'failed'",
    );
    assert.equal(letters?.n, 0, 'clicks were given up');
  },

  async answersSoon({ newsroom, readers }) {
    const signing = newsroom.partners.find(({ secret }) => secret !== null);
    assert.ok(signing);
    const contentId = await newsroom.publish('probe', 2, HOUR / 4);
    const clicks = Array.from({ length: PROBE_CLICKS }, (_, n) => ({
      ...{ partner: signing, contentId, address: `192.0.2.${n}`, subject: `probe-${n}` },
    }));
    await readers.click(clicks);
    const began = Date.now();
    await eventually(async () => {
      const { data } = await newsroom.read<RankedArticles>('/api/v2/insights/topics/2/content/?period=24h&limit=50');
      assert.ok(
        data.items.some((item) => item.contentId === contentId),
        'a clicked article is not ranked',
      );
    });
    console.log(`  a ranking showed the clicks ${((Date.now() - began) / 1000).toFixed(1)} s after the last one`);
    for (const path of INSIGHTS) await newsroom.read(`/api/v2/${path}`);
  },

  async signsWebhooks({ newsroom, receiver }) {
    const received = receiver.at('/hook');
    assert.ok(received.length > 0, 'no webhook message arrived');
    const secret = Buffer.from(newsroom.webhookSecret.replace('whsec_', ''), 'base64');
    for (const { headers, body } of received) {
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      const must = Buffer.from(`v1,${createHmac('sha256', secret).update(signed).digest('base64')}`);
      const is = Buffer.from(headers['webhook-signature'] ?? '');
      assert.ok(is.length === must.length && timingSafeEqual(is, must), 'a message has a wrong signature');
    }
    const days = new Set(
      received
        .map(({ body }) => JSON.parse(body))
        .filter(({ type }) => type === 'selection.published')
        .map(({ data }) => data.date),
    );
    assert.deepEqual(
      [...newsroom.selections.keys()].filter((day) => !days.has(day)),
      [],
      'selections without a message',
    );
  },

  async servesTools({ newsroom, service }) {
    const response = await fetch(new URL('/mcp', service.url), {
      method: 'POST',
      headers: {
        ...{ Authorization: `Bearer ${newsroom.secret}`, 'Content-Type': 'application/json' },
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'trending_topics', arguments: {} },
      }),
    });
    assert.equal(response.status, 200, await response.text());
  },

  async searchesLanguages({ newsroom, sources }) {
    for (const word of FOREIGN_WORDS) {
      const must = sources.items
        .filter(({ title, link }) => (newsroom.edited.get(link)?.title ?? title).includes(word))
        .map(({ link }) => link);
      const found = await newsroom.walkSources(`searchTerms=${encodeURIComponent(word)}`);
      assertSame(found.map(({ url }) => url).sort(), must.sort(), word);
    }
  },

  async revealsNoCounts({ newsroom }) {
    for (const path of INSIGHTS) {
      const names = new Set(numberedFields(await newsroom.read(`/api/v2/${path}`)));
      const counting = [...names].filter((name) => /click|count|total|view|read(er)?s|engagement/i.test(name));
      assert.deepEqual(counting, [], path);
    }
  },

  async countsDays({ newsroom, service }) {
    const { data } = await newsroom.read<{ data: { days: { date: string }[] } }>('/api/v2/insights/history/?days=7');
    const dates = data.days.map(({ date }) => Date.parse(date));
    assert.equal(dates.length, 7);
    for (const [i, date] of dates.slice(1).entries()) assert.equal(date - (dates[i] ?? 0), DAY, 'a day is missing');
    assert.ok((dates.at(-1) ?? 0) <= service.now());
  },

  async makesLongKeys({ newsroom, service }) {
    for (const key of [...newsroom.keys, service.operator]) {
      const digits = key.slice('ngp_'.length);
      // The last six of these characters are a checksum.
      assert.ok((digits.length - 6) * Math.log2(62) >= 160, 'a key is too short');
    }
  },

  async storesNoKeys({ newsroom, service, backup }) {
    const keys = [...newsroom.keys, service.operator];
    assert.deepEqual(occurrences([service.folder, backup], keys, 'a key'), []);
  },

  async acceptsOperatorsInOneHeader({ service: { url, operator } }) {
    const status = async (path: string, headers: Record<string, string>) =>
      (await fetch(new URL(path, url), { headers })).status;
    assert.equal(await status('/manage/keys', { Authorization: `Bearer ${operator}` }), 200);
    assert.equal(await status('/manage/keys', { 'X-API-Key': operator }), 401);
    assert.equal(await status(`/manage/keys?apiKey=${operator}`, {}), 401);
    assert.equal(await status('/api/v2/feed/', { 'X-API-Key': operator }), 403);
  },

  async endsRevokedKeys({ newsroom, service, readers }) {
    const made = await newsroom.manage<{ key: string; stored: { id: number } }>('POST', 'keys', {
      kind: 'publishable',
      name: 'Leaving',
    });
    const { key, stored } = made;
    newsroom.keys.push(key);
    const [item] = await newsroom.walk('', 1);
    const read = async () =>
      (await fetch(new URL('/api/v2/feed/?limit=1', service.url), { headers: { 'X-API-Key': key } })).status;
    assert.equal(await read(), 200);
    await newsroom.manage('DELETE', `keys/${stored.id}`);
    await sleep(1000);
    await service.pass(60_000);
    assert.equal(await read(), 401, 'a revoked key reads a feed');
    const partner = { name: 'Leaving', key, id: stored.id, origin: null, secret: null };
    await readers.click([{ partner, contentId: Number(item?.id), address: '192.0.2.200' }]);
    assert.equal(readers.outcomes.get('401') ?? 0, 1, 'a revoked key reports a click');
  },

  async storesNoReaders({ readers, service, backup }) {
    assert.deepEqual(occurrences([service.folder, backup], readers.traces, 'a reader'), []);
  },

  async logsOnlyOwnWords({ sources, service }) {
    const titles = sources.items.map(({ title }) => title.split(' ')[0] ?? '');
    assert.deepEqual(existsSync(service.log) ? occurrences([service.log], titles, 'words of an article') : [], []);
  },

  async deletesSalts(week) {
    assert.deepEqual([...week.findings.salts, ...(await expiredSalts(week))], []);
  },

  async resistsFleets(week) {
    await settle(week);
    assert.deepEqual([...week.findings.fleets, ...(await liftedTargets(week))], []);
  },

  async ignoresInvalidTokens({ newsroom, readers, service }) {
    const signing = newsroom.partners.find(({ secret }) => secret !== null);
    const [item] = await newsroom.walk('', 1);
    const own = signing?.secret ?? '';
    const tokens = [
      await readers.sign('a', own, { algorithm: 'HS512' }),
      await readers.sign('a', `${own}x`),
      await readers.sign('a', own, { expiresIn: -60 }),
      await readers.sign('a', own, { expiresIn: 25 * 3600 }),
    ];
    for (const token of tokens) {
      const response = await fetch(new URL('/clicks', service.url), {
        method: 'POST',
        // A program's click does not count, but its response names invalid fields.
        headers: { 'User-Agent': 'Googlebot/2.1', 'Content-Type': 'text/plain', 'X-Forwarded-For': '192.0.2.201' },
        body: JSON.stringify({ key: signing?.key, contentId: Number(item?.id), token }),
      });
      assert.match(response.headers.get('X-Click-Ignored') ?? '', /token/, 'an invalid token was accepted');
    }
  },

  async validatesInput({ newsroom, service }) {
    const [, partner] = newsroom.partners;
    for (const query of ['includeTopics=1%27%20OR%201=1', 'limit=-1', 'output=exe', 'cursor=%00', 'searchTerms=%22'])
      for (const [path, key] of [
        ['/api/v2/feed/', partner?.key ?? ''],
        ['/manage/articles', service.operator],
      ] as const) {
        const { status } = await fetch(new URL(`${path}?${query}`, service.url), {
          headers: { Authorization: `Bearer ${key}` },
        });
        assert.ok(status < 500, `${path}?${query}: ${status}`);
      }
    const [first] = await service.rows<{ n: number }>('SELECT count(*) AS n FROM articles');
    assert.ok(Number(first?.n) > 0);
  },

  async restrictsPages({ newsroom, service }) {
    const policy = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(new URL(path, service.url), { headers })).headers.get('Content-Security-Policy') ?? '';
    for (const path of ['/', '/content', '/insights', '/desk', '/embed']) {
      const scripts = /script-src ([^;]*)/.exec(await policy(path))?.[1] ?? "'unsafe-inline'";
      assert.doesNotMatch(scripts, /'unsafe-/, path);
      assert.match(scripts, /'sha256-/, path);
    }
    for (const { key, origin } of newsroom.partners) {
      const found = /frame-ancestors ([^;]*)/.exec(await policy(`/api/v2/feed/?output=html&apiKey=${key}`))?.[1];
      assert.equal(found, origin ?? '*');
    }
  },

  async closesBackups({ backup }) {
    assert.equal(statSync(backup).mode & 0o077, 0, 'others may open the backup');
    for (const file of filesIn(backup)) assert.equal(statSync(file).mode & 0o077, 0, `others may read ${file}`);
    const salts = filesIn(backup).filter((file) => /reader_salts/.test(file));
    assert.deepEqual(salts, [], 'the backup contains salts of readers');
  },
} satisfies Record<string, (week: Week) => Promise<void>>;

export type CheckName = keyof typeof CHECKS;
