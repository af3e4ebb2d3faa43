import { expect, test } from 'vitest';
import { weeks } from '../../../src/db/schema.ts';
import { createRandom } from '../../../src/demo/random.ts';
import { causeInWords } from '../../../src/rankings/math/figures/cause.ts';
import { keepWeek } from '../../../src/rankings/read/kept-weeks.ts';
import { askWith, makeKey, openTestDb } from '../../support/index.ts';
import { FUTURE } from './newsroom.ts';
import type { Article, Click, Newsroom } from './oracle.ts';
import { askFresh, stage } from './stage.ts';

/** Wherever the cause of a change is told, it is the same, it is the one that a recount finds, or none is told. */

const NEWSROOMS = 2;
const NOW = FUTURE + 60 * 86_400 + 5 * 3600;
const HOUR = 3600;
const SOURCES = ['alpha', 'beta', 'gamma'];

/** Topics that one article moves, that one source moves and that many move, up and down, in an order that chance decides. */
function newsroomOf(seed: number): Newsroom {
  const random = createRandom(seed, 'causes');
  const topics = Array.from({ length: 8 }, (_, i) => ({
    id: i + 1,
    name: `Topic ${i + 1}`,
    slug: `topic-${i + 1}`,
    description: '',
    category: 1,
  }));
  const articles: Article[] = [];
  const clicks: Click[] = [];
  for (const { id } of topics) {
    const [from, to] = random.chance(0.5) ? [200, 20] : [20, 200];
    const isNew = random.chance(0.15);
    const one = random.pick(['article', 'source', 'many']);
    for (let n = 0; n < 7; n++) {
      const contentId = id * 10 + n;
      const source = one === 'source' && n < 4 ? 'alpha' : SOURCES[n % 3];
      articles.push({
        id: contentId,
        url: `https://${source}.example/${contentId}`,
        title: `Story ${contentId}`,
        contentType: 'article',
        topics: [id],
      });
      const most = one === 'article' ? Number(n === 3) : one === 'source' ? Number(n < 4) : 1;
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
  return { topics, sources: [], articles, clicks };
}

interface Told {
  name: string;
  topicId: number;
  growthPercent: number | null;
  confidence: 'high' | 'low';
  cause: { article: { contentId: number; title: string } | null; source: string } | null;
}

/** What more than half of a topic's gains, or losses, come from: counted from the clicks themselves. */
function recounted({ articles, clicks }: Newsroom, topic: number): string | null {
  const changes = articles
    .filter(({ topics }) => topics.includes(topic))
    .map(({ id, title, url }) => {
      const own = clicks.filter(({ contentId }) => contentId === id).map(({ at }) => (NOW - at) / HOUR);
      const change = own.filter((ago) => ago < 168).length - own.filter((ago) => ago >= 168).length;
      return { title: `“${title}”`, source: new URL(url).host, change };
    });
  const sign = Math.sign(changes.reduce((sum, { change }) => sum + change, 0));
  const parts = changes.map((one) => ({ ...one, part: Math.max(0, sign * one.change) }));
  const total = parts.reduce((sum, { part }) => sum + part, 0);
  const article = parts.find(({ part }) => 2 * part > total);
  if (article) return article.title;
  const of = (source: string) => parts.filter((one) => one.source === source).reduce((sum, { part }) => sum + part, 0);
  return SOURCES.map((name) => `${name}.example`).find((source) => 2 * of(source) > total) ?? null;
}

const dataOf = async <T>(response: Response) => ((await response.json()) as { data: T }).data;

test('every outlet names the same cause of a change, or none', async () => {
  const db = openTestDb();
  const operator = await makeKey('operator');
  const secret = await makeKey('secret');
  const seen = { article: 0, source: 0, many: 0, fewer: 0 };
  for (let seed = 1; seed <= NEWSROOMS; seed++) {
    const newsroom = newsroomOf(seed);
    await stage(newsroom, NOW);
    await db.delete(weeks);
    const causes = new Map<string, string | null>();
    const sentences = new Map<string, string>();

    for (const direction of ['', 'direction=up', 'direction=down']) {
      const path = `/api/v2/insights/trending-topics/growth/?limit=50&minContentItems=1&${direction}`;
      for (const topic of (await dataOf<{ topics: Told[] }>(await askFresh(path))).topics) {
        const named = topic.cause && (topic.cause.article ? `“${topic.cause.article.title}”` : topic.cause.source);
        expect({ seed, path, topic: topic.name, named }).toEqual({
          seed,
          path,
          topic: topic.name,
          named: recounted(newsroom, topic.topicId),
        });
        causes.set(topic.name, named);
        sentences.set(topic.name, causeInWords(topic));
        if (topic.growthPercent !== null && topic.growthPercent < 0) {
          expect(sentences.get(topic.name)).not.toMatch(/because/);
          if (sentences.get(topic.name)) seen.fewer++;
        }
        seen[named === null ? 'many' : topic.cause?.article ? 'article' : 'source']++;
      }
    }
    expect(causes.size).toBeGreaterThan(5);

    type Week = Record<'rose' | 'fell' | 'isNew', Told[]>;
    const week = await dataOf<Week>(await askFresh('/api/v2/insights/week/'));
    for (const topic of [...week.rose, ...week.fell, ...week.isNew])
      expect([topic.name, causeInWords(topic)]).toEqual([topic.name, sentences.get(topic.name)]);

    const call = { method: 'tools/call', params: { name: 'growing_topics', arguments: { minContentItems: 1 } } };
    const tool = await askFresh('/mcp', { 'Content-Type': 'application/json' }, { jsonrpc: '2.0', id: 1, ...call });
    const { result } = (await tool.json()) as { result: { structuredContent: { topics: Told[] } } };
    for (const topic of result.structuredContent.topics)
      expect([topic.name, causeInWords(topic)]).toEqual([topic.name, sentences.get(topic.name)]);

    await keepWeek(db, { now: NOW * 1000, zone: '', minEngagement: 10, minItems: 1 });
    const rss = await (await askFresh('/api/v2/insights/week/?output=rss')).text();
    const share = {
      name: 'Growth',
      view: `insights/trending-topics/growth/?limit=${50 - seed}&minContentItems=1`,
      days: 30,
    };
    const init = { method: 'POST', body: JSON.stringify(share) };
    const { link } = await dataOf<{ link: string }>(await askWith(operator, '/manage/shares', init));
    const page = await (await askWith(secret, new URL(link).pathname)).text();
    for (const [html, end] of [
      [rss, /&lt;\/li&gt;/],
      [page, /<\/li>/],
    ] as const)
      for (const part of html.split(end)) {
        const name = /(Topic \d)\b/.exec(part)?.[1] ?? '';
        const told = /[Mm]ainly (because of|fewer readers of) ([^;.&<]*?(”|\.example))/.exec(part)?.[0];
        if (told) expect([seed, name, told.toLowerCase()]).toEqual([seed, name, sentences.get(name)?.toLowerCase()]);
      }
    expect(rss).toMatch(/mainly/);
    expect(page).toMatch(/Mainly/);
  }
  // Each kind of cause was there to be told wrongly.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(2);
}, 60_000);
