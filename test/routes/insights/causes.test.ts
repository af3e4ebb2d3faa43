import { expect, inject, test } from 'vitest';
import causes from '../../../docs/explanation/causes.md?raw';
import { weeks } from '../../../src/db/schema.ts';
import { createRandom } from '../../../src/demo/random.ts';
import type { Cause } from '../../../src/rankings/math/figures/cause.ts';
import { storeWeek } from '../../../src/rankings/read/weekly-summaries.ts';
import { askWith, makeKey, openTestDb } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { FUTURE } from './newsroom.ts';
import type { Article, Click, Newsroom } from './oracle.ts';
import { askFresh, stage } from './stage.ts';

/** The last topic changes because one article replaces another, which may be random. */
const TOPICS = 9;
/** `RUNS` sets a higher number of newsrooms. */
const NEWSROOMS = Number(inject('RUNS')) || sized(1, 2);
/** The day is a Monday, because weeks are stored on Mondays. */
const NOW = FUTURE + 61 * 86_400 + 5 * 3600;
const HOUR = 3600;
const SOURCES = ['alpha', 'beta', 'gamma'];

function newsroomOf(seed: number): Newsroom {
  const random = createRandom(seed, 'causes');
  const topics = Array.from({ length: TOPICS }, (_, i) => ({
    id: i + 1,
    name: `Topic ${i + 1}`,
    slug: `topic-${i + 1}`,
    description: '',
    category: 1,
  }));
  const articles: Article[] = [];
  const clicks: Click[] = [];
  const first = random.int(0, 2);
  for (const { id } of topics.slice(0, -1)) {
    const [from, to] = random.chance(0.5) ? [200, 20] : [20, 200];
    const isNew = random.chance(0.15);
    const one = (['article', 'source', 'many'] as const)[(id + first) % 3];
    for (let n = 0; n < 7; n++) {
      const contentId = id * 10 + n;
      const source = one === 'source' && n < 6 ? 'alpha' : SOURCES[n % 3];
      articles.push({
        id: contentId,
        url: `https://${source}.example/${contentId}`,
        title: `Story ${contentId}`,
        contentType: 'article',
        topics: [id],
      });
      const most = one === 'article' ? Number(n === 3) : one === 'source' ? Number(n < 6) : 1;
      const counts = [
        [from, isNew ? 0 : 2 + random.int(0, 3)],
        [to, isNew ? 0 : 3 + most * random.int(20, 60)],
        [20, isNew ? random.int(1, 30) : 0],
      ] as const;
      for (const [hoursAgo, count] of counts)
        for (let reader = 0; reader < count; reader++)
          clicks.push({ contentId, at: NOW - hoursAgo * HOUR, reader: `reader ${reader}`, signed: true });
    }
  }
  const uncertain = { url: 'https://beta.example/uncertain', contentType: 'article', topics: [TOPICS] };
  for (const [i, hoursAgo] of [20, 200].entries()) {
    const id = 10 * TOPICS + i;
    articles.push({ ...uncertain, id, url: `${uncertain.url}-${id}`, title: `Story ${id}` });
    for (let reader = 0; reader < 30 - 2 * i; reader++)
      clicks.push({ contentId: id, at: NOW - hoursAgo * HOUR, reader: `reader ${i} ${reader}`, signed: true });
  }
  return { topics, sources: [], articles, clicks };
}

interface Told {
  name: string;
  topicId: number;
  growthPercent: number | null;
  confidence: 'high' | 'low';
  cause: Cause<{ contentId: number; title: string }> | null;
  why: string | null;
}

