import { type Child, useEffect, useState } from 'hono/jsx/dom';
import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { termsOf } from '../../../lib/box-terms.ts';
import { howFarInWords } from '../insights/stories/article-words.ts';
import { type Query, useData } from '../lib/query.ts';
import { dayAndMonth, moment, plusDays, timeZone, today } from '../lib/time.ts';
import { capitalize, optionOrFirst, optionsOf, ordinal, typeName } from '../lib/words.ts';
import { Button } from '../ui/actions.tsx';
import { SearchField, Segments, SelectField } from '../ui/form/field.tsx';
import { useOnboarding } from '../ui/onboarding.tsx';
import { Empty, Loaded, Outside, Skeleton, Thumbnail } from '../ui/parts.tsx';
import { containsArticle } from './article-order.ts';
import { PlacementMark } from './placement-mark.tsx';
import type { DeskArticle, DeskCandidate as Offered } from './use-day.ts';

const LISTS = optionsOf({ newest: 'Newest', engaging: 'Engaging now', '24h': 'Most read today', '7d': 'This week' });

export interface Choice {
  list: string;
  q: string;
  topic: string;
  search: string;
}

interface Picking {
  selected: DeskArticle[];
  add: (article: DeskArticle) => void;
  remove: (article: DeskArticle) => void;
}

interface Candidates extends Picking {
  date: string;
  choice: Choice;
  change: (choice: Partial<Choice>, how?: { replace: boolean }) => void;
  /** Receives the failed query of a list that could not be loaded at all, or `null`. */
  reportFailure: (failed: Query<unknown> | null) => void;
}

const ARTICLES_PER_STEP = 15;
const MAX_CANDIDATES = 50;

