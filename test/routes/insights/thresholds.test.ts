import { expect, test } from 'vitest';
import { createRandom } from '../../../src/demo/random.ts';
import { seed } from '../../search/seed.ts';
import { rowsRead } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { FUTURE, multiplied } from './newsroom.ts';
import type { Article, Click, Newsroom } from './oracle.ts';
import { everyQuestion, pathOf } from './questions.ts';
import { askFresh, computeDaysAt, showKeys, stage } from './stage.ts';

/** Above all thresholds, responses reveal ratios and order, but never the number of clicks. */

const NOW = FUTURE + 40 * 86_400 + 5 * 3600;
const TOPICS = [1, 2, 47].map((id) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, description: '', category: 2 }));
const ARTICLES = Array.from(
  { length: 6 },
  (_, i): Article => ({
    id: i + 1,
    url: `https://${i % 2 ? 'alpha' : 'beta'}.example/story-${i + 1}`,
    title: `Story ${i + 1}`,
    contentType: i % 2 ? 'article' : 'report',
    topics: [TOPICS[i % 3]?.id ?? 1, ...(i > 3 ? [47] : [])].filter((id, at, all) => all.indexOf(id) === at),
    organisationType: 'Carrier',
  }),
);
/** At these scales, every audience of a topic exceeds 50, every article 8 and every day 50. */
const SCALES = [50, 110];

// The seed is fixed, so that every article has clicks in every window.
const random = createRandom(1, 'thresholds');
const CLICKS = Array.from(
  { length: 72 },
  (_, i): Click => ({
    contentId: 1 + Math.floor(random.next() ** 2 * ARTICLES.length),
    at: NOW - 3600 * (1 + ((i * 24) % 330) + random.int(0, 5)),
    reader: `reader ${i}`,
    // Signed clicks are never discounted. Discounting depends on their number.
    signed: true,
    companyType: random.pick(['broker', 'carrier', 'other']),
    continent: random.pick(['EU', 'NA', 'AS']),
    seniority: random.pick(['director', 'manager']),
  }),
);
const NEWSROOM: Newsroom = { topics: TOPICS, sources: [], articles: ARTICLES, clicks: [], shares: null };

const ALL_PATHS = everyQuestion({
  topicIds: [1],
  contentIds: [1, 2],
  limits: [50],
  minContentItems: [1],
  lists: [{}],
}).map(pathOf);
/** Parts of the paths whose responses must contain data. */
const WITH_DATA = ['audience/?topic=1', 'topics/1/history', 'content/1/history', 'rising-content', 'popular-content'];
const REQUIRED_PATHS = WITH_DATA.map((part) => ALL_PATHS.find((path) => path.includes(part)));
const PATHS = ALL_PATHS.filter((path, i) => (i + seed) % sized(2, 1) === 0 || REQUIRED_PATHS.includes(path));

const OUTLETS = [
  '/api/v2/insights/week/',
  '/embed/trending?limit=10',
  '/embed/trending?period=week&companyType=broker',
];
const TOOLS: [name: string, given: object][] = [
  ['popular_content', { limit: 50 }],
  ['topics_by_engagement', {}],
  ['growing_topics', { minContentItems: 1 }],
  ['topic_history', { id: 1 }],
  ['content_insights', { id: 1 }],
  ['audience', { topic: 1 }],
];

const PASSING = ['server-timing', 'date', 'x-request-id', 'ratelimit'];

/** Time decay makes the order of rising content depend on the number of clicks. */
const inNoOrder = (body: string): string =>
  JSON.stringify(
    (JSON.parse(body) as { data: { items: { contentId: number }[] } }).data.items.map((item) => item.contentId).sort(),
  );

async function observe(path: string, accept: string) {
  return seen(await askFresh(path, { Accept: accept }), path, accept);
}

async function observeTool([name, given]: (typeof TOOLS)[number]) {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
  return seen(await askFresh('/mcp', { 'Content-Type': 'application/json' }, call), name, 'tool');
}

async function seen(response: Response, path: string, accept: string) {
  const isRising = path.includes('rising-content');
  // MCP tools repeat their response as text within JSON.
  const text = (await response.text()).replaceAll('\\"', '"');
  const body = isRising ? (accept === 'text/csv' ? '' : inNoOrder(text)) : withoutIntervals(text);
  const headers = [...response.headers].filter(
    ([name]) => !PASSING.includes(name) && !(name === 'etag' && (isRising || body !== text)),
  );
  return { path, accept, status: response.status, body, headers, rows: rowsRead(response) };
}

const withoutIntervals = (text: string): string =>
  text.replace(/"interval":.*?"confidence":"\w+"/g, '').replace(/(?<=,)(-?[\d.]*,){2}(high|low)\b/g, '');

test(`JSON and CSV responses of rising content, histories, audiences and other lists do not reveal the scale of clicks`, async () => {
  const scales = [];
  for (const scale of SCALES) {
    await stage({ ...NEWSROOM, clicks: multiplied(CLICKS, scale) }, NOW);
    await computeDaysAt(NOW);
    await showKeys();
    const answers = [];
    for (const [i, path] of PATHS.entries())
      for (const accept of i % 3 ? ['application/json'] : ['application/json', 'text/csv'])
        answers.push(await observe(path, accept));
    for (const path of OUTLETS) answers.push(await observe(path, '*/*'));
    for (const tool of TOOLS) answers.push(await observeTool(tool));
    scales.push(answers);
  }
  for (const answers of scales) expect(answers).toEqual(scales[0]);
  const [first = []] = scales;
  const of = (part: string) => first.find(({ path, accept }) => path.includes(part) && accept === 'application/json');
  for (const part of ['audience/?topic=1', 'topics/1/history', 'content/1/history'])
    expect(of(part)?.body).toMatch(/"index":[1-9]\d*/);
  expect(JSON.parse(of('rising-content')?.body ?? '[]')).toHaveLength(ARTICLES.length);
  expect(first.find(({ path }) => path === 'content_insights')?.body).toContain('"rank');
  expect(first.find(({ path }) => path.includes('/week/'))?.body).toContain('"mostRead":[{');
  expect(of('popular-content')?.body).toMatch(/"previousRank":\d/);
});

test('an interval is rounded to two significant digits', async () => {
  await stage({ ...NEWSROOM, clicks: multiplied(CLICKS, 7) }, NOW);
  const { data } = (await (await askFresh('/api/v2/insights/trending-topics/growth/?minContentItems=1')).json()) as {
    data: { topics: { growthPercent: number; interval: number[] | null }[] };
  };
  const numbers = data.topics.flatMap(({ growthPercent, interval }) => [growthPercent, ...(interval ?? [])]);
  expect(numbers.length).toBeGreaterThan(3);
  expect(numbers.filter((number) => Number(number.toPrecision(2)) !== number)).toEqual([]);
});