function recounted({ articles, clicks }: Newsroom, topic: number): string {
  const changes = articles
    .filter(({ topics }) => topics.includes(topic))
    .map(({ title, url, id }) => {
      const own = clicks.filter(({ contentId }) => contentId === id).map(({ at }) => (NOW - at) / HOUR);
      const now = own.filter((ago) => ago < 168).length;
      return { title, source: new URL(url).host, all: own.length, change: 2 * now - own.length };
    });
  const isLoss = changes.reduce((sum, { change }) => sum + change, 0) < 0;
  const gains = changes.map((one) => ({ ...one, gain: Math.max(0, isLoss ? -one.change : one.change) }));
  const sum = (list: typeof gains) => list.reduce((total, { gain }) => total + gain, 0);
  const first = gains.toSorted((a, b) => b.gain - a.gain);
  const ofSource = (name: string) => gains.filter(({ source, gain }) => source === `${name}.example` && gain > 0);
  const isChance = (one: typeof gains) => sum(one) <= 1.645 * Math.sqrt(one.reduce((total, { all }) => total + all, 0));
  const step = sum(gains) >= 50 ? 10 : 20;
  const shareOf = (one: typeof gains) => Math.round((100 * sum(one)) / sum(gains) / step) * step;
  const set = [first.slice(0, 1), first.slice(0, 2), ...SOURCES.map(ofSource)].find(
    (one) => 2 * sum(one) > sum(gains) && (sum(gains) < 15 || shareOf(one) > 50),
  );
  const partOf = (one: typeof gains) =>
    sum(gains) < 15 ? '' : ` (about ${shareOf(one)}% of the ${isLoss ? 'losses' : 'gains'})`;
  const titles = (one: typeof gains) => one.map(({ title }) => `“${title}”`).join(' and ');
  if (!set) {
    const most = [2, 1]
      .map((n) => first.slice(0, n))
      .find((one) => !isChance(one) && (sum(gains) < 15 || shareOf(one)));
    return `${isLoss ? 'fewer readers of' : 'spread over'} many articles${most ? `, most of all ${titles(most)}${partOf(most)}` : ''}`;
  }
  if (isChance(set)) return '';
  const named = set.length > 2 ? set[0]?.source : titles(set);
  const part = partOf(set);
  return `${isLoss ? 'fewer readers of' : 'led by'} ${named}${part}`;
}

const STATED = new Map(
  Array.from(
    causes.matchAll(/^\| (null|another number|0)[^|]*\| `(high|low)` \| (null|by the rules above) \|$/gm),
    ([, growth, confidence, told]) => [`${growth} ${confidence}`, told],
  ),
);
const kindOf = ({ growthPercent, confidence }: Pick<Told, 'growthPercent' | 'confidence'>) =>
  `${growthPercent || growthPercent === 0 ? growthPercent && 'another number' : 'null'} ${confidence}`;

