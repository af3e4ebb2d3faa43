import type { Db } from '../../db/client.ts';
import type { mutex } from '../../lib/async-control.ts';
import { sha256 } from '../../lib/hash/hash.ts';
import { DAY, type Millis, rfc3339, type Seconds, toSeconds } from '../../lib/time.ts';
import type { Tagger } from '../../tagging/compile.ts';
import { FeedFault } from '../fault.ts';
import { type Fetched, fetchFeed, type Reach } from '../fetch/fetch.ts';
import { HostRests } from '../fetch/host-turns.ts';
import { nextInterval } from '../poll-interval.ts';
import type { FeedDocument } from '../read/entry.ts';
import { readFeed } from '../read/read-feed.ts';
import { claimFeed, feedFailureOf, isTaken, type PollOutcome, putBack, settleFeed } from './claim.ts';
import type { PolledFeed } from './feed-store.ts';
import { hubOf, noteHub } from './hubs.ts';
import { type SavedDocument, takeDocument } from './take.ts';

export interface Polled {
  url: string;
  /** `failed` means that nothing was readable. `busy` means that another run is polling the feed. */
  result: 'taken' | 'unchanged' | 'failed' | 'busy';
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
  reason: string | null;
}

export interface Polling {
  reach: Reach;
  tagger: () => Promise<Tagger>;
  /** Mutex for parsing and storing. Otherwise, concurrent saves would conflict, and large feeds could fill memory. */
  store: ReturnType<typeof mutex>;
  now: Millis;
}

export interface PollEnd {
  polled: Polled;
  topics: Set<number>;
}

export interface SlowPoll {
  resume: () => Promise<PollEnd>;
  putOff: () => Promise<PollEnd>;
}

/** Fetches a feed and stores its items. Writes one row for an unchanged feed, and none if another run polls it. */
export async function pollFeed(db: Db, known: PolledFeed, polling: Polling): Promise<PollEnd> {
  const begun = await beginPoll(db, known, polling);
  return 'resume' in begun ? begun.resume() : begun;
}

/** Starts a poll. Postpones it if the server takes longer than `patience` milliseconds. */
export async function beginPoll(db: Db, known: PolledFeed, polling: Polling, patience?: number) {
  const { reach, now } = polling;
  const seconds = toSeconds(now);
  const { host } = new URL(known.url);
  const rest = reach.turns?.restOf(host);
  if (rest) return putOff(known.url, new HostRests(host, rest).message, rest);
  const feed = await claimFeed(db, known, seconds);
  if (!feed) return end(known.url, 'busy', { reason: 'is already being polled' });
  const fetched = await fetchFeed(reach, feed, seconds, patience);
  const conclude = (answer: Answered) => concludePoll(db, { known, feed }, answer, polling);
  if (fetched.kind !== 'slow') return conclude(fetched);
  return {
    resume: async () => conclude(await awaitResponse(fetchFeed(reach, feed, seconds))),
    putOff: async () => {
      await putBack(db, feed, known, seconds);
      return end(known.url, 'busy', {
        reason: `${fetched.reason} while other feeds waited; it will be requested again at the next poll`,
      });
    },
  };
}

const putOff = (url: string, reason: string, until: Seconds): PollEnd =>
  end(url, 'busy', { reason: `is not requested until ${rfc3339(until)}, because ${reason}` });

type Answered = Exclude<Fetched, { kind: 'slow' }>;

const awaitResponse = async (fetching: Promise<Fetched>): Promise<Answered> => {
  const fetched = await fetching;
  return fetched.kind === 'slow' ? { kind: 'failed', reason: fetched.reason } : fetched;
};

