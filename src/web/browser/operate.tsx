import { useEffect } from 'hono/jsx/dom';
import { useNow } from './lib/now.ts';
import { useQuery } from './lib/query.ts';
import { request } from './lib/request.ts';
import { start } from './lib/start.tsx';
import { timeOf } from './lib/time.ts';
import { Clicks } from './operate/clicks.tsx';
import { DeadLetters } from './operate/dead-letters.tsx';
import { findingsOf } from './operate/findings.ts';
import { Keys } from './operate/keys.tsx';
import { isKnown, levelOf } from './operate/level.ts';
import { Rankings } from './operate/rankings.tsx';
import { Sources } from './operate/sources.tsx';
import { StateInWords } from './operate/state.tsx';
import { showInTab } from './operate/tab.ts';
import type { DeadLetter, Key, Source, Status } from './operate/types.ts';
import { SignedIn } from './ui/signed-in.tsx';
import { Loaded, Skeleton } from './ui/states.tsx';

const SOON = 5_000;
const SLOW = 30_000;
/** Most sources that one answer holds. */
const SOURCES = 1000;
/** Of many dead letters the first are enough to see what is wrong. */
const LETTERS = 20;

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
  const keys = useQuery((signal) => request<{ keys: Key[] }>('/manage/keys', { signal }), {
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
  const parts = [status, sources, keys, letters];
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
  ];
  const findings = findingsOf(known, now);
  const level = levelOf(findings, unknown);
  useEffect(() => showInTab(level), [level]);
  // Shown at once, so that nothing jumps.
  if (!parts.every(({ value, error }) => value ?? error)) return <Skeleton lines={24} />;
  const reload = () => {
    for (const part of parts) part.reload();
  };
  return (
    <div class="operate">
      <StateInWords findings={findings} unknown={unknown} />
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
      <Loaded of={sources}>{(value) => <Sources {...value} />}</Loaded>
      <Loaded of={keys}>{(value) => <Keys {...value} />}</Loaded>
    </div>
  );
}

start(() => (
  <SignedIn needs="operator" why="See whether everything runs, and fix what does not. It takes an operator key.">
    {() => <Operate />}
  </SignedIn>
));
