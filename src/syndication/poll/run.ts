import { loadTagger } from '../../content/rules/rules.ts';
import type { Db } from '../../db/client.ts';
import { mutex } from '../../lib/running.ts';
import { MINUTE_MS, type Millis, toSeconds } from '../../lib/time.ts';
import type { Tagger } from '../../tagging/compile.ts';
import type { Reach } from '../fetch/fetch.ts';
import { loadTurns } from '../fetch/host-rests.ts';
import { dueFeeds, noteFailure } from './claim.ts';
import { beginPoll, type PollEnd, type Polled, type SlowPoll } from './poll.ts';
import type { PolledFeed } from './store.ts';

const AT_ONCE = 4;
/** Milliseconds that a server may take to answer while other feeds wait. A hundred that hang take 75 seconds. */
const PATIENCE = 3000;
/** Milliseconds after which a run begins no more feeds; the next one takes them up. */
const LONGEST = MINUTE_MS;
/** Feeds of one run: with every hop of theirs far below the platform's limit of requests. */
export const MAX_FEEDS = 100;
/** Queries after which a run begins no more feeds: with four of the largest under way it ends below the platform's thousand. */
const ENOUGH_QUERIES = 350;
/** Articles that are stored in one transaction, and about what it and a feed's own statements come to. */
const CHUNK = 100;
const QUERIES = { unchanged: 3, feed: 8, chunk: 15 };

const queriesOf = ({ result, added, changed }: Polled): number =>
  result === 'taken' ? QUERIES.feed + QUERIES.chunk * Math.ceil((added + changed) / CHUNK) : QUERIES.unchanged;

export interface Run {
  polled: Polled[];
  /** Feeds that were due and are left for the next run. */
  left: number;
  /** Topics whose rankings may have changed. */
  topics: Set<number>;
}

export interface RunOptions {
  reach: Reach;
  /** At the start. */
  now: Millis;
  /** Milliseconds since the start. */
  elapsed: () => number;
  /** Waits so many milliseconds, for the next turn at a host. */
  wait: (milliseconds: number) => Promise<void>;
  /** Called with failures of the service, not of a feed. */
  report: (error: Error) => void;
}

/** Polls the feeds that have been due longest. */
export const pollDue = async (db: Db, options: RunOptions): Promise<Run> =>
  pollFeeds(db, await dueFeeds(db, toSeconds(options.now), MAX_FEEDS), options);

/** Polls feeds, a few at a time and within one invocation's limits; a failing one does not affect the others. */
export async function pollFeeds(db: Db, feeds: readonly PolledFeed[], options: RunOptions) {
  const { now, elapsed, report, wait } = options;
  const turns = await loadTurns(db, { now: () => now + elapsed(), wait });
  const reach = { ...options.reach, turns };
  let loading: Promise<Tagger> | undefined;
  const tagger = () => {
    loading ??= loadTagger(db);
    return loading;
  };
  const run: Run = { polled: [], left: 0, topics: new Set() };
  const waiting = feeds.slice(0, MAX_FEEDS);
  const store = mutex();
  let queries = 0;
  const slow: { feed: PolledFeed; poll: SlowPoll }[] = [];
  const isTime = () => elapsed() < LONGEST && queries < ENOUGH_QUERIES;
  const note = ({ polled, topics }: PollEnd) => {
    run.polled.push(polled);
    queries += queriesOf(polled);
    for (const topic of topics) run.topics.add(topic);
  };
  const guarded = (feed: PolledFeed, poll: () => Promise<PollEnd | SlowPoll>) =>
    poll().then(
      (end) => ('resume' in end ? slow.push({ feed, poll: end }) : note(end)),
      async (error: Error) => {
        report(error);
        const reason = 'could not be stored; it is tried again';
        // If the database is unreachable, the failure cannot be recorded.
        await noteFailure(db, feed, reason, toSeconds(now)).catch(() => undefined);
        run.polled.push({ url: feed.url, result: 'failed', ...NOTHING, reason });
      },
    );
  // A host that was just asked does not keep others waiting.
  const next = () => {
    const free = waiting.findIndex(({ url }) => turns.pauseOf(new URL(url).host) === 0);
    return waiting.splice(Math.max(0, free), 1)[0];
  };
  await inParallel(next, isTime, (feed) => {
    const patience = waiting.length > 0 || slow.length > 0 ? (reach.patience ?? PATIENCE) : undefined;
    return guarded(feed, () => beginPoll(db, feed, { reach, tagger, store, now }, patience));
  });
  // All others are done: the postponed ones are tried again, while there is time.
  const nextSlow = () => slow.shift();
  await inParallel(nextSlow, isTime, ({ feed, poll }) => guarded(feed, poll.resume));
  await inParallel(
    nextSlow,
    () => true,
    ({ feed, poll }) => guarded(feed, poll.putOff),
  );
  return { ...run, left: feeds.length - run.polled.length };
}

/** Processes what `next` gives, a few at a time, while `isTime` holds. */
async function inParallel<T>(
  next: () => T | undefined,
  isTime: () => boolean,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const worker = async () => {
    while (isTime()) {
      const item = next();
      if (item === undefined) return;
      await work(item);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const NOTHING = { added: 0, changed: 0, unchanged: 0, refused: 0 };