export function Candidates({ date, choice, change, reportFailure, ...picking }: Candidates) {
  const list = optionOrFirst(LISTS, choice.list);
  const [limit, setLimit] = useState(ARTICLES_PER_STEP);
  const query = {
    date,
    ...termsOf(choice.q),
    topics: choice.topic,
    search: choice.search,
    period: list === '7d' ? list : '24h',
    engaging: list === 'engaging' || null,
    limit,
    stories: true,
  };
  const found = useData('/manage/candidates', { query, interval: 20_000 });
  const error = found.value ? null : found.error;
  useEffect(() => reportFailure(error ? found : null), [error]);
  return (
    <>
      <div class="row tools">
        <Segments label="Order" name="list" value={list} options={LISTS} choose={(name) => change({ list: name })} />
        <SearchField
          value={choice.q}
          change={(q) => change({ q }, { replace: true })}
          placeholder="Words or phrases, separated by commas; -word excludes"
          class="text wide"
        />
        <SavedSearches value={choice.search} change={(search) => change({ search })} />
      </div>
      <Loaded of={found} what="the candidates" lines={12}>
        {({ newest, engaged, engaging, before }) => {
          const articles = { newest, engaging, '24h': engaged, '7d': engaged }[list];
          const topic = articles.flatMap(({ topics }) => topics).find(({ id }) => String(id) === choice.topic);
          return (
            <>
              <Before date={date} articles={before.articles} />
              {choice.topic ? (
                <p class="row medium after-3 only">
                  Only {topic?.name ?? `topic ${choice.topic}`}
                  <Button text="Show all topics" look="link" press={() => change({ topic: '' })} />
                </p>
              ) : null}
              {articles.length === 0 ? (
                <Nothing list={list} choice={choice} />
              ) : (
                <ul class="candidates after-4" aria-label="Candidates">
                  {articles.map((article) => (
                    <Candidate key={article.contentId} date={date} article={article} change={change} {...picking}>
                      {article.story && article.story.size > 1 ? (
                        <Copies story={article.story} shown={article.contentId} date={date} {...picking} />
                      ) : null}
                    </Candidate>
                  ))}
                </ul>
              )}
              {articles.length === limit && limit < MAX_CANDIDATES ? (
                <Button text="Show more" press={() => setLimit(Math.min(MAX_CANDIDATES, limit + ARTICLES_PER_STEP))} />
              ) : null}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function SavedSearches({ value, change }: { value: string; change: (search: string) => void }) {
  const searches = useData('/embed/choices/searches').value?.searches ?? [];
  if (searches.length === 0) return null;
  const options = [['', 'All articles'], ...searches.map(({ slug, name }) => [slug, name] as const)] as const;
  return <SelectField label="Saved search" value={value} options={options} change={change} />;
}

const MAX_RISING = 10;
const isRising = (rank: number | null) => rank !== null && rank <= MAX_RISING;

/** Names a rank among readers, which is not the position in a list. */
const mostRead = (rank: number): string => (rank === 1 ? 'Most read' : `${ordinal(rank)} most read`);

/** Returns the ranks of an article among readers, as in `2nd most read today, rising · 35th this week`. */
function ranksInWords({ day, week, rising }: Offered['standing']): string {
  const today = day ? `${mostRead(day)} today${isRising(rising) ? ', rising' : ''}` : '';
  const thisWeek = week ? `${today && week > 1 ? ordinal(week) : mostRead(week)} this week` : '';
  return [today, thisWeek || (day ? '' : isRising(rising) ? 'Rising' : '')].filter(Boolean).join(' · ');
}

/** Names the day before a desk's day, as in “today’s picks” and “picked on 30 Nov”. */
function dayBefore(date: string): { whose: string; when: string } {
  const before = plusDays(date, -1);
  const now = today(Date.now(), timeZone());
  if (date === now) return { whose: 'Yesterday’s picks', when: 'yesterday' };
  const when = `on ${dayAndMonth(before)}`;
  return { whose: before === now ? 'Today’s picks' : `Picks ${when}`, when };
}

function Before({ date, articles }: { date: string; articles: Offered[] }) {
  if (articles.length === 0) return null;
  const readPicks = articles.filter(({ standing }) => standing.day).length;
  return (
    <details class="before-choice after-4">
      <summary>
        {dayBefore(date).whose}: {readPicks} of {articles.length} are among the most read of the last 24 hours
      </summary>
      <ol class="side before-2 medium">
        {articles.map(({ contentId, title, language, placement, standing: { day, rising } }) => (
          <li key={contentId}>
            <span {...languageAttributes(title, language)}>{title}</span>{' '}
            <span class="hint">
              {day ? `${mostRead(day)} today` : 'not listed'}
              {isRising(rising) ? ', rising' : ''}
            </span>
            <PlacementMark of={placement} />
          </li>
        ))}
      </ol>
    </details>
  );
}

interface CopiesProps extends Picking {
  date: string;
  story: NonNullable<Offered['story']>;
  shown: number;
}

function Copies({ story, shown, date, ...picking }: CopiesProps) {
  const [isOpen, open] = useState(false);
  const found = useData('/manage/candidates', {
    query: { date, story: story.id, limit: MAX_CANDIDATES },
    paused: !isOpen,
  });
  return (
    <details onToggle={(event: Event) => open((event.currentTarget as HTMLDetailsElement).open)}>
      <summary>{story.size - 1 === 1 ? 'One other report' : `${story.size - 1} other reports`}</summary>
      {isOpen ? (
        <Loaded of={found} what="the other reports" lines={2}>
          {({ newest }) => (
            <ul class="plain-list">
              {newest
                .filter(({ contentId }) => contentId !== shown)
                .map((copy) => (
                  <li class="row between" key={copy.contentId}>
                    <span>
                      <Outside href={copy.url} language={copy.language}>
                        {copy.title}
                      </Outside>{' '}
                      <span class="hint">{`${copy.source} · ${moment(copy.publishedAt, timeZone())}`}</span>
                    </span>
                    <Choose article={copy} {...picking} />
                  </li>
                ))}
            </ul>
          )}
        </Loaded>
      ) : null}
    </details>
  );
}

function Choose({ article, selected, add, remove }: { article: Offered } & Picking) {
  const isSelected = containsArticle(selected, article.contentId);
  const verb = isSelected ? 'Remove' : 'Add';
  return <Button text={verb} label={`${verb}: ${article.title}`} press={() => (isSelected ? remove : add)(article)} />;
}

interface CandidateProps extends Picking, Pick<Candidates, 'change' | 'date'> {
  article: Offered;
  children: Child;
}

function Candidate({ date, article, change, children, ...picking }: CandidateProps) {
  const { title, url, source, publishedAt, contentType, image, language, readThroughRate } = article;
  const isAhead = Date.parse(publishedAt) > Date.now();
  const position = 1 + picking.selected.findIndex(({ contentId }) => contentId === article.contentId);
  const ranks = ranksInWords(article.standing);
  const badges = [
    position > 0 ? `Position ${position}` : '',
    isAhead ? 'Not published yet' : '',
    article.pick === 'pinned' ? 'Pinned' : '',
    article.paywalled ? 'Subscription' : '',
    article.standing.isChosenBefore ? `Picked ${dayBefore(date).when}` : '',
  ]
    .filter(Boolean)
    .map((text) => (
      <span key={text} class="badge">
        {text}
      </span>
    ));
  return (
    <li class={position > 0 ? 'selected' : ''}>
      <Thumbnail key={image ?? 'none'} image={image} initial={source.charAt(0)} />
      <div class="body">
        <h3>
          <Outside href={url} language={language}>
            {title}
          </Outside>
        </h3>
        <p class="row hint topics">
          <span>
            {[source, moment(publishedAt, timeZone()), contentType === 'article' ? '' : typeName(contentType)]
              .filter(Boolean)
              .map((part, i) => (
                <span key={part} class="tight">
                  {i > 0 ? ' · ' : ''}
                  {part}
                </span>
              ))}
          </span>
          {article.topics.slice(0, 1).map(({ id, name }) => (
            <Button
              key={id}
              text={name}
              label={`Only ${name}`}
              look="link"
              press={() => change({ topic: String(id) })}
            />
          ))}
        </p>
        <p class="row figures">
          {badges}
          <PlacementMark of={article.placement} isNamed />
          {ranks ? <small>{ranks}</small> : null}
          {readThroughRate ? <small>{capitalize(howFarInWords(readThroughRate, null, ''))}</small> : null}
        </p>
      </div>
      <Choose article={article} {...picking} />
      {children}
    </li>
  );
}

function Nothing({ list, choice: { q, topic, search } }: { list: string; choice: Choice }) {
  const isFiltered = Boolean(q || topic || search);
  const { steps, isLoading } = useOnboarding(!isFiltered, 'stories');
  if (isLoading) return <Skeleton lines={12} />;
  if (steps) return <>{steps}</>;
  return (
    <Empty title="No matching articles">
      {isFiltered
        ? 'Try different words, all topics or all articles.'
        : list === 'newest' || list === 'engaging'
          ? 'No articles have been published by this day.'
          : 'No articles were read in this period.'}
    </Empty>
  );
}
