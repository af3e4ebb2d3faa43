import { useData } from '../../lib/query.ts';
import { dayAndMonth } from '../../lib/time.ts';
import { formatCount } from '../../lib/words.ts';
import type { ContentSession } from '../collections.tsx';

const inWords = (articles: number, tagged: number): string =>
  `${formatCount(articles, 'article')}${tagged < articles ? `, ${articles - tagged} without a topic` : ''}`;

export function Days({ href }: Pick<ContentSession, 'href'>) {
  const { value } = useData('/manage/articles/days');
  const { days = [] } = value ?? {};
  const most = Math.max(1, ...days.map(({ articles }) => articles));
  const total = days.reduce((sum, { articles }) => sum + articles, 0);
  const untagged = days.reduce((sum, { articles, tagged }) => sum + articles - tagged, 0);
  return (
    <figure class="published">
      <figcaption class="hint">
        {total === 0
          ? value && `No articles in ${days.length} days.`
          : `${formatCount(total, 'article')} in ${days.length} days, at most ${most} per day. ${untagged === 0 ? 'All have a topic.' : `Hollow: without a topic, ${untagged} in all.`}`}
      </figcaption>
      <ol>
        {days.map(({ date, articles, tagged }, place) => (
          <li key={date}>
            <a
              href={href({ from: date, until: date })}
              aria-label={`${dayAndMonth(date)}: ${inWords(articles, tagged)}`}
              title={`${dayAndMonth(date)}: ${inWords(articles, tagged)}`}
            >
              <i class="untagged" style={{ height: `${((articles - tagged) / most) * 100}%` }} />
              <i style={{ height: `${(tagged / most) * 100}%` }} />
            </a>
            <small aria-hidden="true">
              {place === 0 || date.endsWith('-01') ? dayAndMonth(date) : Number(date.slice(8))}
            </small>
          </li>
        ))}
      </ol>
    </figure>
  );
}
