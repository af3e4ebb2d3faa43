import { loadTagger } from '../../content/rules/rules.ts';
import type { Db } from '../../db/client.ts';
import { mutex } from '../../lib/async-control.ts';
import { MINUTE_MS, type Millis, toSeconds } from '../../lib/time.ts';
import type { Tagger } from '../../tagging/compile.ts';
import type { Reach } from '../fetch/fetch.ts';
import { loadTurns } from '../fetch/load-host-turns.ts';
import { dueFeeds, recordFeedFailure } from './claim.ts';
import type { PolledFeed } from './feed-store.ts';
import { beginPoll, type PollEnd, type Polled, type SlowPoll } from './poll.ts';

const FEED_CONCURRENCY = 4;
/** Response time after which a feed waits until the others are polled. 100 hanging servers thus take 75 seconds. */
const SLOW_SERVER_MS = 3000;
const MAX_RUN_MS = MINUTE_MS;
/** Maximum number of feeds per run. Even with redirects, their requests stay far below the platform's limit. */
export const MAX_FEEDS = 100;
/** Number of queries after which a run starts no more feeds. Four large feeds then still finish below 1,000 queries. */
const MAX_QUERIES_TO_START = 350;
const ARTICLES_PER_TRANSACTION = 100;
const QUERIES = { unchanged: 3, feed: 8, chunk: 15 };

const queriesOf = ({ result, added, changed }: Polled): number =>
  result === 'taken'
    ? QUERIES.feed + QUERIES.chunk * Math.ceil((added + changed) / ARTICLES_PER_TRANSACTION)
    : QUERIES.unchanged;

export interface PollRun {
  polled: Polled[];
  left: number;
  topics: Set<number>;
}

export interface RunOptions {
  reach: Reach;
  now: Millis;
  elapsed: () => number;
  wait: (milliseconds: number) => Promise<void>;
  report: (error: Error) => void;
}

export const pollDue = async (db: Db, options: RunOptions): Promise<PollRun> =>
  pollFeeds(db, await dueFeeds(db, toSeconds(options.now), MAX_FEEDS), options);

/** Polls feeds in parallel within the limits of one invocation. A failing feed does not affect the others. */
export async function pollFeeds(db: Db, feeds: readonly PolledFeed[], options: RunOptions) {
  const { now, elapsed, report, wait } = options;
  const turns = await loadTurns(db, { now: () => now + elapsed(), wait });
  const reach = { ...options.reach, turns };
  let loading: Promise<Tagger> | undefined;
  const tagger = () => {
    loading ??= loadTagger(db);
    return loading;
  };
  const run: PollRun = { polled: [], left: 0, topics: new Set() };
  const waiting = feeds.slice(0, MAX_FEEDS);
  const store = mutex();
  let queries = 0;
  const slow: { feed: PolledFeed; poll: SlowPoll }[] = [];
  const isTime = () => elapsed() < MAX_RUN_MS && queries < MAX_QUERIES_TO_START;
  const note = ({ polled, topics }: PollEnd) => {
    run.polled.push(polled);
    queries += queriesOf(polled);
    for (const topic of topics) run.topics.add(topic);
  };
  const pollGuarded = (feed: PolledFeed, poll: () => Promise<PollEnd | SlowPoll>) =>
    poll().then(
      (end) => ('resume' in end ? slow.push({ feed, poll: end }) : note(end)),
      async (error: Error) => {
        report(error);
        const reason = 'could not be stored; it will be polled again';
        await recordFeedFailure(db, feed, reason, toSeconds(now)).catch(() => undefined);
        run.polled.push({ url: feed.url, result: 'failed', ...NO_ARTICLES, reason });
      },
    );
  const next = () => {
    const free = waiting.findIndex(({ url }) => turns.pauseOf(new URL(url).host) === 0);
    return waiting.splice(Math.max(0, free), 1)[0];
  };
  await inParallel(next, isTime, (feed) => {
    const patience = waiting.length > 0 || slow.length > 0 ? (reach.patience ?? SLOW_SERVER_MS) : undefined;
    return pollGuarded(feed, () => beginPoll(db, feed, { reach, tagger, store, now }, patience));
  });
  const nextSlow = () => slow.shift();
  await inParallel(nextSlow, isTime, ({ feed, poll }) => pollGuarded(feed, poll.resume));
  await inParallel(
    nextSlow,
    () => true,
    ({ feed, poll }) => pollGuarded(feed, poll.putOff),
  );
  return { ...run, left: feeds.length - run.polled.length };
}

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
  await Promise.all(Array.from({ length: FEED_CONCURRENCY }, worker));
}

const NO_ARTICLES = { added: 0, changed: 0, unchanged: 0, refused: 0 };
