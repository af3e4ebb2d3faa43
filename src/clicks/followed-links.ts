/** Browsers that send `Sec-Fetch-User`: Chromium and Firefox, except on iOS, where both use WebKit. */
const SENDS_GESTURES = /\bChrom(e|ium)\/\d|\bFirefox\/\d/;

/** Returns why a followed link does not count as a click, or `null`. Browsers send `Sec-Fetch-*` only over HTTPS. */
export function notFollowed(headers: Headers, isHttps: boolean): 'embedded' | 'noGesture' | null {
  const hasOrLacks = (name: string, expected: string) => (headers.get(name) ?? expected) === expected;
  if (!hasOrLacks('Sec-Fetch-Dest', 'document') || !hasOrLacks('Sec-Fetch-Mode', 'navigate')) return 'embedded';
  const isForeign = /^(cross|same)-site$/.test(headers.get('Sec-Fetch-Site') ?? '');
  const hasGesture = headers.get('Sec-Fetch-User') === '?1';
  if (isHttps && isForeign && !hasGesture && SENDS_GESTURES.test(headers.get('User-Agent') ?? '')) return 'noGesture';
  return null;
}
