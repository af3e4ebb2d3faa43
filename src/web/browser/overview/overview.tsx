import { useRef } from 'hono/jsx/dom';
import { groupAllByHeading } from '../../../rankings/math/figures/change-headings.ts';
import {
  Calendar,
  chosenOf,
  daysOfView,
  More,
  PERIODS_WITHOUT_GROWTH,
  RiskSwitch,
  ShareButton,
  saveTable,
  windowInWords,
} from '../insights/bar/toolbar.tsx';
import { AudienceChart } from '../insights/charts/audience.tsx';
import { AUDIENCE_OPTIONS, noneInWords } from '../insights/charts/audiences.ts';
import { ChangeSummary } from '../insights/stories/change.tsx';
import type { Placement } from '../insights/stories/items.tsx';
import { againstInWords } from '../insights/stories/rank-words.ts';
import { type InsightsSession, LIVE_POLL_MS, SLOW_POLL_MS } from '../insights/view.ts';
import { isStill, loadCompared } from '../insights/week.ts';
import { type Query, useBatchedRequests, useQuery } from '../lib/query.ts';
import { may, useSession } from '../lib/request.ts';
import { plusDays, timeOf, timeZone, today } from '../lib/time.ts';
import { Button, showToast } from '../ui/actions.tsx';
import { useOnboarding } from '../ui/onboarding.tsx';
import { areLoaded, Failure, Loaded, Section, Skeleton, Stale } from '../ui/parts.tsx';
import { FilterFields, filterOf, isAudience, loadValues, NO_FILTER } from './filter.tsx';
import { ChosenFinding, RangeFinding } from './finding.tsx';
import {
  hasDays,
  hasStories,
  hasTopics,
  type ListedTopic,
  loadAudience,
  loadChanges,
  loadDays,
  loadNow,
  loadStories,
  loadTopics,
  loadYields,
} from './load.ts';
import { NowPanel } from './now.tsx';
import { StoriesPanel, TopicsPanel, UsualPanel, YieldsPanel } from './panels.tsx';

const SHOWN_AUDIENCES = 5;
const WEEK_DAYS = 7;

