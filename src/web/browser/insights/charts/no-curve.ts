import { clockIn, DAY_MS, type Millis } from '../../../../lib/time.ts';
import { timeZone } from '../../lib/time/time-zone.ts';

/** Engagement of the highest day below which the service draws no history, so that nobody can be counted. */
const LEAST = 15;

/** Why there is no curve yet, and when it can begin. `publishedAt`: of an article, RFC 3339. */
export function noCurve({ publishedAt, now }: { publishedAt?: string | undefined; now: Millis }): string {
  const midnight = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  const next = clockIn(timeZone(), midnight);
  return publishedAt !== undefined && Date.parse(publishedAt) >= midnight - DAY_MS
    ? `Published today, so there is no complete day yet. The curve begins after ${next}, if ${LEAST} people read it today.`
    : `No complete day has had ${LEAST} readers yet. Those of today are added after ${next}, and the curve begins with the first day that has as many.`;
}
