import type { HourFigures, LeaderFigures } from '../../../src/alerts/detect.ts';
import { isSuspect } from '../../../src/alerts/suspects.ts';
import { type Cell, NO_CELLS } from '../../../src/engagement/cells.ts';
import type { Shares } from '../../../src/engagement/weight.ts';
import { rankTopic } from '../../../src/rankings/math/rank-topic.ts';
import { RankingWindow } from '../../../src/rankings/object/window.ts';
import { rankSite } from '../../rankings/math/rank-site.ts';
import { added, cellOf, type Log } from './log.ts';

/** What is published at each full hour of a log, by the code that publishes. */

export interface Observed {
  figures: HourFigures;
  leader: LeaderFigures | null;
  /** Articles of which weights take off much. */
  suspects: ReadonlySet<number>;
}

const MIN_CLICKS = 3;

/** Walks through the hours of a log; each `step`-th is seen at its beginning, when growth moves. */
export function* observe({ topics, articles, clicks }: Log, salt: string, step = 1): Generator<Observed> {
  const cells = new Map<string, Cell>();
  for (const click of clicks) {
    const cell = cellOf(click, salt);
    const key = `${cell.contentId} ${cell.hour}`;
    const known = cells.get(key);
    cells.set(key, known ? { ...cell, counts: added(known.counts, cell.counts) } : cell);
  }
  const byHour = Map.groupBy(cells.values(), ({ hour }) => hour);
  const first = Math.min(...byHour.keys());
  const last = Math.max(...byHour.keys());
  const site = new RankingWindow(NO_CELLS, articles, 'hourly');
  const windows = topics.map(({ id }) => ({
    id,
    window: new RankingWindow(
      NO_CELLS,
      articles.filter((article) => article.topics.includes(id)),
      'sets',
    ),
  }));
  const topicsOf = new Map(articles.map((article) => [article.id, new Set(article.topics)]));
  let shares: Shares | null = null;
  for (let hour = first + 1; hour <= last + 1; hour++) {
    for (const cell of byHour.get(hour - 1) ?? []) {
      site.note(cell);
      for (const { id, window } of windows) if (topicsOf.get(cell.contentId)?.has(id)) window.note(cell);
    }
    if ((hour - first) % step > 0) continue;
    const seconds = hour * 3600;
    shares = site.votes(hour, { inForce: shares, anchor: null }, seconds).shares ?? shares;
    site.roll(hour, shares);
    const engaged = site.engagement(seconds);
    const ranked = rankSite(engaged, site.orders, { hour, minClicks: MIN_CLICKS, shares });
    const [leader] = ranked.views.rising;
    const inDay = (id: number) => engaged.find((article) => article.id === id)?.day() ?? 0;
    const week = { from: hour - 168, to: hour + 1 };
    yield {
      figures: {
        hour,
        days: Math.floor(hour / 24) - Math.floor(first / 24),
        site: { current: ranked.counters.growthCurrent, previous: ranked.counters.growthPrevious },
        topics: windows.map(({ id, window }) => {
          window.roll(hour, shares);
          const { counters, views } = rankTopic(id, window.engagement(seconds), { orders: window.orders, shares });
          const topic = topics.find((other) => other.id === id);
          const { interval, confidence, drivenBy, carrier, gains } = views.growth.all;
          return {
            topicId: id,
            name: topic?.name ?? '',
            slug: '',
            before: counters.before7d,
            excluded: topic?.excludedFromTrending ?? false,
            engagement: counters.engagement7d,
            current: counters.growthCurrent,
            previous: counters.growthPrevious,
            items: counters.growthItems,
            ...{ interval, confidence, drivenBy, carrier, gains },
          };
        }),
      },
      leader: leader
        ? {
            ...{ contentId: leader[0], topics: leader[1], engagement: inDay(leader[0]) },
            tenth: inDay(ranked.views.items['24h'][9] ?? 0),
          }
        : null,
      suspects: new Set(
        site
          .takenOff(week, shares, { limit: 50, now: seconds })
          .articles.filter(isSuspect)
          .map(({ contentId }) => contentId),
      ),
    };
  }
}
