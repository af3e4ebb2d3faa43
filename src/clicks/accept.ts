import type { Db } from '../db/client.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { isBot, isPrefetch } from './bots.ts';
import type { FormerClickMessage } from './message.ts';
import { dailySalt, readerHash } from './reader.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Waits before the second and the third attempt to queue a click, in milliseconds, before jitter. */
const PAUSES = [40, 120];

/** Asking the rate limit costs a call; a reader's first clicks of a minute go without, and nearly no reader makes more. */
const UNASKED = 5;

export interface ReaderClick extends Pick<FormerClickMessage, 'contentId' | 'companyType' | 'seniority' | 'continent'> {
  /** Of the reader; it is hashed and goes nowhere else. */
  address: string;
  /** Of the reader's request. */
  headers: Headers;
  /** Id of the key that the click came with. */
  keyId: number;
}

/** What accepting a click works with; the caller's own in tests. */
export interface Surroundings {
  db: Db;
  queue: Pick<Queue<FormerClickMessage>, 'send'>;
  limiter: RateLimit;
  /** Epoch milliseconds. */
  now: number;
  pause(milliseconds: number): Promise<unknown>;
  /** From 0 up to 1. */
  random(): number;
}

/** Why a click was left out. */
export type Dropped = 'bot' | 'prefetch' | 'duplicate' | 'rateLimited';

/** The queue did not take the click; its own error is the cause. */
export class QueueUnavailable extends Error {
  override name = 'QueueUnavailable';
}

/** Reader, article and hour of clicks that are in the queue already. The ledger decides; this only spares it work. */
const queued = new TtlCache<true>({ ttl: HOUR_MS, capacity: 50_000 });
const recent = new TtlCache<number>({ ttl: MINUTE_MS, capacity: 50_000 });

/**
 * Puts a reader's click into the queue, or leaves it out and says why. Resolves to `accepted` only when the queue has
 * the click; throws `QueueUnavailable` when it does not take it.
 */
export async function acceptClick(click: ReaderClick, around: Surroundings): Promise<'accepted' | Dropped> {
  const { contentId, companyType, seniority, continent, headers, keyId } = click;
  const { db, now } = around;
  const userAgent = headers.get('User-Agent') ?? '';
  if (isBot(userAgent)) return 'bot';
  if (isPrefetch(headers)) return 'prefetch';
  const reader = await readerHash(await dailySalt(db, now), click.address, userAgent);
  if (!(await withinRate(`${keyId}:${reader}`, around))) return 'rateLimited';
  const sameClick = `${reader} ${contentId} ${Math.floor(now / HOUR_MS)}`;
  if (queued.get(sameClick, now)) return 'duplicate';
  await enqueue({ v: 1, contentId, at: Math.floor(now / 1000), reader, companyType, seniority, continent }, around);
  queued.set(sameClick, true, now);
  return 'accepted';
}

/** Whether a reader may click again: asks the limiter only from the sixth click within a minute of each other. */
async function withinRate(reader: string, { limiter, now }: Surroundings): Promise<boolean> {
  const clicks = (recent.get(reader, now) ?? 0) + 1;
  recent.set(reader, clicks, now);
  return clicks <= UNASKED || (await limiter.limit({ key: reader })).success;
}

/** The queue may fail for a moment under load; three attempts, and never a promise without the queue's own. */
async function enqueue(message: FormerClickMessage, { queue, pause, random }: Surroundings): Promise<void> {
  for (const wait of [...PAUSES, null]) {
    try {
      await queue.send(message, { contentType: 'json' });
      return;
    } catch (cause) {
      if (wait === null) throw new QueueUnavailable('the queue takes no clicks', { cause });
      await pause(wait * (0.5 + random()));
    }
  }
}
