import type { Child } from 'hono/jsx/dom';
import type { Pull } from '../insights/stories/items.tsx';
import { Wasted } from '../insights/stories/wasted.tsx';
import { insightsHref, SLOW } from '../insights/view.ts';
import { useData } from '../lib/query.ts';
import type { Article } from './use-day.ts';

interface Earning {
  contentId: number;
  title: string | null;
  pull: Pull | null;
}

const isSure = ({ pull }: Earning, side: 1 | -1): boolean =>
  pull?.confidence === 'high' && Math.sign(pull.index - 100) === side;

/** The best place of a day that is surely wasted, and what should stand there: the strongest below it, or else of those that are not chosen. */
export function verdictOf(chosen: readonly Earning[], others: readonly Earning[]) {
  const standing = chosen.flatMap((item, i) =>
    item.pull ? { item, pull: item.pull, at: { from: i + 1, to: i + 1 } } : [],
  );
  const wasted = standing.find(({ item }) => isSure(item, -1));
  const below = standing.filter(({ item, at }) => at.from > (wasted?.at.from ?? 1) && isSure(item, 1));
  const free = others.flatMap((item) =>
    item.pull && isSure(item, 1) && !chosen.some(({ contentId }) => contentId === item.contentId)
      ? { item, pull: item.pull, at: null }
      : [],
  );
  const [better] = (wasted && below.length === 0 ? free : below).toSorted((a, b) => b.pull.index - a.pull.index);
  return { wasted, better, isKnown: standing.some(({ pull }) => pull.confidence === 'high') };
}

/** What deserves a better place, chosen or not. */
export const useUnderplayed = () =>
  useData('/api/v2/insights/underplayed-content/', { query: { limit: 20 }, interval: 6 * SLOW });

/** What an editor should change first, in words; follows what is moved here before it is stored. `others`: what deserves a better place. */
export function Verdict({ articles, others }: { articles: readonly Article[]; others: readonly Earning[] }): Child {
  if (articles.length === 0) return null;
  const { isKnown, ...verdict } = verdictOf(articles, others);
  return (
    <Wasted
      {...verdict}
      none={
        isKnown
          ? 'No place of this day is surely wasted.'
          : 'Whether a place of this day is wasted is not sure yet: too few readers have seen these articles in lists.'
      }
      href={insightsHref}
    />
  );
}