/** Stores the response of a feed. `known` is the state of the feed before this poll. */
async function concludePoll(
  db: Db,
  { known, feed }: Record<'known' | 'feed', PolledFeed>,
  fetched: Answered,
  { reach, tagger, store, now }: Polling,
): Promise<PollEnd> {
  const seconds = toSeconds(now);
  const fail = async (reason: string, rest: { gone?: boolean; wait?: number; until?: Seconds } = {}) => {
    await settleFeed(db, feed, feedFailureOf(feed, { reason, ...rest }, known.interval, seconds));
    return end(feed.url, 'failed', { reason });
  };
  if (fetched.kind === 'resting') {
    await putBack(db, feed, known, fetched.until);
    return putOff(feed.url, fetched.reason, fetched.until);
  }
  if (fetched.kind === 'failed') return fail(fetched.reason, fetched);

  const moved = await moveOf(db, feed, fetched.movedTo);
  if (moved === null) return fail(`has moved to ${fetched.movedTo}, which is already polled`, { gone: true });
  const recovered: PollOutcome = { ...moved, ...(feed.failures > 0 ? NO_FAILURES : {}) };
  const bodyHash = fetched.kind === 'body' ? await sha256(fetched.bytes) : feed.bodyHash;
  if (fetched.kind === 'unchanged' || bodyHash === feed.bodyHash) {
    await settleFeed(db, feed, { ...recovered, ...validatorsOf(feed, fetched) });
    return end(moved.url ?? feed.url, 'unchanged', { reason: feed.failures > 0 ? null : feed.reason });
  }

  const today = Math.floor(seconds / DAY);
  const writtenToday = feed.writtenDay === today ? feed.written : 0;
  const taken = await store(() =>
    takeBody(db, fetched, {
      feedId: feed.id,
      url: fetched.url,
      feedUrl: feed.url,
      domain: feed.domain,
      known: feed.title,
      isNew: feed.lastNewAt === null,
      tagger,
      writtenToday,
      allowed: reach.allowed,
      now,
    }),
  );
  if (taken instanceof FeedFault) return fail(taken.message);
  const { maxAge } = fetched;
  const validators = validatorsOf(feed, fetched);
  const isNewVersion = validators.etag !== feed.etag || validators.lastModified !== feed.lastModified;
  const brought = taken.added + taken.changed > 0;
  const { title, reason } = taken;
  await settleFeed(db, feed, {
    ...recovered,
    title,
    reason,
    // These columns are not written if nothing changed: no items, no ETag and no date.
    ...(taken.waiting > 0
      ? NO_VALIDATORS
      : brought || isNewVersion || feed.bodyHash === null
        ? { ...validators, bodyHash }
        : {}),
    ...(brought ? paceOf(known, Math.max(taken.pace, maxAge), seconds) : {}),
    ...(taken.added > 0 ? { lastNewAt: seconds } : {}),
    ...(taken.written > 0 ? { writtenDay: today, written: writtenToday + taken.written } : {}),
  });
  return end(moved.url ?? feed.url, 'taken', taken, taken.topics);
}

const NO_FAILURES = { failures: 0, failingSince: null, reason: null };

/** Returns the ETag and date for the next poll. Those of a 304 response replace the stored values. */
function validatorsOf(
  { bodyHash, ...known }: PolledFeed,
  { kind, ...said }: Exclude<Answered, { kind: 'failed' | 'resting' }>,
) {
  const isPartial = kind === 'unchanged';
  const isUnread = isPartial && bodyHash === null;
  const next = (before: string | null, after: string | null) =>
    isUnread ? before : (after ?? (isPartial ? before : null));
  return { etag: next(known.etag, said.etag), lastModified: next(known.lastModified, said.lastModified) };
}

/** Empty validators, with which the next poll reads the document even if the server reports no change. */
const NO_VALIDATORS = { etag: null, lastModified: null, bodyHash: null };

async function takeBody(
  db: Db,
  { bytes, contentType, link, url }: Extract<Fetched, { kind: 'body' }>,
  taking: Parameters<typeof takeDocument>[2],
): Promise<(SavedDocument & Pick<FeedDocument, 'pace'>) | FeedFault> {
  try {
    const document = readFeed(bytes, contentType);
    const taken = await takeDocument(db, document, taking);
    await noteHub(db, taking.feedId, hubOf({ ...document, header: link, base: url }, taking.allowed));
    return { ...taken, pace: document.pace };
  } catch (thrown) {
    if (thrown instanceof FeedFault) return thrown;
    throw thrown;
  }
}

async function moveOf(db: Db, feed: PolledFeed, movedTo: string | null): Promise<{ url?: string } | null> {
  if (movedTo === null || movedTo === feed.url) return {};
  return (await isTaken(db, movedTo)) ? null : { url: movedTo };
}

function paceOf({ interval }: PolledFeed, hint: number, now: number): PollOutcome {
  const next = nextInterval(interval, true, hint);
  return { interval: next, nextAt: now + next };
}

function end(
  url: string,
  result: Polled['result'],
  { reason, ...counts }: Partial<SavedDocument> & { reason: string | null },
  topics = new Set<number>(),
): PollEnd {
  const { added = 0, changed = 0, unchanged = 0, refused = {} } = counts;
  const left = Object.values(refused).reduce((sum, count) => sum + count, 0);
  return { polled: { url, result, added, changed, unchanged, refused: left, reason }, topics };
}
