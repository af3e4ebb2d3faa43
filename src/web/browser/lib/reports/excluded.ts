/** Whether this browser is excluded from counting. Loads `off.js` if it is, or if the page's URL asks for it. */
export function isExcluded(src: string): boolean {
  let until: unknown;
  try {
    until = localStorage.newsgaugeOff;
  } catch {
    // Browsers may forbid storage.
  }
  if (until || /newsgauge=o/.test(location.search)) import(new URL('/off.js', src) as never);
  return !!until;
}
