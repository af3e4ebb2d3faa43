/** True if a person has excluded this browser. Loads `off.js` if so, or if the address has `?newsgauge=off`. */
export function isExcluded(src: string): boolean {
  let until: unknown;
  try {
    until = localStorage.newsgaugeOff;
  } catch {
    // The browser forbids storage.
  }
  if (until || /newsgauge=o/.test(location.search)) import(new URL('/off.js', src) as never);
  return !!until;
}
