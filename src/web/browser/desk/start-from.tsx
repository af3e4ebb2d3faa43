import { useData } from '../lib/query.ts';
import { plusDays, weekday } from '../lib/time.ts';
import { formatCount } from '../lib/words.ts';
import { Button } from '../ui/actions.tsx';
import type { DeskArticle } from './use-day.ts';

interface Props {
  date: string;
  today: string;
  start: (articles: DeskArticle[]) => void;
}

/** Fills an empty day with the selection of the day before. */
export function StartFrom({ date, today, start }: Props) {
  const before = plusDays(date, -1);
  const articles = useData('/manage/recommended/{date}', { at: { date: before } }).value?.articles ?? [];
  // An empty paragraph reserves the space, so that nothing moves when the button appears.
  if (articles.length === 0) return <p class="row before-3 start-from" />;
  const name = before === today ? 'today' : date === today ? 'yesterday' : weekday(before);
  return (
    <p class="row before-3 start-from">
      <Button text={`Start from ${name}`} press={() => start(articles)} />
      <span class="hint">{formatCount(articles.length, 'article')} to begin with. Nothing is published yet.</span>
    </p>
  );
}
