import { expect, test } from 'vitest';
import { loadGeography } from '../../src/content/geography.ts';
import { withLanguages } from '../../src/content/index/newsroom-languages.ts';
import { EVERYTHING } from '../../src/search/feed-filters.ts';
import { loadFeedPage } from '../../src/search/page.ts';
import { ask, makeKey, openTestDb, publish, rowsRead } from '../support/index.ts';
import sought from '../tagging/outside/search-words-aside.json' with { type: 'json' };

const stories = (language: string, from: number, title: string) =>
  Array.from({ length: 40 }, (_, i) => ({
    id: from + i,
    url: `https://languages.example/${from + i}`,
    title: `${title} ${from + i}`,
    publishedAt: new Date(Date.UTC(2026, 0, 1) - (from + i) * 60_000).toISOString(),
    contentType: 'article',
    language,
  }));
const languagesOf = async (more: { includeLanguages?: string[] } = {}) =>
  (await withLanguages(openTestDb(), { ...EVERYTHING, searchTerms: ['flood'], ...more }, Date.now())).languages;

test('search terms use the newsroom’s languages, and a page reads the same number of rows with eight languages as with one', async () => {
  const operator = await makeKey('operator');
  const key = await makeKey('secret');
  let asked = 0;
  const page = async (term: string) => {
    // The accent does not change the response, but prevents caching.
    const query = new URLSearchParams({ searchTerms: term, limit: '20', accent: `#00000${asked++}`, apiKey: key });
    const response = await ask(`/api/v2/feed/?${query}`);
    const { items } = (await response.json()) as { items: { id: string }[] };
    return { ids: items.map(({ id }) => Number(id)), rows: rowsRead(response) };
  };
  await publish(operator, 'articles', stories('en', 1000, 'Flood claims rise'));
  expect(await languagesOf()).toEqual([]);
  await page('claims');
  const alone = await page('flood claims');
  expect(alone.ids).toHaveLength(20);
  const titles = {
    de: 'Hochwasser kostet',
    fr: 'Inondations coûteuses',
    es: 'Inundaciones caras',
    it: 'Alluvioni care',
  };
  const others = { nl: 'Overstromingen kosten', pt: 'Inundações caras', sv: 'Översvämningar kostar' };
  const foreign = Object.entries({ ...titles, ...others });
  for (const [i, [language, title]] of foreign.entries())
    await publish(operator, 'articles', stories(language, 2000 + 100 * i, title));
  expect((await languagesOf())?.toSorted()).toEqual(foreign.map(([language]) => language).toSorted());
  expect(await languagesOf({ includeLanguages: ['de'] })).toBeUndefined();
  await page('claims');
  expect(await page('claims flood')).toEqual({ ids: [], rows: expect.any(Number) });
  const among = await page('flood claims');
  expect(among).toEqual(alone);
  const inFrench = await page('inondation');
  expect(inFrench.ids).toHaveLength(20);
  expect(inFrench.rows).toBe(alone.rows);
});

test('95% of 200 words find the headline that contains them, and at most 2% of 90 other words find any headline', async () => {
  const titles = [...new Set(sought.map(({ title }) => title))];
  const articles = titles.map((title, i) => ({
    id: 5000 + i,
    url: `https://words.example/${i}`,
    title,
    publishedAt: '2025-12-01T00:00:00Z',
    contentType: 'article',
    language: sought.find((one) => one.title === title)?.language,
  }));
  await publish(await makeKey('operator'), 'articles', articles);
  const db = openTestDb();
  const geography = await loadGeography(db, Date.now());
  const share = async (all: readonly { title: string; word: string }[]) => {
    let found = 0;
    for (const { title, word } of all) {
      const filter = await withLanguages(db, { ...EVERYTHING, searchTerms: [word] }, Date.now());
      const { items } = await loadFeedPage(db, { filter, geography, before: { publishedAt: 2e9, id: 0 }, limit: 100 });
      found += Number(items.some(({ contentId }) => contentId === 5000 + titles.indexOf(title)));
    }
    return found / all.length;
  };
  expect(await share(sought.filter(({ finds }) => finds !== false))).toBeGreaterThanOrEqual(0.95);
  expect(await share(sought.filter(({ finds }) => finds === false))).toBeLessThanOrEqual(0.02);
});
