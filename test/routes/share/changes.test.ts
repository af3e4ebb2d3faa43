import { expect, test } from 'vitest';
import { shortenedTitle } from '../../../src/web/browser/insights/stories/rank-words.ts';
import { renderShared } from '../../../src/web/shells/shared.generated.ts';

/** Shared views contain what their pages contain, without controls, links to other pages and notes. */

const CAUSE = { kind: 'many', articles: [], source: null, share: null };
const topic = (topicId: number, more: object) => ({
  topicId,
  name: `Topic ${topicId}`,
  slug: `topic-${topicId}`,
  category: 1,
  interval: null,
  cause: null,
  why: null,
  readWith: [],
  topContent: [],
  topSources: [],
  ...more,
});
const sure = topic(1, { growthPercent: 290, interval: [250, 340], confidence: 'high', cause: CAUSE });
const unsure = topic(2, { growthPercent: 50, interval: [-7.3, 140], confidence: 'low' });
const young = topic(3, { growthPercent: null, confidence: 'low' });
const fell = topic(4, { growthPercent: -40, interval: [-60, -20], confidence: 'high', cause: CAUSE });

const PEAK = '2026-11-20';
const days = Array.from({ length: 28 }, (_, i) => new Date(Date.parse('2026-10-29') + i * 86_400_000))
  .map((at) => at.toISOString().slice(0, 10))
  .map((date) => ({ date, index: date === PEAK ? 100 : 10 }));
const hours = Array.from({ length: 168 }, (_, i) => ({
  at: new Date(Date.parse('2026-11-19T00:00:00Z') + i * 3_600_000).toISOString(),
  index: i > 24 && i < 48 ? 100 : 0,
}));

const ASKED: Record<string, unknown> = {
  'topics/trending': { topics: [{ id: 1, name: 'Topic 1', slug: 'topic-1', category: 1, previousRank: null }] },
  'topics/list': { topics: [{ id: 1, name: 'Topic 1', slug: 'topic-1', description: 'On topics', category: 1 }] },
  'insights/topics/1/content': { items: [] },
  'insights/topics/1/co-topics': { coTopics: [{ topicId: 2, name: 'Topic 2' }] },
  'insights/topics/1/history': { days },
  'insights/topics/1/hours': { width: 1, hours },
  'insights/audience': { companyTypes: [], regions: [], seniorities: [], channels: [] },
  'insights/read-through-rates': { usual: null, sets: [] },
  'insights/trending-topics/growth': { period: '7d', asOf: '2026-11-26T19:00:00Z', topics: [] },
  'insights/pictures': { pictures: [] },
};

async function pageOf(view: string, answers: Record<string, unknown> = {}, subject: object | null = null) {
  const { searchParams } = new URL(view, 'https://view.example');
  const parameters = Object.fromEntries(searchParams);
  const shared = { view, parameters, subject, timeZone: 'UTC' };
  const asked: string[] = [];
  const { html, title } = await renderShared(shared, async (path: string) => {
    asked.push(path);
    const { pathname, searchParams } = new URL(path, 'https://api.example');
    const name = pathname.slice('/api/v2/'.length, -1);
    const data = answers[`${name} ${searchParams.get('direction')}`] ?? answers[name] ?? ASKED[name];
    return data ? Response.json({ status: 'success', data }) : Response.json({ data: {} }, { status: 404 });
  });
  const words = html.replaceAll(/<[^>]*>/g, '|').replaceAll(/[\s|]*\|[\s|]*/g, '|');
  return { html, title, words, asked };
}

test('a shared week contains the leading topic and omits topics without a clear change', async () => {
  const week = { period: '7d', asOf: null, rose: [sure, unsure], fell: [], isNew: [young], mostRead: [] };
  const { words } = await pageOf('insights/week/', { 'insights/week': week });
  expect(words).toMatch(
    /\|Topic 1\|is past its peak of [^.]*20[^.]*, but is still up about 290% on last week;\|Topic 3\|is new this week/,
  );
  expect(words).toContain('90% sure: +250% to +340%');
  expect(words).toMatch(/\|Rose\|90% range\|.*\|Topic 1\|.*\|New\|Topic 3\|/);
  // Growth shows all topics. A week omits changes that may be random.
  expect(words).not.toContain('Topic 2');
});

