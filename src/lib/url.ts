import { TRACKING_NAMES, WHENCE_NAMES, WHENCE_VALUES } from './tracking-names.ts';

const BEGINNINGS = TRACKING_NAMES.flatMap((name) => (name.endsWith('*') ? name.slice(0, -1) : []));
const TRACKING: ReadonlySet<string> = new Set(TRACKING_NAMES);
const WHENCE: ReadonlySet<string> = new Set(WHENCE_NAMES);

function isTracking(written: string, value: string): boolean {
  const name = written.toLowerCase();
  if (
    TRACKING.has(name) ||
    BEGINNINGS.some((beginning) => name.length > beginning.length && name.startsWith(beginning))
  )
    return true;
  return (
    (WHENCE.has(name) && WHENCE_VALUES.test(value)) ||
    (name === 'ref' && !isId(value)) ||
    /^rss=1?$/.test(`${name}=${value}`) ||
    isAmpForm(name, value)
  );
}

/** A story's number or hash, not the name of a site or place that a reader came from. */
const isId = (value: string): boolean => /^\d+$|^(?=.*\d)[\da-f-]{8,}$/i.test(value);

const isAmpForm = (name: string, value: string): boolean =>
  (/^(_?amp|isamp|amphtml)$/.test(name) && /^(1|true|yes)?$/.test(value)) ||
  (/^(output(type)?|view|type|format|mode|service)$/.test(name) && /^amp(-type)?$/i.test(value));

/** The address inside one of a cache of AMP pages; the same address where it is none. */
function outsideCache(url: URL): URL {
  const inside = /(^|\.)cdn\.ampproject\.org$|(^|\.)bing-amp\.com$/.test(url.hostname)
    ? /^\/(?:[a-z]\/)?(s\/)?([^/]+\..*)$/.exec(url.pathname)
    : /^(www\.)?google\.[a-z.]+$/.test(url.hostname) && /^\/amp\/(s\/)?([^/]+\..*)$/.exec(url.pathname);
  if (!inside) return url;
  return URL.parse(`http${inside[1] ? 's' : ''}://${inside[2]}${url.search}`) ?? url;
}

/** A part of a path that names a story, not a section. */
const STORY = /\d|-[^/]*-|[^/]{25}/;

/** Makes the address of a story's AMP page that of its page. A site whose stories are about amplifiers keeps its sections. */
function leaveAmp(url: URL): void {
  if (/\.(jpe?g|png|gif|webp|avif|svg|mp[34])$/i.test(url.pathname)) return;
  const host = /^(?:amp\.)+((?:[^.]+\.)+[^.]+)$/.exec(url.hostname)?.[1];
  if (host) url.hostname = /^[^.]+\.([a-z]{2,3}\.[a-z]{2}|[^.]+)$/.test(host) ? `www.${host}` : host;
  const [, own] =
    /^(.*\/[^/]+?)(?:\/amp)+(?:\.html)?\/?$/.exec(url.pathname) ??
    /^(?:\/platform)?(?:\/amp)+(\/.+)$/.exec(url.pathname) ??
    /^(.+)\.amp$/.exec(url.pathname) ??
    [];
  if (own && STORY.test(own)) url.pathname = url.pathname.endsWith('/') && !own.endsWith('/') ? `${own}/` : own;
  else if (/\.amp\.html?$/.test(url.pathname)) url.pathname = url.pathname.replace(/\.amp(?=\.html?$)/, '');
}

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
 * The one address of a story: http or https, host in lower case, that of the page where it is given in a form of AMP, without tracking
 * parameters and without fragment, unless that is a path (`#!/story/7`). Returns null for anything else (other schemes, credentials in the URL, a host without a dot that
 * `isAllowed` does not let pass, not a URL).
 */
export function canonicalUrl(text: string, isAllowed: (url: URL) => boolean = isLocalhost): string | null {
  const given = URL.parse(text.trim());
  if (!given || !/^https?:$/.test(given.protocol) || given.username || given.password) return null;
  if (!given.hostname.includes('.') && !isAllowed(given)) return null;
  const url = outsideCache(given);
  if (!url.hash.startsWith('#!')) url.hash = '';
  const kept = withoutTracking(url.search);
  if (kept !== url.search) url.search = kept;
  leaveAmp(url);
  return strictHref(url);
}

/** Browsers leave these characters of a path or query as they are; a link in a feed must not hold them. */
const strictHref = (url: URL) => url.href.replace(/[|[\]{}^`]/g, encodeURIComponent);

/** Host without leading `www.` and the dot of the root, which is the name of a source; `www.com` stays whole. */
export const domainOf = (url: URL) => url.host.replace(/\.+(?=$|:)/, '').replace(/^(www\.)+(?=[^.]+\.)/, '');

/** Domain + path + query of a canonical URL: what `additionalSources` compares with. */
export const urlKey = (canonical: string): string => domainAndPath(new URL(canonical)).join('');

/** The query with its `?`; `URL.search` would drop a bare one. */
const domainAndPath = (url: URL) => [domainOf(url), strictHref(url).slice(url.origin.length)] as const;

/** What all addresses of one story share: its `urlKey` without the slash at the end of its path. */
export function storyKey(canonical: string): string {
  const key = urlKey(canonical);
  const [path = ''] = key.split(/[?#]/, 1);
  const isOfHome = path.indexOf('/') >= path.length - 2;
  return path.endsWith('/') && !isOfHome ? path.slice(0, -1) + key.slice(path.length) : key;
}

/** The addresses under which a canonical URL's story may be known: with http and https, with and without `www.` and a slash at the end. */
export function addressesOf(canonical: string): string[] {
  const key = storyKey(canonical);
  const slashed = key.replace(/^[^?#]*[^/?#](?=$|[?#])/, '$&/');
  const beginnings = ['https://', 'https://www.', 'http://', 'http://www.'];
  return [...new Set([canonical, ...beginnings.flatMap((beginning) => [beginning + key, beginning + slashed])])];
}

const ITEM = '!item=';

/** The address of an item that shares its page with others: that of the page, with the item's id behind `#`. */
export function itemAddress(page: string, id: string): string {
  const url = new URL(page);
  url.hash = `${url.hash || '#'}${ITEM}${encodeURIComponent(id)}`;
  return strictHref(url);
}

/** Whether an address is one of `itemAddress`. */
export const isItemAddress = (url: string): boolean => URL.parse(url)?.hash.includes(ITEM) ?? false;

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
