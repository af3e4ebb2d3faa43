import { expect, test } from 'vitest';
import { POSITION_BUCKETS } from '../../src/db/view-columns.ts';
import { demoShown } from '../../src/demo/demo-views.ts';
import { demoNewsroom } from '../../src/demo/newsroom.ts';
import { fitPositionBias, placementOf } from '../../src/rankings/math/figures/position-bias.ts';

const NOW = Date.UTC(2026, 2, 11, 14, 20, 5) / 1000;
const newsroom = demoNewsroom({ seed: 7, now: NOW, assetBase: 'http://localhost:8787' });
const shown = demoShown({ newsroom, seed: 7, now: NOW });

test('the demo contains at least five clearly underplayed and five clearly overplayed articles', () => {
  const articles = [...Map.groupBy(shown, ({ contentId }) => contentId).values()].map((rows) => {
    const of = (wanted: number) =>
      Array.from({ length: POSITION_BUCKETS }, (_, mark) =>
        rows.reduce((sum, { clicked, readers }) => sum + (clicked === wanted ? (readers[mark] ?? 0) : 0), 0),
      );
    return { views: of(0), clicks: of(1) };
  });
  const curve = fitPositionBias(articles);
  const sure = articles
    .flatMap((article) => placementOf(article, curve) ?? [])
    .filter(({ confidence }) => confidence === 'high');
  expect(sure.filter(({ index }) => index > 100).length).toBeGreaterThanOrEqual(5);
  expect(sure.filter(({ index }) => index < 100).length).toBeGreaterThanOrEqual(5);
});

test('the demo’s impressions cover a week of published articles and are deterministic', () => {
  expect(demoShown({ newsroom, seed: 7, now: NOW })).toEqual(shown);
  expect(shown.length).toBeLessThan(5000);
  const published = new Map(newsroom.articles.map(({ id, publishedAt }) => [id, Date.parse(publishedAt) / 1000]));
  for (const { contentId, hour } of shown) {
    expect((published.get(contentId) ?? Number.POSITIVE_INFINITY) <= hour * 3600).toBe(true);
    expect(hour * 3600 > NOW - 8 * 86_400 && hour * 3600 < NOW).toBe(true);
  }
});
