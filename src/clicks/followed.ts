/** Chrome, Edge, Opera, Samsung Internet, … but not what is called Chrome on iOS, which is WebKit; and Firefox with an engine of its own. */
const TELLS_GESTURES = /\bChrom(e|ium)\/\d|\bFirefox\/\d/;

/**
 * Why a followed link is not a reader's click, from the request's headers; null if it may be one. Browsers send
 * `Sec-Fetch-*` over HTTPS only, and Safari never sends `Sec-Fetch-User`.
 */
export function notFollowed(headers: Headers, isHttps: boolean): 'embedded' | 'noGesture' | null {
  const said = (name: string, expected: string) => (headers.get(name) ?? expected) === expected;
  if (!said('Sec-Fetch-Dest', 'document') || !said('Sec-Fetch-Mode', 'navigate')) return 'embedded';
  const isForeign = /^(cross|same)-site$/.test(headers.get('Sec-Fetch-Site') ?? '');
  const hasGesture = headers.get('Sec-Fetch-User') === '?1';
  if (isHttps && isForeign && !hasGesture && TELLS_GESTURES.test(headers.get('User-Agent') ?? '')) return 'noGesture';
  return null;
}