test.each([
  ['2026-11-26T19:00:00Z', 'The week, 20 – 26 Nov 2026 (UTC)'],
  ['2026-11-26T00:00:00Z', 'The week, 19 – 25 Nov 2026 (UTC)'],
])('the title of a shared week as of %s contains seven days', async (asOf, expected) => {
  const week = { period: '7d', asOf, rose: [sure], fell: [], isNew: [], mostRead: [] };
  const { title } = await pageOf('insights/week/', { 'insights/week': week });
  expect(String(title).replaceAll(/\s/g, ' ')).toBe(expected);
});

const RANGE = 'from=2026-10-01&to=2026-10-28';
const range = { from: '2026-10-01', to: '2026-10-28' };

test.each<[string, string, string, object]>([
  ['a week', 'insights/week', '', { period: '7d', asOf: null, rose: [], fell: [], isNew: [young], mostRead: [] }],
  ['a range', 'insights/week', RANGE, { ...range, rose: [], fell: [], isNew: [young], mostRead: [] }],
  ['growth', 'insights/trending-topics/growth', RANGE, { ...range, asOf: null, topics: [young] }],
])('a share of %s reports no data for the previous period and labels nothing as new', async (_, path, query, data) => {
  const empty = { ...data, ...('topics' in data ? { topics: [] } : {}) };
  const { words } = await pageOf(`${path}/?${query}`, { [path]: data, [`${path} down`]: empty });
  expect(words).toMatch(/No data for the .* to compare with\./);
  expect(words).not.toMatch(/new\b/i);
});

test('a shared date range states once why it has neither interval nor cause', async () => {
  const past = topic(1, { growthPercent: 290, interval: null, confidence: 'low' });
  const data = { ...range, rose: [past], fell: [], isNew: [], mostRead: [] };
  const { html, words } = await pageOf(`insights/week/?${RANGE}`, { 'insights/week': data });
  expect(words).toMatch(/\|Topic 1\|rose fastest, up about 290% on the 28 days before/);
  expect(
    words.match(/1\s–\s28 Oct 2026 \(UTC\) against the 28 days before\. The confidence and the cause/g),
  ).toHaveLength(1);
  expect(words).toMatch(/\|Rose\|0%\|.*\|Topic 1\|/);
  expect(html).toContain('class="track change"');
  expect(words).not.toContain('No clear change');
});

test('shared growth names the leading topic first and draws all changes', async () => {
  const path = 'insights/trending-topics/growth';
  const data = { period: '7d', asOf: '2026-11-26T19:00:00Z' };
  const { words } = await pageOf(`${path}/?limit=50`, {
    [path]: { ...data, topics: [young, sure, unsure] },
    [`${path} down`]: { ...data, topics: [fell] },
  });
  expect(words).toMatch(/^\|Topic 1\|is past its peak of 20 Nov, but is still up about 290% on last week/);
  expect(words).toMatch(
    /\|Growth\|.*\|Topic 1\|.*\|Topic 3\|new\|no readers before\|Topic 4\|.*\|No clear change\|one topic\|Topic 2\|/,
  );
  expect(words).toContain('As of 19:00');
});

test('a shared topic past its peak is described in the same way as on its page', async () => {
  const { words } = await pageOf(
    'insights/topics/1/content/?period=7d',
    {
      'insights/trending-topics/growth': { period: '7d', asOf: '2026-11-26T19:00:00Z', topics: [sure] },
      'insights/trending-topics/growth down': { period: '7d', asOf: null, topics: [] },
    },
    { kind: 'topics', ids: [1] },
  );
  expect(words).toContain('As of 19:00');
  expect(words).toMatch(/Past its peak of [^.]*20[^.]*, but up 290% on last week\..*90% sure: \+250% to \+340%/);
  expect(words).toContain('Read together with');
});

test('a deleted topic is omitted from a shared comparison', async () => {
  const { words } = await pageOf('insights/topics/1/history/?days=28', {}, { kind: 'topics', ids: [1, 9] });
  expect(words).toContain('One topic that was shared is no longer there.');
  expect(words).not.toContain('Topic 9');
});

