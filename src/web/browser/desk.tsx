import { useEffect, useRef, useState } from 'hono/jsx/dom';
import { languageAttributes } from '../../delivery/language-attributes.ts';
import { AdviceLine, useAlternatives } from './desk/advice.tsx';
import { appendMissing, compareLists, type Mark, sameOrder } from './desk/article-order.ts';
import { Candidates } from './desk/candidates.tsx';
import { DeskPreview } from './desk/preview.tsx';
import { Publish, Saver } from './desk/publish.tsx';
import { Selection } from './desk/selection.tsx';
import { StartFrom } from './desk/start-from.tsx';
import { readStoredDrafts, storeDrafts } from './desk/stored-drafts.ts';
import { type DeskArticle, type DeskDraft, type Drafts, type EditedDay, useDay } from './desk/use-day.ts';
import type { SelectedDay } from './insights/stories/verdict.ts';
import { announceToReaders, useLeaveGuard, useView } from './lib/page.ts';
import { type Query, useData } from './lib/query.ts';
import type { DataOf } from './lib/request.ts';
import { dayAndMonth, isDay, longDay, minuteOf, plusDays, timeZone, today as todayOf, weekday } from './lib/time.ts';
import { optionsOf } from './lib/words.ts';
import { Button } from './ui/actions.tsx';
import { DateField, Segments } from './ui/form/field.tsx';
import { mountPage, SignInGate } from './ui/mount-page.tsx';
import { useOnboarding } from './ui/onboarding.tsx';
import { areLoaded, Failure, Skeleton } from './ui/parts.tsx';

const SHOWN_DAYS = 14;

interface Picker {
  date: string;
  today: string;
  changed: ReadonlySet<string>;
  /** Whether the service fails, so that an empty count may be wrong. */
  isFailing: boolean;
  /** Changes when the day is saved or planned. */
  version: string;
  choose: (date: string) => void;
}

