import { expect, test } from 'vitest';
import { loadContentInsights } from '../../../src/rankings/read/read-content.ts';
import { openTestDb, rowsRead } from '../../support/index.ts';
import { FUTURE } from './newsroom.ts';
import type { Article, Click } from './oracle.ts';
import { askFresh, computeDaysAt, showKeys, stage } from './stage.ts';

/** The reported number of row reads must not reveal the number of hours or days with clicks. */

const HOUR = 3600;
const NOW = FUTURE + 40 * 86_400 + 5 * HOUR;
const IDS = [1, 2, 3, 4];
const TOPICS = IDS.map((id) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, description: '', category: 2 }));
const ARTICLES = IDS.map(
  (id): Article => ({
    id,
    url: `https://alpha.example/story-${id}`,
    title: `Story ${id}`,
    contentType: 'article',
    topics: [id],
  }),
);
const clicksOf = (contentId: number, hoursAgo: readonly number[]): Click[] =>
  hoursAgo.map((hours) => ({ contentId, at: NOW - HOUR * hours, reader: `reader ${hours}` }));

/** Article 1 is never read, article 2 once, article 3 every other day, and article 4 every hour. */
const CLICKS = [
  ...clicksOf(2, [30]),
  ...clicksOf(3, [30, 78, 126, 174, 222]),
  ...clicksOf(
    4,
    Array.from({ length: 338 }, (_, hour) => hour),
  ),
];

test('the reported row reads of histories are equal for an article read in one hour and one read in every hour', async () => {
  await stage({ topics: TOPICS, sources: [], articles: ARTICLES, clicks: CLICKS, shares: null }, NOW);
  await computeDaysAt(NOW);
  await showKeys();
  for (const days of [7, 90])
    for (const path of ['content/:id', 'content/:id/history', 'topics/:id/history']) {
      const rows = [];
      for (const id of IDS) {
        const answer = await askFresh(`/api/v2/insights/${path.replace(':id', String(id))}/?days=${days}`);
        expect(answer.status).toBe(200);
        rows.push(rowsRead(answer));
      }
      expect([path, days, ...new Set(rows)]).toEqual([path, days, rows[0]]);
    }
});

test('several articles in one response have the same days and reported row reads as in separate responses', async () => {
  const rows = [];
  for (const risk of ['', '&riskManagement=true']) {
    const all = await askFresh(`/api/v2/insights/pictures/?ids=${IDS.join()}&days=14${risk}`);
    const { data } = await all.json<{ data: { pictures: { contentId: number; days: object[] }[] } }>();
    expect(data.pictures.map(({ contentId }) => contentId).toSorted()).toEqual(IDS);
    for (const { contentId, days } of data.pictures) {
      const alone = await askFresh(`/api/v2/insights/content/${contentId}/history/?days=14${risk}`);
      expect(days).toEqual((await alone.json<{ data: { days: object[] } }>()).data.days);
    }
  }
  for (const id of IDS) rows.push(rowsRead(await askFresh(`/api/v2/insights/pictures/?ids=${id}&days=14`)));
  expect([...new Set(rows)]).toEqual([rows[0]]);
});

test('the actual row reads of histories are lower than reported and grow with the hours and days with clicks', async () => {
  const question = {
    days: 90,
    riskManagement: false,
    now: NOW * 1000,
    zone: '',
    isDiscounted: true,
    minEngagement: 10,
    beforeRanks: async () => {},
  };
  const read = [];
  for (const id of IDS) {
    const db = openTestDb();
    expect(await loadContentInsights(db, id, question)).not.toBeNull();
    expect(db.usage.rowsRead).toBeLessThanOrEqual(db.usage.saidRows);
    read.push(db.usage.rowsRead);
  }
  const [nobody = 0, once = 0, often = 0, always = 0] = read;
  expect(nobody).toBeLessThan(20);
  expect([once > nobody, often > once, always > often + 300]).toEqual([true, true, true]);
});
