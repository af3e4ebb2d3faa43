import type { Child } from 'hono/jsx/dom';
import { loadFresh } from '../insights/stories/fresh.ts';
import { type Earning, type Verdict as Spoken, verdictOf } from '../insights/stories/verdict.ts';
import { Wasted } from '../insights/stories/wasted.tsx';
import { insightsHref, SLOW } from '../insights/view.ts';
import { useData, useQuery } from '../lib/query.ts';
import type { Article } from './use-day.ts';

/** What deserves a better place, chosen or not. */
export const useUnderplayed = () =>
  useData('/api/v2/insights/underplayed-content/', { query: { limit: 20 }, interval: 6 * SLOW });

/** What an editor should change first, in words; follows what is moved here before it is stored. `others`: what deserves a better place. */
export function Verdict({ articles, others }: { articles: readonly Article[]; others: readonly Earning[] }): Child {
  if (articles.length === 0) return null;
  const { isKnown, ...verdict } = verdictOf(articles, others);
  return <Told verdict={verdict} isKnown={isKnown} />;
}

/** The same with how old both are, and whether they gain or lose readers. */
function Told({ verdict, isKnown }: { verdict: Spoken; isKnown: boolean }) {
  const ids = [verdict.wasted, verdict.better].flatMap((one) => one?.item.contentId ?? []);
  const fresh = useQuery(['fresh', ids], (signal) => loadFresh(ids, signal), { interval: 6 * SLOW });
  return (
    <Wasted
      {...verdict}
      none={
        isKnown
          ? 'No place of this day is surely wasted.'
          : 'Whether a place of this day is wasted is not sure yet: too few readers have seen these articles in lists.'
      }
      fresh={fresh.value}
      href={insightsHref}
    />
  );
}
