import type { Child } from 'hono/jsx/dom';
import { loadFresh } from '../insights/stories/fresh.ts';
import { PlacementAdvice } from '../insights/stories/placement-advice.tsx';
import { type Earning, verdictOf } from '../insights/stories/verdict.ts';
import { insightsHref, SLOW_POLL_MS } from '../insights/view.ts';
import { useData, useQuery } from '../lib/query.ts';
import type { DeskArticle } from './use-day.ts';

export const useUnderplayed = () =>
  useData('/api/v2/insights/underplayed-content/', { query: { limit: 20 }, interval: 6 * SLOW_POLL_MS });

export function DeskAdvice({
  articles,
  others,
}: {
  articles: readonly DeskArticle[];
  others: readonly Earning[];
}): Child {
  const { isKnown, ...verdict } = verdictOf(articles, others);
  const ids = [verdict.wasted, verdict.better].flatMap((one) => one?.item.contentId ?? []);
  const paused = articles.length === 0;
  const fresh = useQuery(['fresh', ids], (signal) => loadFresh(ids, signal), { interval: 6 * SLOW_POLL_MS, paused });
  if (paused) return null;
  return (
    <PlacementAdvice
      {...verdict}
      none={
        isKnown
          ? 'Every position is performing normally.'
          : 'Too few readers have seen these articles to compare their positions.'
      }
      fresh={fresh.value}
      href={insightsHref}
    />
  );
}
