/** Epoch seconds as RFC 3339 in UTC, without fractions: `2026-01-31T08:00:00Z`. */
export const rfc3339 = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;

/** The UTC day of an instant in epoch seconds, `YYYY-MM-DD`. */
export const utcDay = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

/** `2026-01-31T08:00:00Z` of the wall clock in an IANA time zone, as if that were UTC; empty: UTC. Throws where there is no such zone. */
export function wallClock(seconds: number, zone: string): string {
  if (zone === '') return rfc3339(seconds);
  const parts = new Map(
    formatOf(zone)
      .formatToParts(seconds * 1000)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`;
}

/** The day, `YYYY-MM-DD`, of an instant (epoch seconds) in an IANA time zone; empty: UTC. */
export const dayIn = (zone: string, seconds: number): string => wallClock(seconds, zone).slice(0, 10);

/** Epoch seconds of what a wall clock in an IANA time zone shows (`2026-01-31T08:00:00`); empty: UTC. NaN where the text is no time. */
export function instantIn(zone: string, clock: string): number {
  const wanted = Math.floor(Date.parse(`${clock}Z`) / 1000);
  if (Number.isNaN(wanted)) return wanted;
  const offset = (at: number) => Date.parse(wallClock(at, zone)) / 1000 - at;
  // Once more where the clocks change in between.
  return wanted - offset(wanted - offset(wanted));
}

/** The last second (epoch seconds) of a day, `YYYY-MM-DD`, in an IANA time zone; empty: UTC. */
export const endOfDay = (date: string, zone: string): number => instantIn(zone, `${date}T23:59:59`);

/** Its first second. */
export const startOfDay = (date: string, zone: string): number => instantIn(zone, `${date}T00:00:00`);
