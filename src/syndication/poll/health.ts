import type { FeedState } from '../../content/things.ts';
import { rfc3339 } from '../../lib/time.ts';

/** The health of a feed. Times are RFC 3339. */
export interface FeedHealth {
  url: string;
  title: string;
  lastFetch: string | null;
  /** When it last brought a new article. */
  lastNew: string | null;
  /** Null: it is no longer polled. */
  nextPoll: string | null;
  intervalSeconds: number;
  /** Consecutive ones. */
  failures: number;
  /** Why the last poll failed, or which items could not be stored, in words. */
  reason: string | null;
}

const time = (seconds: number | null) => (seconds === null ? null : rfc3339(seconds));

/** How a feed is. */
export const healthOf = ({
  url,
  title,
  lastFetchAt,
  lastNewAt,
  nextAt,
  interval,
  failures,
  reason,
}: FeedState): FeedHealth => ({
  url,
  title,
  lastFetch: time(lastFetchAt),
  lastNew: time(lastNewAt),
  nextPoll: time(nextAt),
  intervalSeconds: interval,
  failures,
  reason,
});
