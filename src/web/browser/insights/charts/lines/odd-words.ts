import { HOUR_MS } from '../../../../../lib/time.ts';
import { minuteOf } from '../../../lib/time.ts';
import type { oddHour } from './chart-lines.ts';

type Odd = NonNullable<ReturnType<typeof oddHour>>;

/** Compares an unusual hour with what is normal at that time: `Today at 12:00: 2.5 to 6× the normal readers.` */
export function oddInWords({ at, index, usual: [least, most] }: Odd, width: number): string {
  const from = Date.parse(at);
  const when = width === 1 ? `at ${minuteOf(from)}` : `from ${minuteOf(from)} to ${minuteOf(from + width * HOUR_MS)}`;
  // Indices are rounded, so 0 may still mean a few readers.
  if (most === 0) return `Today ${when}: busy, although hardly anybody normally reads then.`;
  if (index === 0) return `Today ${when}: hardly any readers.`;
  return `Today ${when}: ${timesRange(index, least, most)} the normal readers.`;
}

/**
 * Formats a range of ratios, of which the upper end may be unknown: `2.5 to 6×`, `at least 3×`, `under 0.1×`. The range
 * is never narrower than the data.
 */
function timesRange(index: number, least: number, most: number): string {
  const low = rounded(index, most, Math.floor);
  if (least === 0) return `at least ${low}×`;
  const high = rounded(index, least, Math.ceil);
  if (low === 0) return `under ${high}×`;
  return low === high ? `${low}×` : `${low} to ${high}×`;
}

/** Rounds a ratio to one decimal, or to a whole number from 10. */
function rounded(index: number, usual: number, round: (ratio: number) => number): number {
  const scale = index < 10 * usual ? 10 : 1;
  return round((scale * index) / usual) / scale;
}
