import { useEffect, useRef } from 'hono/jsx/dom';
import { announce } from '../lib/tell.ts';
import { Button } from '../ui/button.tsx';
import { combined, compared, type Mark } from './article-order.ts';
import { Saver } from './publish.tsx';
import type { Article, Day, EditedDay } from './use-day.ts';

const MARKS: Record<Exclude<Mark, ''>, string> = { 'only here': 'badge warn', moved: 'badge' };

/** Two editors have changed one day: both lists side by side, and a decision. Nothing is stored until it is made. */
export function Conflict({ day, theirs }: { day: EditedDay; theirs: Day }) {
  const mine = day.articles;
  const heading = useRef<HTMLHeadingElement>(null);
  // An editor who was about to publish must notice it.
  useEffect(() => heading.current?.focus(), [theirs.version]);
  const take = () => {
    day.drop();
    announce('You now see their version.');
  };
  const combine = () => {
    day.editFrom(theirs, combined(mine, theirs.articles));
    announce('Both lists are combined. Nothing is saved yet.');
  };
  const keep = async () => {
    if (await day.save(theirs)) announce('Your list has replaced theirs.');
  };
  return (
    <section class="conflict" role="alert" aria-labelledby="conflict">
      <h2 id="conflict" tabindex={-1} ref={heading}>
        Somebody else has changed this day
      </h2>
      <p>
        It was saved by <Saver date={theirs.date} at={theirs.modifiedAt ?? ''} /> as version {theirs.version} while you
        were changing it here. Nothing of yours is saved yet. Choose which list readers get, or combine both and go on
        from there.
      </p>
      <div class="columns">
        <Side title="Theirs, saved" articles={theirs.articles} other={mine} />
        <Side title="Yours, not saved" articles={mine} other={theirs.articles} />
      </div>
      <div class="row">
        <Button text="Use theirs" press={take} />
        <Button text="Combine both" press={combine} />
        <Button text="Publish mine instead" isDisabled={day.isSaving} press={keep} />
      </div>
    </section>
  );
}

const Side = ({ title, articles, other }: { title: string; articles: Article[]; other: Article[] }) => (
  <div>
    <h3>{title}</h3>
    {articles.length === 0 ? <p class="hint">No articles.</p> : null}
    <ol class="side">
      {compared(articles, other).map(({ article, mark }) => (
        <li key={article.contentId}>
          {article.title} {mark ? <span class={MARKS[mark]}>{mark}</span> : null}
        </li>
      ))}
    </ol>
  </div>
);
