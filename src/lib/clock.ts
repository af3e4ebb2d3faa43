const formats = new Map<string, Intl.DateTimeFormat>();

/** `14:00 UTC`, `15:00 CET`: the clock of an IANA time zone (empty: UTC) at an instant in epoch milliseconds. Throws where there is no such zone. */
export function clockIn(zone: string, at: number): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone || 'UTC',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'short',
    });
  formats.set(zone, format);
  return format.format(at);
}
