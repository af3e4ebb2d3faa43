/** Describes a history as text, for readers who cannot see its chart. */
export function sparkInWords(
  days: readonly { date: string; index: number | null }[],
  name: string,
  nameOf: (date: string) => string,
  lastDay = 'yesterday',
): string {
  const peak = days.find(({ index }) => index === 100);
  const last = days.at(-1)?.index;
  return [
    `${name}, last ${days.length} days`,
    ...(peak ? [`highest on ${nameOf(peak.date)}`] : []),
    ...(last === null || last === undefined ? [] : [`${lastDay} at ${last}% of that`]),
  ].join(', ');
}
