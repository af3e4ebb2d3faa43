import { memoize } from './lazy.ts';
import { CONDITIONAL_TRACKING_NAMES, TRACKING_NAMES, TRACKING_VALUES } from './tracking-names.ts';

/** Maximum number of cached `urlKey` results. An import computes the key of each URL several times. */
const MAX_CACHED_KEYS = 1000;

const TRACKING_PREFIXES = TRACKING_NAMES.flatMap((name) => (name.endsWith('*') ? name.slice(0, -1) : []));
const TRACKING: ReadonlySet<string> = new Set(TRACKING_NAMES);
const REFERRAL_PARAMETERS: ReadonlySet<string> = new Set(CONDITIONAL_TRACKING_NAMES);

function isTracking(written: string, value: string): boolean {
  const name = written.toLowerCase();
  if (
    TRACKING.has(name) ||
    TRACKING_PREFIXES.some((beginning) => name.length > beginning.length && name.startsWith(beginning))
  )
    return true;
  return (
    (REFERRAL_PARAMETERS.has(name) && TRACKING_VALUES.test(value)) ||
    (name === 'ref' && !isId(value)) ||
    /^rss=1?$/.test(`${name}=${value}`) ||
    isAmpForm(name, value)
  );
}

/** Returns true for an article number or a hash, but not for the name of a referring site. */
const isId = (value: string): boolean => /^\d+$|^(?=.*\d)[\da-f-]{8,}$/i.test(value);

const isAmpForm = (name: string, value: string): boolean =>
  (/^(_?amp|isamp|amphtml)$/.test(name) && /^(1|true|yes)?$/.test(value)) ||
  (/^(output(type)?|view|type|format|mode|service)$/.test(name) && /^amp(-type)?$/i.test(value));

function outsideCache(url: URL): URL {
  const inside = /(^|\.)cdn\.ampproject\.org$|(^|\.)bing-amp\.com$/.test(url.hostname)
    ? /^\/(?:[a-z]\/)?(s\/)?([^/]+\..*)$/.exec(url.pathname)
    : /^(www\.)?google\.[a-z.]+$/.test(url.hostname) && /^\/amp\/(s\/)?([^/]+\..*)$/.exec(url.pathname);
  if (!inside) return url;
  return URL.parse(`http${inside[1] ? 's' : ''}://${inside[2]}${url.search}`) ?? url;
}

const ARTICLE_SEGMENT = /\d|-[^/]*-|[^/]{25}/;

/** Converts an AMP URL to the original URL. The URL of a section named `amp` stays unchanged. */
function leaveAmp(url: URL): void {
  if (/\.(jpe?g|png|gif|webp|avif|svg|mp[34])$/i.test(url.pathname)) return;
  const host = /^(?:amp\.)+((?:[^.]+\.)+[^.]+)$/.exec(url.hostname)?.[1];
  if (host) url.hostname = /^[^.]+\.([a-z]{2,3}\.[a-z]{2}|[^.]+)$/.test(host) ? `www.${host}` : host;
  const [, own] =
    /^(.*\/[^/]+?)(?:\/amp)+(?:\.html)?\/?$/.exec(url.pathname) ??
    /^(?:\/platform)?(?:\/amp)+(\/.+)$/.exec(url.pathname) ??
    /^(.+)\.amp$/.exec(url.pathname) ??
    [];
  if (own && ARTICLE_SEGMENT.test(own))
    url.pathname = url.pathname.endsWith('/') && !own.endsWith('/') ? `${own}/` : own;
  else if (/\.amp\.html?$/.test(url.pathname)) url.pathname = url.pathname.replace(/\.amp(?=\.html?$)/, '');
}

/** Removes tracking parameters without changing any other byte. */
function withoutTracking(search: string): string {
  const parameters = search.slice(1).split('&');
  const remainingParameters = parameters.filter((parameter) => {
    const [[name, value] = ['', '']] = new URLSearchParams(parameter);
    return !isTracking(name, value);
  });
  if (remainingParameters.length === parameters.length) return search;
  return remainingParameters.length === 0 ? '' : `?${remainingParameters.join('&')}`;
}

