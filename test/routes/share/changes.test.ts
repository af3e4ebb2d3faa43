import { expect, test } from 'vitest';
import type { ShareData } from '../../../src/routes/share/about.ts';
import type { SharedTopic, ViewData } from '../../../src/routes/share/data.ts';
import { sharePage } from '../../../src/routes/share/page.tsx';

const topic = (topicId: number, more: Partial<SharedTopic>): SharedTopic => ({
  topicId,
  name: `Topic ${topicId}`,
  ...more,
});
const sure = topic(1, { growthPercent: 290, interval: [250, 340], confidence: 'high' });
const unsure = topic(2, { growthPercent: 50, interval: [-7.3, 140], confidence: 'low' });
const young = topic(3, { growthPercent: null, interval: null, confidence: 'low' });

async function wordsOf(data: ViewData, more: Partial<ShareData> = {}): Promise<string> {
  const nothing = {
    lines: [],
    gone: 0,
    change: null,
    compared: [],
    chosen: null,
    sentences: [],
    days: '',
    asOf: null,
    rising: [],
    coTopics: [],
    audience: {},
    howFar: '',
    hours: null,
    readersOf: '',
    against: null,
  };
  const about = {
    title: 'The week',
    meaning: '',
    lead: undefined,
    peaked: null,
    sparks: new Map(),
    ...nothing,
    ...more,
  };
  const { body } = await sharePage(data, about, { name: 'board', until: '2026-12-24', zone: 'UTC' });
  return body
    .slice(body.indexOf('<main'))
    .replaceAll(/<[^>]*>/g, '|')
    .replaceAll(/[\s|]*\|[\s|]*/g, '|');
}

test('a shared week contains the leading topic and omits topics without a clear change', async () => {
  const week: ViewData = { period: '7d', rose: [sure, unsure], fell: [], isNew: [young], mostRead: [] };
  const words = await wordsOf(week, { lead: sure, peaked: '2026-11-20' });
  expect(words).toMatch(
    /Topic 1 is past its peak of [^.]*20[^.]*, but is still up about 290% on last week; Topic 3 is new this week\.\|Topic 1:\|90% sure: \+250% to \+340%\./,
  );
  expect(words).toMatch(/\|Rose\|Topic 1\|.*\|New\|Topic 3\|/);
  // Growth shows all topics. A week omits changes that may be random.
  expect(words).not.toContain('Topic 2');
});

test.each<[string, ViewData]>([
  ['a week', { period: '7d', rose: [], fell: [], isNew: [young], mostRead: [] }],
  ['a range', { from: '2026-10-01', to: '2026-10-28', rose: [], fell: [], isNew: [young], mostRead: [] }],
  ['growth', { from: '2026-10-01', to: '2026-10-28', topics: [young] }],
])('%s says that the period before was not read, and labels nothing as new', async (_, data) => {
  const words = await wordsOf(data);
  expect(words).toContain('No data for the time before to compare with.');
  expect(words).not.toMatch(/new\b/i);
});

test('a date range says once why it has neither interval nor cause', async () => {
  const past = topic(1, { growthPercent: 290, interval: null, confidence: 'low' });
  const range = { from: '2026-10-01', to: '2026-10-28', fell: [], isNew: [], mostRead: [] };
  const against = { days: '1–28 Oct 2026 (UTC)', words: 'the 28 days before' };
  const words = await wordsOf({ ...range, rose: [past] }, { lead: past, against });
  expect(words).toContain(
    'Topic 1 rose fastest, up about 290% on the 28 days before.|1–28 Oct 2026 (UTC) against the 28 days before. How sure',
  );
  expect(words).toMatch(/\|Rose\|Topic 1\|/);
  expect(words).not.toContain('No clear change');
});

test('a growth list has the headings of the page, with the leading topic first', async () => {
  const fell = topic(4, { growthPercent: -40, interval: [-60, -20], confidence: 'high' });
  const words = await wordsOf({ period: '7d', topics: [young, sure, unsure, fell] }, { lead: sure });
  expect(words).toMatch(/\|Rose\|Topic 1\|.*\|Fell\|Topic 4\|.*\|New\|Topic 3\|.*\|No clear change\|Topic 2\|/);
  expect(words).toMatch(/Drawn from −60% to \+\d+%/);
});

test('a topic past its peak is described as on the overview', async () => {
  const lines = [{ name: 'Topic 1', days: [{ date: '2026-11-20', index: 100 }] }];
  const words = await wordsOf(
    { period: '7d', items: [] },
    {
      change: { growthPercent: 290, interval: [250, 340], confidence: 'high' },
      peaked: '2026-11-20',
      lines,
      asOf: '2026-11-26T19:00:00Z',
    },
  );
  expect(words).toContain('As of 19:00');
  expect(words).toMatch(/Past its peak of [^.]*20[^.]*, but up 290% on last week \(90% range: \+250% to \+340%\)/);
});

test('an article contains its ranks and no explanation of a missing chart', async () => {
  const rank = { period: '7d', rank: 5, previousRank: 9 } as const;
  const article = { contentId: 7, title: 'Windscreens', url: null, source: 'The Ledger', growth: null };
  const data = { ...article, ranks: [], risingRank: null, topics: [topic(1, { ranks: [rank] })] };
  const lines = [{ name: 'Windscreens', days: [{ date: '2026-11-20', index: null }] }];
  const words = await wordsOf(data, { lines, meaning: 'Each day as a share of the highest.' });
  expect(words).toContain('|Number 5 in Topic 1, the last 7 days.|');
  expect(words).toMatch(/Where it ranks\|5\.\|in Topic 1, the last 7 days\|up 4\|/);
  expect(words).toContain('Too few readers to draw its days.');
  expect(words).not.toContain('Each day as a share');
});
