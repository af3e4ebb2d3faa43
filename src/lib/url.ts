/** Query parameters that say where a reader came from, not what the page is. */
const TRACKING =
  /^(utm_\w+|gclid|dclid|gbraid|wbraid|fbclid|msclkid|twclid|yclid|igshid|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|vero_id|oly_anon_id|oly_enc_id)$/i;

/**
 * The one address of a story: http or https, host in lower case, without fragment and tracking parameters.
 * Returns null for anything else (other schemes, credentials in the URL, not a URL).
 */
export function canonicalUrl(text: string): string | null {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null;
  if (!url.hostname.includes('.') && url.hostname !== 'localhost') return null;
  url.hash = '';
  const tracked = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  // Deleting re-encodes the whole query, so an address without tracking stays as its publisher wrote it.
  for (const name of tracked) url.searchParams.delete(name);
  return strictHref(url);
}

/** Browsers leave these characters of a path or query as they are; a link in a feed must not hold them. */
const strictHref = (url: URL) => url.href.replace(/[|[\]{}^`]/g, encodeURIComponent);

/** Host without leading `www.`, the name under which a source is known; of `www.com` nothing is left out. */
export const domainOf = (url: URL) => url.host.replace(/^(www\.)+(?=[^.]+\.)/, '');

/** Domain + path + query of a canonical URL: what `additionalSources` compares with. */
export const urlKey = (canonical: string): string => domainAndPath(new URL(canonical)).join('');

/** Of a URL without fragment. `URL.search` would drop a bare `?`, which the address keeps. */
const domainAndPath = (url: URL) => [domainOf(url), strictHref(url).slice(url.origin.length)] as const;

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
  const bare = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '').replace(/#.*$/s, '');
  const url = URL.parse(`http://${bare}`);
  if (!url?.hostname.includes('.') || url.username || url.password) return null;
  const [domain, path] = domainAndPath(url);
  return { domain, path };
}