const ARTICLE = {
  contentId: 7,
  title: 'Windscreens',
  url: 'https://ledger.example/7',
  source: 'The Ledger',
  contentType: 'article',
  publishedAt: '2026-01-20T00:00:00Z',
  authors: [{ id: 'dana@ledger.example', name: 'Dana' }],
  growth: null,
  placement: null,
  readThroughRate: null,
  days: [{ date: PEAK, index: null }],
  audience: ASKED['insights/audience'],
  ranks: [],
  risingRank: null,
  topics: [{ ...topic(1, {}), ranks: [{ period: '7d', rank: 5, previousRank: 9 }] }],
};
const ARTICLE_ANSWERS = { 'insights/content/7': ARTICLE, 'insights/content/7/hours': { width: 1, hours: [] } };

test('a shared article without enough readers contains its ranks but no chart', async () => {
  const { words } = await pageOf('insights/content/7/', ARTICLE_ANSWERS, { kind: 'content', ids: [7] });
  expect(words).toMatch(/Where it ranks\|Among\|Last 24 hours\|Last 7 days\|Topic 1\|–\|No\. 5\|.*up 4\|/);
  expect(words).toContain('Not enough readers for a chart yet');
});

test('a shared article that ranks only among rising articles begins with this rank', async () => {
  const rising = { ...ARTICLE, risingRank: 3, topics: [] };
  const answers = { ...ARTICLE_ANSWERS, 'insights/content/7': rising };
  const { words } = await pageOf('insights/content/7/', answers, { kind: 'content', ids: [7] });
  expect(words).toContain('No. 3 among articles gaining readers now.');
  expect(words).toMatch(/Now\|No\. 3\|of articles gaining readers\|/);
  expect(words).not.toContain('Where it ranks');
  expect(words).not.toContain('Not among the first');
});

test('shared daily ranks warn that small moves may be chance', async () => {
  const ranked = (id: number, ranks: number[]) => ({ ...topic(id, {}), ranks });
  const listed = (id: number) => ({ ...topic(id, {}), id, previousRank: null });
  const { words } = await pageOf('topics/trending/?period=week', {
    'topics/trending': { topics: [listed(1), listed(2)] },
    'insights/trending-topics/ranks': {
      days: days.slice(0, 2).map(({ date }) => date),
      topics: [ranked(1, [1, 2]), ranked(2, [2, 1])],
    },
  });
  expect(words).toContain('Small moves may be chance.');
});

test('shared underplayed articles state their period', async () => {
  const { words } = await pageOf('insights/underplayed-content/', {
    'insights/underplayed-content': { items: [{ ...ARTICLE, previousRank: null }] },
    'insights/rising-content': { items: [] },
  });
  expect(words).toContain('Clicks per view, last 7 days. Ranges are 90% ranges.');
});

test.each([
  ['Insurers pay for floods in the valleys of the north', 'Insurers pay for floods in the valleys of…'],
  ['洪水'.repeat(30), `${'洪水'.repeat(22)}…`],
  ['🌊'.repeat(60), `${'🌊'.repeat(44)}…`],
  [`${'🌊'.repeat(24)} ${'🌊'.repeat(30)}`, `${'🌊'.repeat(24)}…`],
  [`特集 ${'洪水'.repeat(30)}`, `特集 ${'洪水'.repeat(20)}洪…`],
])('the quoted title %s is cut between words, or after 44 characters, except in shared views', async (title, cut) => {
  expect(shortenedTitle(title)).toBe(cut);
  const item = { ...ARTICLE, title, previousRank: null };
  const { words } = await pageOf('insights/popular-content/', { 'insights/popular-content': { items: [item] } });
  expect(words).toContain(`Most read:|${title}|.`);
});

const source = (rank: number, index: number, interval: [number, number]) => ({
  ...{ rank, id: `s${rank}`, name: `Source ${rank}`, previousRank: null, growthPercent: null, placement: null },
  ...{ articles: 9, yield: index, interval },
});
const SOURCES = { sources: [source(1, 90, [60, 130]), source(2, 200, [150, 260])] };