const WORDS =
  /(led by|fewer readers of(?! many articles)|(?:spread over|fewer readers of) many articles, most of all) [^;(<]*?(”|\.example)( \(about \d+% of the (gains|losses)\))?(?! and “)|(?:spread over|fewer readers of) many articles/i;

const dataOf = async <T>(response: Response) => ((await response.json()) as { data: T }).data;

test(
  'API, pages, emails, feeds and MCP show the same cause of a change',
  async () => {
    const db = openTestDb();
    const operator = await makeKey('operator');
    const secret = await makeKey('secret');
    const seen = { articles: 0, source: 0, many: 0, fewer: 0 };
    const kinds = new Map<string, number>();
    for (let seed = 1; seed <= NEWSROOMS; seed++) {
      const newsroom = newsroomOf(seed);
      await stage(newsroom, NOW);
      await db.delete(weeks);
      const sentences = new Map<string, string | null>();

      for (const direction of ['', 'direction=up', 'direction=down']) {
        const path = `/api/v2/insights/trending-topics/growth/?limit=50&minContentItems=1&${direction}`;
        for (const topic of (await dataOf<{ topics: Told[] }>(await askFresh(path))).topics) {
          const kind = kindOf(topic);
          kinds.set(kind, 1 + (kinds.get(kind) ?? 0));
          expect(STATED.get(kind), kind).toBeDefined();
          const isTold = STATED.get(kind) !== 'null';
          const why = (isTold && recounted(newsroom, topic.topicId)) || null;
          expect([seed, path, topic.name, topic.why]).toEqual([seed, path, topic.name, why]);
          expect([topic.name, topic.cause === null]).toEqual([topic.name, why === null]);
          sentences.set(topic.name, why);
          if (topic.cause && isTold) seen[topic.cause.kind]++;
          if (why?.startsWith('fewer') && topic.cause?.kind !== 'many') seen.fewer++;
        }
      }
      expect(sentences.size).toBeGreaterThan(5);

      type Week = Record<'rose' | 'fell' | 'isNew', Told[]>;
      const week = await dataOf<Week>(await askFresh('/api/v2/insights/week/'));
      for (const topic of [...week.rose, ...week.fell, ...week.isNew])
        expect([topic.name, topic.why]).toEqual([topic.name, sentences.get(topic.name)]);

      const call = { method: 'tools/call', params: { name: 'growing_topics', arguments: { minContentItems: 1 } } };
      const tool = await askFresh('/mcp', { 'Content-Type': 'application/json' }, { jsonrpc: '2.0', id: 1, ...call });
      const { result } = (await tool.json()) as { result: { structuredContent: { topics: Told[] } } };
      for (const topic of result.structuredContent.topics)
        expect([topic.name, topic.why]).toEqual([topic.name, sentences.get(topic.name)]);

      await storeWeek(db, { now: NOW * 1000, zone: '', minEngagement: 10, minItems: 1 });
      const rss = await (await askFresh('/api/v2/insights/week/?output=rss')).text();
      const [topic = 0] = [...week.rose, ...week.fell].filter(({ why }) => why).map(({ topicId }) => topicId);
      const growth = `insights/trending-topics/growth/?limit=${50 - (seed % 40)}&minContentItems=1`;
      // These responses are cached, so they are compared for the first newsroom only.
      const views = seed === 1 ? [growth, 'insights/week/', `insights/topics/${topic}/content/`] : [growth];
      const pages: string[] = [];
      for (const view of views) {
        const init = { method: 'POST', body: JSON.stringify({ name: 'Board', view, days: 30 }) };
        const { link } = await dataOf<{ link: string }>(await askWith(operator, '/manage/shares', init));
        const page = await (await askWith(secret, new URL(link).pathname)).text();
        // Pages print the titles of causes as links that the style sheet quotes, and cut long titles.
        const quoted = page.replaceAll(
          /<span class="quoted"><a([^>]*)>([^<]*)<\/a><\/span>/g,
          (_, attributes: string, shown: string) => `“${/ title="([^"]*)"/.exec(attributes)?.[1] ?? shown}”`,
        );
        pages.push(quoted.replaceAll(/<span>( and )?(“[^<]*”)<\/span>/g, '$1$2'));
      }
      const [page = ''] = pages;
      for (const other of pages.slice(1)) {
        const [, said = ''] = /<p class="(?:answer|growing)">(.*?)<\/p>/s.exec(other) ?? [];
        const answer = said.replaceAll(/<[^>]*>/g, '').replace(/\.$/, '');
        const why = sentences.get(`Topic ${topic}`);
        if (/^Topic \d/.test(answer)) expect(other).toContain(`<small class="why">${why}</small>`);
        else expect(answer).toSatisfy((said: string) => said.endsWith(`. ${why}`));
      }
      for (const [html, end] of [
        [rss, /&lt;\/li&gt;/] as const,
        ...pages.map((page) => [page, /<\/li>|<section|<tr>/] as const),
      ])
        for (const part of html.split(end)) {
          const name = /(Topic \d)\b/.exec(part)?.[1] ?? '';
          const told = WORDS.exec(part)?.[0];
          if (told) expect([seed, name, told.toLowerCase()]).toEqual([seed, name, sentences.get(name)?.toLowerCase()]);
          else if (/\(about|\bbecause\b|mainly/i.test(part)) expect(part).toBe('told in other words');
        }
      for (const text of [rss, page]) expect(text).toMatch(WORDS);
    }
    for (const kind of ['null low', 'another number high', 'another number low'])
      expect(kinds.get(kind) ?? 0, kind).toBeGreaterThan(0);
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(2);
  },
  60_000 * NEWSROOMS,
);
