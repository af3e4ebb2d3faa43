/** Storage is blocked. */
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