test('shared sources are grouped by how sure their difference is', async () => {
  const { html, words } = await pageOf(`insights/sources/?by=source&${RANGE}`, { 'insights/sources': SOURCES });
  expect(words).toMatch(/^\|1\s–\s28 Oct 2026/);
  expect(html).not.toContain('aria-sort');
  expect(words).toContain('More readers per article than average:');
  expect(words).toMatch(/\|Clearly above the average\|Source 2\|.*\|No clear difference\|Source 1\|/);
  expect(words).not.toContain('Show');
});

test('shared companies name the rise within the top ten as such, and state their days', async () => {
  const company = (rank: number, previousRank: number, articles = 9) => ({
    ...source(rank, 100, [60, 130]),
    ...{ name: `Company ${rank}`, previousRank, articles, yield: articles > 0 ? 100 : null },
  });
  const sources = [company(1, 1), company(2, 2), company(3, 7), company(11, 40, 0)];
  const { words } = await pageOf('insights/sources/?by=company', { 'insights/sources': { sources } });
  expect(words).toMatch(/^\|The last 7 days\|/);
  expect(words).toContain('risen most in the top ten:|Company 3|(No. 3, up 4)');
});

test('a shared source without articles is said to have published nothing', async () => {
  const none = { ...source(3, 0, [0, 0]), articles: 0, yield: null, interval: null };
  const few = { ...source(4, 0, [0, 0]), yield: null, interval: null };
  const sources = [...SOURCES.sources, none, few];
  const { words } = await pageOf('insights/sources/?by=source', { 'insights/sources': { sources } });
  expect(words).toContain('|Source 3|No. 3|nothing published|');
  expect(words).toContain('|Source 4|No. 4|too few readers|');
});

test.each<[string, object | null]>([
  ['insights/sources/?by=source', null],
  ['insights/week/', null],
  ['insights/trending-topics/growth/', null],
  ['insights/trending-topics/', null],
  ['topics/trending/?period=week', null],
  ['insights/popular-content/', null],
  ['insights/underplayed-content/', null],
  ['insights/topics/1/content/', { kind: 'topics', ids: [1] }],
  ['insights/topics/1/history/', { kind: 'topics', ids: [1, 2] }],
  ['insights/content/7/', { kind: 'content', ids: [7] }],
])('a share of %s contains no controls, scripts, notes or links to the site', async (view, subject) => {
  const item = { ...ARTICLE, previousRank: null };
  const { html, asked, words } = await pageOf(
    view,
    {
      ...ARTICLE_ANSWERS,
      'topics/list': { topics: [1, 2].map((id) => ({ id, name: `Topic ${id}`, description: '', category: 1 })) },
      'insights/sources': SOURCES,
      'insights/week': { period: '7d', asOf: null, rose: [sure], fell: [fell], isNew: [young], mostRead: [item] },
      'insights/trending-topics/growth': { period: '7d', asOf: null, topics: [sure, unsure, young] },
      'insights/trending-topics/growth down': { period: '7d', asOf: null, topics: [fell] },
      'insights/trending-topics': { topics: [topic(1, { previousRank: null }), topic(2, { previousRank: 1 })] },
      'insights/trending-topics/ranks': { days: [], topics: [] },
      'insights/popular-content': { items: [item] },
      'insights/underplayed-content': { items: [item] },
      'insights/rising-content': { items: [] },
      'insights/topics/1/content': { items: [item] },
      ...Object.fromEntries(
        ['content', 'co-topics', 'history', 'hours'].map((part) => [
          `insights/topics/2/${part}`,
          ASKED[`insights/topics/1/${part}`],
        ]),
      ),
    },
    subject,
  );
  expect(words).not.toMatch(/Couldn’t load|Not found/);
  expect(html).not.toContain('class="skeleton"');
  expect(html).not.toMatch(/<(button|input|select|form|script|iframe|dialog)\b|\son\w+=|javascript:/);
  expect(
    Array.from(html.matchAll(/<a [^>]*href="([^"]*)"/g), ([, href]) => href).filter((href) => href !== ARTICLE.url),
  ).toEqual([]);
  expect(asked.filter((path) => !/^\/api\/v2\/(insights\/|topics\/(list|trending)\/)/.test(path))).toEqual([]);
  expect(asked.filter((path) => path.includes('annotations'))).toEqual([]);
});
