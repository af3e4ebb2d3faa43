/** Query parameters that say where a reader came from, not what the page is. */
const TRACKING =
  /^(utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|gad_\w+|srsltid|fbclid|msclkid|twclid|ttclid|yclid|igsh|igshid|li_fat_id|mc_cid|mc_eid|_ga|_gl|_hsenc|_hsmi|mkt_tok|vero_id|oly_anon_id|oly_enc_id|wt_mc|wt_zmc|at_(medium|campaign|custom\d|link_\w+)|cmpid|ncid|ocid|s_cid|ito|ns_(campaign|source|mchannel|linkname|fee)|xtor)$/i;
/** Parameters that do so where their value names a feed: `source=rss`, `ref=feed`, a bare `rss`. */
const WHENCE = /^(source|src|ref|from|feed|partner|emc|cmp|cid|ftag|medium|rss)$/i;
const FEED = /^(rss|feed|atom)([-_]|\b)/i;

const isTracking = (name: string, value: string): boolean =>
  TRACKING.test(name) || (WHENCE.test(name) && (FEED.test(value) || /^rss=1?$/i.test(`${name}=${value}`)));

/** A query without its tracking parameters; every other byte is left as it is. */
function withoutTracking(search: string): string {
  const parameters = search.slice(1).split('&');
  const kept = parameters.filter((parameter) => {
    const [[name, value] = ['', '']] = new URLSearchParams(parameter);
    return !isTracking(name, value);
  });
  if (kept.length === parameters.length) return search;
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

const isLocalhost = ({ hostname }: URL) => hostname === 'localhost';

/**
 * The one address of a story: http or https, host in lower case, without tracking parameters and without fragment, unless that
 * is a path (`#!/story/7`). Returns null for anything else (other schemes, credentials in the URL, a host without a dot that
 * `isAllowed` does not let pass, not a URL).
 */
export function canonicalUrl(text: string, isAllowed: (url: URL) => boolean = isLocalhost): string | null {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  if (!url.hostname.includes('.') && !isAllowed(url)) return null;
  if (!url.hash.startsWith('#!')) url.hash = '';
  const kept = withoutTracking(url.search);
  if (kept !== url.search) url.search = kept;
  return strictHref(url);
}

/** Browsers leave these characters of a path or query as they are; a link in a feed must not hold them. */
const strictHref = (url: URL) => url.href.replace(/[|[\]{}^`]/g, encodeURIComponent);

/** Host without leading `www.`, which is the name of a source; `www.com` stays whole. */
export const domainOf = (url: URL) => url.host.replace(/^(www\.)+(?=[^.]+\.)/, '');

/** Domain + path + query of a canonical URL: what `additionalSources` compares with, and what all addresses of one story share. */
export const urlKey = (canonical: string): string => domainAndPath(new URL(canonical)).join('');

/** The query with its `?`; `URL.search` would drop a bare one. */
const domainAndPath = (url: URL) => [domainOf(url), strictHref(url).slice(url.origin.length)] as const;

/** The addresses under which a canonical URL's story may be known: with http and https, with and without `www.`. */
export function addressesOf(canonical: string): string[] {
  const key = urlKey(canonical);
  const beginnings = ['https://', 'https://www.', 'http://', 'http://www.'];
  return [...new Set([canonical, ...beginnings.map((beginning) => beginning + key)])];
}

/** Which of two addresses of one story to keep: the https one, otherwise the known one. */
export const betterAddress = (known: string, other: string): string =>
  known.startsWith('http:') && other.startsWith('https:') ? other : known;

/** Whether a link leads to another site's story by way of Google News, whose links need not say where. */
export const isGoogleNews = (link: string): boolean => /^news\.google\.[a-z.]+$/.test(URL.parse(link)?.hostname ?? '');

export interface SourcePrefix {
  /** Host without `www.`. */
  domain: string;
  /** Plain prefix of path + query, starting with `/`. */
  path: string;
}

/**
 * Reads one value of `additionalSources`: a domain, subdomain, or domain plus path prefix, with or without scheme and `www.`.
 * Returns null where there is no such host.
 */
export function parseSourcePrefix(text: string): SourcePrefix | null {
  const bare = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/#(?!!).*$/s, '');
  const url = URL.parse(`http://${bare}`);
  if (!url?.hostname.includes('.') || url.username || url.password) return null;
  const [domain, path] = domainAndPath(url);
  return { domain, path };
}
