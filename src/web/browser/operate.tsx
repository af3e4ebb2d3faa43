import { ask } from './lib/ask.ts';
import { type Entry, useAsked } from './lib/asked.ts';
import { start } from './lib/start.tsx';
import { Clicks } from './operate/clicks.tsx';
import { DeadLetters } from './operate/dead-letters.tsx';
import { findingsOf } from './operate/findings.ts';
import { Keys } from './operate/keys.tsx';
import { Rankings } from './operate/rankings.tsx';
import { Sources } from './operate/sources.tsx';
import { StateInWords } from './operate/state.tsx';
import type { DeadLetter, Key, Source, Status } from './operate/types.ts';
import { KeyGate } from './ui/key-gate.tsx';
import { Loaded, Skeleton, timeOf } from './ui/states.tsx';

const SOON = 5_000;
const SLOW = 30_000;
/** Most sources that one answer holds. */
const SOURCES = 1000;
/** Of many dead letters the first are enough to see what is wrong. */
const LETTERS = 20;

function Operate(entry: Entry) {
  const { apiKey } = entry;
  const status = useAsked(entry, (signal) => ask<Status>('/manage/status', { key: apiKey, signal }), {
    question: 'status',
    every: SOON,
  });
  const sources = useAsked(
    entry,
    (signal) =>
      ask<{ sources: Source[] }>('/manage/sources', {
        key: apiKey,
        query: { withFeeds: 'true', limit: SOURCES },
        signal,
      }),
    { question: 'sources', every: SLOW },
  );
  const keys = useAsked(entry, (signal) => ask<{ keys: Key[] }>('/manage/keys', { key: apiKey, signal }), {
    question: 'keys',
    every: SLOW,
  });
  const letters = useAsked(
    entry,
    (signal) =>
      ask<{ deadLetters: DeadLetter[] }>('/manage/dead-letters', { key: apiKey, query: { limit: LETTERS }, signal }),
    { question: 'letters', every: SOON },
  );
  const parts = [status, sources, keys, letters];
  // Shown at once, so that nothing jumps.
  if (!parts.every(({ value, refusal }) => value ?? refusal)) return <Skeleton lines={24} />;
  const known = {
    status: status.value,
    sources: sources.value?.sources ?? null,
    keys: keys.value?.keys ?? null,
  };
  const isComplete = Object.values(known).every((value) => value !== null);
  const again = () => {
    for (const part of parts) part.again();
  };
  return (
    <div class="operate">
      <StateInWords findings={findingsOf(known, Date.now())} isComplete={isComplete} />
      <p class="hint updated">{status.at ? `Updated ${timeOf(status.at)}, refreshes by itself` : ' '}</p>
      <Loaded of={status}>
        {(value) => (
          <div class="columns">
            <Clicks status={value} />
            <Rankings {...{ apiKey, again }} status={value} />
          </div>
        )}
      </Loaded>
      {letters.value && letters.value.deadLetters.length > 0 ? (
        <DeadLetters {...{ apiKey, again }} letters={letters.value.deadLetters} />
      ) : null}
      <Loaded of={sources}>{(value) => <Sources {...value} />}</Loaded>
      <Loaded of={keys}>{(value) => <Keys {...value} />}</Loaded>
    </div>
  );
}

start(() => (
  <KeyGate kind="operator" why="How the service is doing is for its operators: it is asked for with an operator key.">
    {(key, refuse) => <Operate apiKey={key} refuse={refuse} />}
  </KeyGate>
));
