import { useState } from 'hono/jsx/dom';
import { sameOrder } from './desk/article-order.ts';
import { Candidates } from './desk/candidates.tsx';
import { Conflict } from './desk/conflict.tsx';
import { isDay, longDay, today as todayOf } from './desk/dates.ts';
import { DayPicker } from './desk/days.tsx';
import { Preview } from './desk/preview.tsx';
import { Publish } from './desk/publish.tsx';
import { Selection } from './desk/selection.tsx';
import { type Article, type Draft, type Drafts, useDay } from './desk/use-day.ts';
import { useLeaveGuard } from './lib/hooks.ts';
import { announce } from './lib/tell.ts';
import { timeZone } from './lib/time.ts';
import { useView } from './lib/view.ts';
import { SignedIn, start } from './ui/start.tsx';
import { Failure, Skeleton } from './ui/states.tsx';

const DEFAULTS = { date: '', list: 'newest', q: '', topic: '', search: '', output: 'html' };

const isChanged = ({ base, articles }: Draft) => !sameOrder(base.articles, articles);

function Desk({ drafts }: { drafts: Drafts }) {
  const [view, change] = useView(DEFAULTS);
  const today = todayOf(Date.now(), timeZone());
  const date = isDay(view.date) ? view.date : today;
  const day = useDay(date, drafts);
  const { articles, theirs, stored } = day;
  const changed = new Set(Object.keys(drafts.of).filter((name) => drafts.of[name] && isChanged(drafts.of[name])));
  const add = (article: Article) => {
    announce(`Added as number ${articles.length + 1}.`);
    day.edit([...articles, article]);
  };
  const remove = ({ contentId }: Article) => {
    announce(`Removed. ${articles.length - 1} left.`);
    day.edit(articles.filter((one) => one.contentId !== contentId));
  };
  return (
    <div class="stack sections desk">
      <DayPicker
        date={date}
        today={today}
        changed={changed}
        stored={stored?.version ?? 0}
        choose={(chosen) => change({ date: chosen === today ? '' : chosen })}
      />
      {theirs ? <Conflict day={day} theirs={theirs} /> : null}
      <div class="bench">
        <section class="chosen" aria-labelledby="selection-title">
          <h2 id="selection-title" tabindex={-1}>
            {longDay(date)}
          </h2>
          {stored ? (
            <>
              <Publish day={day} date={date} today={today} />
              <Selection date={date} articles={articles} edit={day.edit} />
            </>
          ) : day.error ? (
            <Failure error={day.error} reload={day.reload} />
          ) : (
            <Skeleton lines={8} />
          )}
        </section>
        <section class="offered" aria-labelledby="candidates-title">
          <h2 id="candidates-title">Candidates</h2>
          <Candidates date={date} choice={view} change={change} selected={articles} add={add} remove={remove} />
        </section>
        <Preview
          date={date}
          articles={articles}
          output={view.output}
          choose={(output) => change({ output }, { replace: true })}
        />
      </div>
    </div>
  );
}

start(() => {
  const [of, setDrafts] = useState<Record<string, Draft>>({});
  const put = (date: string, draft: Draft | null) =>
    setDrafts(({ [date]: _, ...others }) => (draft ? { ...others, [date]: draft } : others));
  useLeaveGuard(Object.values(of).some(isChanged));
  return (
    <SignedIn needs="operator" why="Choose what readers are recommended each day. You need an operator key.">
      <Desk drafts={{ of, put }} />
    </SignedIn>
  );
});