function DayPicker({ date, today, changed, isFailing, version, choose }: Picker) {
  const query = { from: today, to: plusDays(today, SHOWN_DAYS - 1) };
  const days = useData('/manage/recommended', { query, version, interval: 30_000 });
  const counts = new Map(days.value?.days.map(({ date, articles }) => [date, articles]));
  const plans = new Map(days.value?.plans.map((plan) => [plan.date, plan]));
  return (
    <div class="row days">
      <nav aria-label="Days">
        <ul>
          {Array.from({ length: SHOWN_DAYS }, (_, i) => plusDays(today, i)).map((day) => (
            <li key={day}>
              <a
                href={`?date=${day}`}
                aria-current={day === date ? 'date' : undefined}
                onClick={(event: MouseEvent) => {
                  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
                  event.preventDefault();
                  choose(day);
                }}
              >
                <b>{day === today ? 'Today' : weekday(day)}</b>
                {changed.has(day) ? (
                  <span class="changed">unsaved</span>
                ) : (
                  <Count of={counts.get(day) ?? (days.value && !isFailing ? 0 : null)} plan={plans.get(day)} />
                )}
                <span>{dayAndMonth(day)}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <DateField label="Another day" value={date} change={(day) => isDay(day) && choose(day)} />
    </div>
  );
}

type PlanSummary = DataOf<'/manage/recommended'>['plans'][number];

const Count = ({ of, plan }: { of: number | null; plan: PlanSummary | undefined }) =>
  plan && !of ? (
    <span class="count">
      {plan.articles} · {minuteOf(Date.parse(plan.at))}
      <span class="quiet"> planned</span>
    </span>
  ) : of === null ? null : of ? (
    <span class="count">
      {of}
      <span class="quiet">{of === 1 ? ' article' : ' articles'}</span>
    </span>
  ) : (
    <span class="unplanned">
      <span aria-hidden="true">–</span>
      <span class="quiet">nothing selected</span>
    </span>
  );

const MARK_CLASSES: Record<Exclude<Mark, ''>, string> = { 'only here': 'badge warn', moved: 'badge' };

function Conflict({ day, theirs }: { day: EditedDay; theirs: SelectedDay }) {
  const mine = day.articles;
  const heading = useRef<HTMLHeadingElement>(null);
  // Focuses the heading, so that an editor who is about to publish notices the conflict.
  useEffect(() => heading.current?.focus(), [theirs.version]);
  const take = () => {
    day.drop();
    announceToReaders('The list now shows their version.');
  };
  const combine = () => {
    day.editFrom(theirs, appendMissing(mine, theirs.articles));
    announceToReaders('Both lists are combined. Nothing is saved yet.');
  };
  const keep = async () => {
    if (await day.save(theirs)) announceToReaders('Your list has replaced theirs.');
  };
  return (
    <section class="stack gap-4 conflict" role="alert" aria-labelledby="conflict">
      <h2 id="conflict" tabindex={-1} ref={heading}>
        Someone else has changed this day
      </h2>
      <p>
        It was saved by <Saver date={theirs.date} at={theirs.modifiedAt ?? ''} /> as version {theirs.version} while you
        were editing it here. Your changes are not saved yet. Choose which list to publish, or combine both and continue
        editing.
      </p>
      <div class="columns gap-4">
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

const Side = ({ title, articles, other }: { title: string; articles: DeskArticle[]; other: DeskArticle[] }) => (
  <div>
    <h3>{title}</h3>
    {articles.length === 0 ? <p class="hint">No articles.</p> : null}
    <ol class="side before-2 medium">
      {compareLists(articles, other).map(({ article, mark }) => (
        <li key={article.contentId}>
          <span {...languageAttributes(article.title)}>{article.title}</span>{' '}
          {mark ? <span class={MARK_CLASSES[mark]}>{mark}</span> : null}
        </li>
      ))}
    </ol>
  </div>
);

const PARTS = optionsOf({ selection: 'Selection', candidates: 'Candidates', preview: 'Preview' });

const DEFAULTS = { date: '', list: 'newest', q: '', topic: '', search: '', output: 'html' };

const isChanged = ({ base, articles }: DeskDraft) => !sameOrder(base.articles, articles);

function Desk({ drafts }: { drafts: Drafts }) {
  const [view, change] = useView(DEFAULTS);
  const today = todayOf(Date.now(), timeZone());
  const date = isDay(view.date) ? view.date : today;
  const day = useDay(date, drafts);
  const [part, setPart] = useState<string>('selection');
  const alternatives = useAlternatives();
  const { articles, theirs, stored } = day;
  const changed = new Set(Object.keys(drafts.of).filter((name) => drafts.of[name] && isChanged(drafts.of[name])));
  const add = (article: DeskArticle) => {
    announceToReaders(`Added as number ${articles.length + 1}.`);
    day.edit([...articles, article]);
  };
  const remove = ({ contentId }: DeskArticle) => {
    announceToReaders(`Removed. ${articles.length - 1} left.`);
    day.edit(articles.filter((one) => one.contentId !== contentId));
  };
  const [failedList, setFailedList] = useState<Query<unknown> | null>(null);
  // A service that fails may not know a saved selection, so an empty list could mislead.
  const failed = stored ? (failedList?.error?.kind === 'failed' ? failedList : null) : day;
  const failure = articles.length === 0 && !day.isChanged ? (failed?.error ?? null) : null;
  const hasAdvice = alternatives.value === null || Object.values(alternatives.value).some(({ length }) => length > 0);
  const { steps, isLoading } = useOnboarding(stored?.version === 0 && articles.length === 0 && !hasAdvice, 'stories', {
    about: 'After the setup, you choose and order the recommended articles of each day here.',
  });
  // Shows the page only after the advice is loaded, so that the layout does not shift.
  const isOpen = useRef(false);
  isOpen.current ||= Boolean(stored ?? day.error) && areLoaded(alternatives) && !isLoading;
  if (!isOpen.current) return <Skeleton lines={24} />;
  if (steps) return <>{steps}</>;
  return (
    <div class="stack gap-4 desk">
      {stored ? (
        <AdviceLine articles={articles} alternatives={alternatives.value} isToday={date === today} edit={day.edit} />
      ) : null}
      <DayPicker
        date={date}
        today={today}
        changed={changed}
        isFailing={failure !== null}
        version={`${stored?.version ?? 0} ${day.planned?.at ?? ''} ${day.planned?.articles.length ?? ''}`}
        choose={(chosen) => change({ date: chosen === today ? '' : chosen })}
      />
      {theirs ? <Conflict day={day} theirs={theirs} /> : null}
      {failure ? (
        <Failure error={failure} what="the desk" retryAt={failed?.retryAt} reload={() => location.reload()}>
          Saved selections are not affected.
        </Failure>
      ) : null}
      {failure ? null : (
        <div class="bench-parts">
          <Segments label="Part of the desk" name="part" value={part} options={PARTS} choose={setPart} />
        </div>
      )}
      {/* Without the key, the renderer recreates the element when the message above appears, which loads all again. */}
      <div key="bench" class="bench" data-part={part} hidden={failure !== null}>
        <section class="card chosen" aria-labelledby="selection-title">
          <h2 id="selection-title" tabindex={-1}>
            {longDay(date)}
          </h2>
          {stored ? (
            <>
              <Publish day={day} date={date} today={today} />
              <Selection date={date} articles={articles} edit={day.edit} />
              {articles.length === 0 ? <StartFrom date={date} today={today} start={day.edit} /> : null}
            </>
          ) : failure ? null : (
            <Skeleton lines={8} />
          )}
        </section>
        <section class="card offered" aria-labelledby="candidates-title">
          <h2 id="candidates-title">Candidates</h2>
          <Candidates
            date={date}
            choice={view}
            change={change}
            selected={articles}
            add={add}
            remove={remove}
            reportFailure={setFailedList}
          />
        </section>
        <DeskPreview
          date={date}
          articles={articles}
          output={view.output}
          choose={(output) => change({ output }, { replace: true })}
        />
      </div>
    </div>
  );
}

mountPage(() => {
  const [of, setDrafts] = useState<Record<string, DeskDraft>>(readStoredDrafts);
  const put: Drafts['put'] = (date, next) =>
    setDrafts(({ [date]: before, ...others }) => {
      const draft = typeof next === 'function' ? next(before) : next;
      return draft ? { ...others, [date]: draft } : others;
    });
  const changed = Object.entries(of).filter(([, draft]) => isChanged(draft));
  useEffect(() => storeDrafts(Object.fromEntries(changed)), [of]);
  useLeaveGuard(changed.length > 0);
  return (
    <SignInGate>
      <Desk drafts={{ of, put }} />
    </SignInGate>
  );
});
