/**
 * Whether this browser is left out, because a person has confirmed it here: `off.js`, which this loads then, shows it, ends it after its time,
 * and asks for it if the address of the page has `?newsgauge=off`.
 */
export function isLeftOut(src: string): boolean {
  let until: unknown;
  try {
    until = localStorage.newsgaugeOff;
  } catch {
    // The browser forbids storage.
  }
  if (until || /newsgauge=o/.test(location.search)) import(new URL('/off.js', src) as never);
  return !!until;
}
