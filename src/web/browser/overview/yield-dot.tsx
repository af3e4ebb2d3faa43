import { AVERAGE_INDEX } from '../insights/charts/audiences.ts';
import { RatioDot } from '../insights/stories/placement-dot.tsx';
import { formatCount } from '../lib/words.ts';
import { hasFewArticles, type SourceYield } from './load.ts';

type Yielding = Pick<SourceYield, 'yield' | 'interval' | 'articles'>;

/** Whether there are enough articles, and the 90% range lies on one side of the site’s average. */
export const isClearYield = (of: Yielding): boolean =>
  !hasFewArticles(of) &&
  of.interval !== null &&
  (Number(of.interval[0]) > AVERAGE_INDEX || Number(of.interval[1]) < AVERAGE_INDEX);

export const timesOf = (index: number): string => `${index / 100}×`;

/** Says why a yield is unknown. */
export const whyUnknown = ({ articles }: Pick<Yielding, 'articles'>): string =>
  articles === 0 ? 'nothing published' : 'too few readers';

/** Formats a yield: `1.6× the site’s average (90% range 1.2× to 2.1×)`. */
export function yieldInWords(of: Yielding): string {
  const { yield: index, interval } = of;
  if (index === null) return whyUnknown(of);
  const range = interval ? ` (90% range ${timesOf(Number(interval[0]))} to ${timesOf(Number(interval[1]))})` : '';
  return `${timesOf(index)} the site’s average${range}${hasFewArticles(of) ? ', from few articles' : ''}`;
}

/** Draws the readers per article of a source or company, compared with the site’s average. */
export function YieldDot({ of }: { of: Yielding }) {
  if (of.yield === null) return <span class="placement-dot hint">{whyUnknown(of)}</span>;
  return <RatioDot index={of.yield} interval={of.interval ?? []} isClear={isClearYield(of)} label={yieldInWords(of)} />;
}

/** Figure of a source, company or author: the articles that it published in the period. */
export const Published = ({ articles, days }: { articles: number; days: string }) => (
  <div>
    <dt>Published</dt>
    <dd>
      <b>{formatCount(articles, 'article')}</b>
      <small>{days}</small>
    </dd>
  </div>
);
