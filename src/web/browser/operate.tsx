import { useEffect } from 'hono/jsx/dom';
import { MINUTE_MS } from '../../lib/time.ts';
import { useQuery } from './lib/request/query.ts';
import { request } from './lib/request/request.ts';
import { start } from './lib/start.tsx';
import { useNow } from './lib/time/now.ts';
import { timeOf } from './lib/time/time.ts';
import { Clicks } from './operate/clicks.tsx';
import { DeadLetters } from './operate/dead-letters.tsx';
import { Filtered, type FilteredAnswer } from './operate/filtered.tsx';
import { findingsOf } from './operate/findings/findings.ts';
import { isKnown, levelOf } from './operate/findings/level.ts';
import { Jobs } from './operate/jobs.tsx';
import { Keys } from './operate/keys.tsx';
import { Rankings } from './operate/rankings.tsx';
import { Sources } from './operate/sources.tsx';
import { StateInWords } from './operate/state.tsx';
import { showInTab } from './operate/tab.ts';
import type { DeadLetter, Key, Source, Status } from './operate/types.ts';
import { Weights, type WeightsAnswer } from './operate/weights.tsx';
import { useFirstSteps } from './ui/first-steps.tsx';
import { SignedIn } from './ui/signed-in.tsx';
import { Loaded, Skeleton } from './ui/states.tsx';

const SOON = 5_000;
const SLOW = 30_000;
/** The object that answers may sleep meanwhile. */
const RARE = MINUTE_MS;
/** Most sources that one answer holds. */
const SOURCES = 1000;
/** Of many dead letters the first are enough to see what is wrong. */
const LETTERS = 20;
/** The running hour and the 24 before it, as rankings of 24 hours count. */
const DAY = 25;
/** Articles of which most is taken off. */
const ARTICLES = 10;

function Operate() {
  const status = useQuery((signal) => request<Status>('/manage/status', { signal }), {
    queryKey: 'status',
    interval: SOON,
  });
  const sources = useQuery(
    (signal) =>
      request<{ sources: Source[] }>('/manage/sources', {
        query: { withFeeds: 'true', limit: SOURCES },
        signal,
      }),
    { queryKey: 'sources', interval: SLOW },
  );
  const keys = useQuery((signal) => request<{ keys: Key[] }>('/manage/keys', { query: { limit: 1000 }, signal }), {
    queryKey: 'keys',
    interval: SLOW,
  });
  const letters = useQuery(
    (signal) =>
      request<{ deadLetters: DeadLetter[] }>('/manage/dead-letters', {
        query: { limit: LETTERS },
        signal,
      }),
    { queryKey: 'letters', interval: SOON },
  );
  const filtered = useQuery(
    (signal) => request<FilteredAnswer>('/manage/filtered', { query: { hours: DAY }, signal }),
    { queryKey: 'filtered', interval: SLOW },
  );
  const weights = useQuery(
    (signal) => request<WeightsAnswer>('/manage/weights', { query: { hours: DAY, limit: ARTICLES }, signal }),
    { queryKey: 'weights', interval: RARE },
  );
  const parts = [status, sources, keys, letters, filtered, weights];
  const known = {
    status: status.value,
    sources: sources.value?.sources ?? null,
    keys: keys.value?.keys ?? null,
  };
  const now = useNow(SOON);
  // Green only for what has been asked, answered and is fresh: one question that fails or is late makes all of it unknown.
  const unknown = [
    ...(isKnown(status, SOON, now) ? [] : ['clicks and rankings']),
    ...(isKnown(letters, SOON, now) ? [] : ['dead letters']),
    ...(isKnown(sources, SLOW, now) ? [] : ['sources']),
    ...(isKnown(keys, SLOW, now) ? [] : ['keys']),
    ...(isKnown(filtered, SLOW, now) ? [] : ['what happened to clicks']),
    ...(isKnown(weights, RARE, now) ? [] : ['weights']),
  ];
  const findings = findingsOf(known, now);
  const level = levelOf(findings, unknown);
  useEffect(() => showInTab(level), [level]);
  const isStill = status.value?.lastClickHour === null;
  const { steps, isLoading } = useFirstSteps(isStill, 'stories');
  // Shown at once, so that nothing jumps.
  if (isLoading || !parts.every(({ value, error }) => value ?? error)) return <Skeleton lines={24} />;
  const reload = () => {
    for (const part of parts) part.reload();
  };
  return (
    <div class="operate">
      {steps && level === 'good' ? steps : <StateInWords {...{ findings, unknown, isStill }} />}
      <p class="hint updated">{status.at ? `Updated ${timeOf(status.at)}, refreshes automatically` : ' '}</p>
      <Loaded of={status}>
        {(value) => (
          <div class="columns">
            <Clicks status={value} />
            <Rankings reload={reload} status={value} />
          </div>
        )}
      </Loaded>
      {letters.value && letters.value.deadLetters.length > 0 ? (
        <DeadLetters reload={reload} letters={letters.value.deadLetters} counts={status.value?.deadLetters ?? {}} />
      ) : null}
      <Loaded of={filtered}>{(value) => <Filtered {...value} />}</Loaded>
      <Loaded of={weights}>{(value) => <Weights {...value} />}</Loaded>
      {status.value ? <Jobs jobs={status.value.jobs} /> : null}
      <Loaded of={sources}>{(value) => <Sources {...value} reload={reload} />}</Loaded>
      <Loaded of={keys}>{(value) => <Keys {...value} />}</Loaded>
    </div>
  );
}

start(() => (
  <SignedIn needs="operator" why="See whether everything works, and fix what does not. You need an operator key.">
    {() => <Operate />}
  </SignedIn>
));
