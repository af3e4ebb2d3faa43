import { useEffect, useRef } from 'hono/jsx/dom';
import { Button } from '../ui/form/controls.tsx';
import { compared, type Mark } from './article-order.ts';
import { Saver } from './saver.tsx';
import type { Article, Day } from './use-day.ts';

interface Conflict {
  mine: Article[];
  theirs: Day;
  isSaving: boolean;
  take: () => void;
  keep: () => void;
  /** Goes on with theirs and what only mine has. */
  combine: () => void;
}

const MARKS: Record<Exclude<Mark, ''>, string> = { 'only here': 'badge warn', moved: 'badge' };

/** Two editors have changed one day: both lists side by side, and a decision. Nothing is stored until it is made. */
export function Conflict({ mine, theirs, isSaving, take, keep, combine }: Conflict) {
  const heading = useRef<HTMLHeadingElement>(null);
  // An editor who was about to publish must notice it.
  useEffect(() => heading.current?.focus(), [theirs.version]);
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
        <Button text="Publish mine instead" isDisabled={isSaving} press={keep} />
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
