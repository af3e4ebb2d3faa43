import { describe, expect, test } from 'vitest';
import { POSITION_BUCKETS } from '../../../src/db/view-columns.ts';
import { learnAppeals, PERIOD_ENDS } from '../../../src/rankings/learning/appeal.ts';
import { figuresOf } from '../../../src/rankings/learning/compute-snapshot.ts';
import { type Candidate, orderOfMinute } from '../../../src/rankings/learning/minute-order.ts';
import { placementsOf } from '../../../src/rankings/math/figures/placements.ts';
import { ONE_SENDER, type PlacementSender, sent } from '../math/placements/attacks.ts';
import { placementSite, type ShownArticle, type ShownCell, withShown } from '../math/placements/site.ts';

const READERS_PER_DAY = 1000;
const NOW = 2_000_000_000;
const HOUR = 3600;
const MINUTES = 60;
/** Period of the readers of the site, between a day and two days ago. The attacker acts in the last hour. */
const READ_PERIOD = PERIOD_ENDS.indexOf(48);

const site = placementSite(READERS_PER_DAY);
const { curve } = placementsOf([...site.articles.values()], site.baseline);
const candidates: Candidate[] = [...site.articles.keys()]
  .toSorted((a, b) => b - a)
  .slice(0, 60)
  .map((id, i) => ({ id, publishedAt: NOW - (8 + i) * HOUR, topics: [id], source: 'a.example', type: 'article' }));

const nothing = { viewers: [], clickers: [], networks: [] };
const countersOf = (own: ShownArticle | undefined) =>
  own
    ? {
        viewers: [...own.week.views],
        clickers: [...own.week.clicks],
        networks: own.week.clickCells.map((marks) => [...marks]),
      }
    : nothing;

/** Returns the number of minutes of an hour in which an article is among the first three. */
function minutesAtTop(target: number, cells: readonly ShownCell[]): number {
  const attack = withShown({ ...site, articles: new Map() }, cells);
  const counted = candidates.map(({ id }) => {
    const periods = PERIOD_ENDS.map((_, period) => {
      if (period === READ_PERIOD) return countersOf(site.articles.get(id));
      return period === 0 ? countersOf(attack.articles.get(id)) : nothing;
    });
    return [id, periods] as const;
  });
  const figures = figuresOf(counted, curve.rates.slice(0, POSITION_BUCKETS), site.baseline);
  const learned = learnAppeals(
    candidates.map((candidate) => ({ ...candidate, periods: figures.get(candidate.id) ?? [] })),
    NOW,
  );
  return Array.from({ length: MINUTES }, (_, minute) => {
    const seed = (minute + 1).toString(16).padStart(8, '0').repeat(4);
    const order = orderOfMinute({ candidates, learned, rules: new Map(), seed, now: NOW });
    return order.slice(0, 3).some(({ id }) => id === target);
  }).filter(Boolean).length;
}

const targets = candidates
  .toSorted((a, b) => (site.appeals.get(a.id) ?? 0) - (site.appeals.get(b.id) ?? 0))
  .slice(0, 50)
  .filter((_, i) => i % 6 === 0)
  .map(({ id }) => id);

describe.each(ONE_SENDER.map((sender) => [sender.name, sender] as [string, PlacementSender]))(
  'clicks of %s on an article, at 1,000 readers per day',
  (_, sender) => {
    test.each(['clicks', 'both'])('do not hold it in the first three positions for an hour (%s)', (kind) => {
      for (const id of targets) {
        const clicks = sent(site, sender, 'clicks', [id]);
        const cells = kind === 'both' ? [...sent(site, sender, 'views', [id]), ...clicks] : clicks;
        expect(minutesAtTop(id, cells)).toBeLessThan(0.75 * MINUTES);
      }
    });
  },
);
