import type { FeedState } from '../../content/things.ts';
import { rfc3339 } from '../../lib/time.ts';

const time = (seconds: number | null) => (seconds === null ? null : rfc3339(seconds));

/** How a feed is; times in RFC 3339. `failures`: consecutive ones. */
export const healthOf = ({ url, title, lastFetchAt, lastNewAt, nextAt, interval, failures, reason }: FeedState) => ({
  url,
  title,
  lastFetch: time(lastFetchAt),
  lastNew: time(lastNewAt),
  nextPoll: time(nextAt),
  intervalSeconds: interval,
  failures,
  reason,
});
