/**
 * Whether a person has excluded this browser from counting. Loads `off.js` if so, or if the URL contains
 * `?newsgauge=off`.
 */
export function isExcluded(src: string): boolean {
  let until: unknown;
  try {
    until = localStorage.newsgaugeOff;
  } catch {
    // The browser does not allow storage.
  }
  if (until || /newsgauge=o/.test(location.search)) import(new URL('/off.js', src) as never);
  return !!until;
}