/** First screen: the site, the finding of the week, and what readers read. A row that is chosen filters the rest. */
export function Overview(session: InsightsSession) {
  useBatchedRequests();
  const { view, paused } = session;
  const { session: signedIn } = useSession();
  const isEditor = may(signedIn, 'edit');
  const risk = view.risk === '1';
  const filter = filterOf(view);
  const window = daysOfView(session, PERIODS_WITHOUT_GROWTH);
  const chosen = chosenOf(window);
  const question = { filter, window, risk };
  const every = (milliseconds: number) => ({ interval: chosen || paused ? null : milliseconds });
  const changes = useQuery(
    ['changes', window, risk],
    (signal) => loadChanges({ chosen, risk }, signal),
    every(SLOW_POLL_MS),
  );
  const stories = useQuery(['stories', question], (signal) => loadStories(question, signal), {
    ...every(SLOW_POLL_MS),
    paused: !hasStories(filter),
  });
  // A chosen topic changes nothing in the list of topics, so its row keeps the focus.
  const listed = { ...question, filter: isAudience(filter) ? filter : NO_FILTER };
  const topics = useQuery(['topics', listed], (signal) => loadTopics(listed, signal), {
    ...every(LIVE_POLL_MS),
    paused: !hasTopics(filter),
  });
  const yields = useQuery(
    ['yields', window, risk],
    (signal) => loadYields('source', question, signal),
    every(SLOW_POLL_MS),
  );
  const days = useQuery(['days', filter], (signal) => loadDays(filter, signal), { paused: !hasDays(filter) });
  const now = useQuery(['now', isEditor], (signal) => loadNow(isEditor, signal), every(SLOW_POLL_MS));
  const isOfTopic = filter.by === 'topic';
  const readers = useQuery(['readers', filter], (signal) => loadAudience(Number(filter.is), signal), {
    paused: !isOfTopic,
  });
  const isEmpty = isStill(
    changes.value,
    now.value && stories.value && { rising: now.value.rising, popular: stories.value },
  );
  const { steps, isLoading } = useOnboarding(isEmpty && filter.by === '', 'readers');
  const filteredQueries = [
    ...(hasStories(filter) ? [stories] : []),
    ...(hasTopics(filter) ? [topics] : []),
    ...(hasDays(filter) ? [days] : []),
  ];
  // Later, each panel waits for itself.
  const wasLoaded = useRef(false);
  const queries: Query<unknown>[] = [changes, yields, now, ...filteredQueries];
  if (areLoaded(...queries)) wasLoaded.current = true;
  if (isLoading || !wasLoaded.current) return <Skeleton lines={24} />;
  if (steps) return <>{steps}</>;
  const { href } = session;
  const to = plusDays(today(Date.now(), timeZone()), -1);
  const framed = chosen ?? { from: plusDays(to, 1 - WEEK_DAYS), to };
  const placements = new Map(
    (now.value?.underplayed ?? []).map(({ contentId, placement }) => [contentId, placement as Placement]),
  );
  const topic = filter.by === 'topic' ? { topicId: Number(filter.is), name: nameOf(topics.value, filter.is) } : null;
  const name = topic?.name ?? 'Site';
  const against = chosen ? againstInWords('before', chosen) : undefined;
  const lead = changes.value?.lead;
  const audience = isOfTopic ? readers.value : (changes.value?.audience ?? null);
  const share = async () => {
    const { by, is } = filter;
    const names = AUDIENCE_OPTIONS.filter((one) => one.by === by).map((one) => [one.is, one.name] as const);
    const isOfReaders = isAudience(filter);
    const values = by === '' || isOfReaders ? names : await loadValues(by, window, new AbortController().signal);
    const group = values.find(([value]) => value === is)?.[1] ?? is;
    const { sharedOf } = await import('./shared.ts');
    const shared = sharedOf({ ...question, group, days: windowInWords(window), isOfReaders });
    if (!shared) showToast(`“${group}” cannot be shared. Choose other readers.`);
    return shared;
  };
  // One message about failures is enough.
  const failed = queries.find(({ error }) => error);
  const stale = queries.find(({ value, error }) => value !== null && error);
  const hasNothing = queries.every(({ value }) => value === null);
  const sources = (
    <Loaded of={withoutError(yields)} what="the sources">
      {(value) => <YieldsPanel sources={value} days={windowInWords(window)} filter={filter} href={href} />}
    </Loaded>
  );
  return (
    <div class="stack first-screen">
      <div class="row tools pairs">
        <Calendar session={session} without={PERIODS_WITHOUT_GROWTH} />
        <FilterFields session={session} window={window} />
        <div class="row bar">
          <More>
            <p class="hint">
              {changes.at ? `Updated ${timeOf(changes.at)}` : 'Not loaded'}
              {chosen ? '' : paused ? ' · paused' : ' · refreshes automatically'}
            </p>
            <RiskSwitch {...session} />
            {chosen ? null : <Button text={paused ? 'Resume' : 'Pause'} press={() => session.pause(!paused)} />}
            <Button
              text="Export CSV"
              isDisabled={!changes.value}
              press={async () => {
                const { tableOfChanges } = await import('../insights/growth.tsx');
                const all = await loadCompared({ ...chosen, riskManagement: risk }, new AbortController().signal);
                saveTable(
                  tableOfChanges('overview', groupAllByHeading(all, chosen !== null)),
                  to,
                  chosen ?? { asOf: all.asOf },
                );
              }}
            />
          </More>
          <ShareButton view={share} isDisabled={failed !== undefined} />
        </div>
      </div>
      {hasNothing && failed?.error ? (
        <Failure
          error={failed.error}
          what="the overview"
          retryAt={failed.retryAt}
          reload={() => {
            for (const { reload } of queries) reload();
          }}
        />
      ) : null}
      {hasNothing ? null : hasDays(filter) ? (
        <div class="columns lead">
          <Loaded of={withoutError(changes)} what="the growth of topics" lines={4}>
            {(value) =>
              topic ? (
                <ChosenFinding changes={value} topic={topic} against={against} href={href} />
              ) : chosen && against ? (
                <RangeFinding changes={value} days={windowInWords(window) ?? ''} against={against} href={href} />
              ) : (
                <div>
                  <ChangeSummary {...value} href={href} />
                </div>
              )
            }
          </Loaded>
          <Loaded of={withoutError(days)} what="the days" lines={4}>
            {(value) => <UsualPanel days={value} name={name} chosen={framed} />}
          </Loaded>
        </div>
      ) : null}
      {hasNothing ? null : (
        <>
          <div class="columns lists">
            {hasTopics(filter) ? (
              <Loaded of={withoutError(topics)} what="the topics" lines={8}>
                {(value) =>
                  changes.value ? (
                    <TopicsPanel
                      topics={value}
                      changes={changes.value}
                      isRange={chosen !== null}
                      filter={filter}
                      href={href}
                    />
                  ) : null
                }
              </Loaded>
            ) : null}
            {hasStories(filter) ? (
              <Loaded of={withoutError(stories)} what="the articles" lines={8}>
                {(value) => <StoriesPanel items={value} placements={placements} filter={filter} href={href} />}
              </Loaded>
            ) : null}
            {filter.by === 'source' ? sources : null}
          </div>
          <div class="columns rest">
            {filter.by === '' ? (
              <Loaded of={withoutError(now)} what="the last hours">
                {(value) => <NowPanel of={value} href={href} reload={now.reload} />}
              </Loaded>
            ) : null}
            {filter.by === '' ? sources : null}
            {hasDays(filter) ? (
              <Section id="readers" title="Readers" note={`of ${filter.by ? name : (lead?.name ?? 'topics')}`}>
                {audience ? (
                  <>
                    <AudienceChart
                      audience={audience}
                      limit={SHOWN_AUDIENCES}
                      hrefOf={(group) => href({ ...NO_FILTER, ...group })}
                    />
                    {noneInWords(audience) ? null : <p class="hint">Compared with the site.</p>}
                  </>
                ) : isOfTopic && readers.error === null ? (
                  <Skeleton lines={3} />
                ) : (
                  <p class="hint">Too few readers to show their audience.</p>
                )}
              </Section>
            ) : null}
          </div>
          {stale ? <Stale of={stale} /> : null}
        </>
      )}
    </div>
  );
}

/** Hides an error while there is earlier data. The message at the end of the page is about all panels. */
const withoutError = <T,>(query: Query<T>): Query<T> => (query.value === null ? query : { ...query, error: null });

const nameOf = (topics: readonly ListedTopic[] | null, id: string): string =>
  topics?.find(({ topicId }) => String(topicId) === id)?.name ?? `Topic ${id}`;