const isLocalhost = ({ hostname }: URL) => hostname === 'localhost';

/** Removes AMP and tracking from a URL. Returns `null` if it is not http(s), has credentials or an invalid host. */
export function canonicalUrl(text: string, isAllowed: (url: URL) => boolean = isLocalhost): string | null {
  const given = URL.parse(text.trim());
  if (!given || !/^https?:$/.test(given.protocol) || given.username || given.password) return null;
  if (!given.hostname.includes('.') && !isAllowed(given)) return null;
  const url = outsideCache(given);
  if (!url.hash.startsWith('#!')) url.hash = '';
  const remainingSearch = withoutTracking(url.search);
  if (remainingSearch !== url.search) url.search = remainingSearch;
  leaveAmp(url);
  return strictHref(url);
}

/** Escapes characters that browsers leave unescaped but feed links must not contain. */
const strictHref = (url: URL) => url.href.replace(/[|[\]{}^`]/g, encodeURIComponent);

/** Returns the host without `www.` and without a final dot. It identifies a source. `www.com` stays unchanged. */
export const domainOf = (url: URL) => url.host.replace(/\.+(?=$|:)/, '').replace(/^(www\.)+(?=[^.]+\.)/, '');

/** Returns the domain, path and query of a canonical URL. The parameter `additionalSources` has prefixes of them. */
export const urlKey: (canonical: string) => string = memoize(
  (canonical) => domainAndPath(new URL(canonical)).join(''),
  MAX_CACHED_KEYS,
);

/** Splits a URL into its domain and the rest. Preserves an empty `?`, which `URL.search` drops. */
const domainAndPath = (url: URL) => [domainOf(url), strictHref(url).slice(url.origin.length)] as const;

/** Returns the deduplication key of an article's URL: `urlKey` without a trailing slash. */
export function dedupeKey(canonical: string): string {
  const key = urlKey(canonical);
  const [path = ''] = key.split(/[?#]/, 1);
  const isOfHome = path.indexOf('/') >= path.length - 2;
  return path.endsWith('/') && !isOfHome ? path.slice(0, -1) + key.slice(path.length) : key;
}

/** Returns variants of an article's URL: http and https, with and without `www.`, with and without a trailing slash. */
export function addressesOf(canonical: string): string[] {
  const key = dedupeKey(canonical);
  const slashed = key.replace(/^[^?#]*[^/?#](?=$|[?#])/, '$&/');
  const beginnings = ['https://', 'https://www.', 'http://', 'http://www.'];
  return [...new Set([canonical, ...beginnings.flatMap((beginning) => [beginning + key, beginning + slashed])])];
}

const ITEM_FRAGMENT = '!item=';

/** Returns a separate URL for an item that shares its page with other items. The fragment contains the item's id. */
export function itemAddress(page: string, id: string): string {
  const url = new URL(page);
  url.hash = `${url.hash || '#'}${ITEM_FRAGMENT}${encodeURIComponent(id)}`;
  return strictHref(url);
}

export const isItemAddress = (url: string): boolean => URL.parse(url)?.hash.includes(ITEM_FRAGMENT) ?? false;

/** Returns the better of two URLs: `other` if only `other` has https, otherwise `known`. */
export const betterAddress = (known: string, other: string): string =>
  known.startsWith('http:') && other.startsWith('https:') ? other : known;

/** Returns true if a link goes through Google News, which hides its target. */
export const isGoogleNews = (link: string): boolean => /^news\.google\.[a-z.]+$/.test(URL.parse(link)?.hostname ?? '');

export interface SourcePrefix {
  domain: string;
  path: string;
}

/** Parses a value of `additionalSources`. `example.com/news` also covers `www.example.com/newsletter`. */
export function parseSourcePrefix(text: string): SourcePrefix | null {
  const bare = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/#(?!!).*$/s, '');
  const url = URL.parse(`http://${bare}`);
  if (!url?.hostname.includes('.') || url.username || url.password) return null;
  const [domain, path] = domainAndPath(url);
  return { domain, path };
}
