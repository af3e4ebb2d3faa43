/** Query parameters that say where a reader came from, not what the page is. */
const TRACKING =
  /^(utm_\w+|gclid|dclid|gbraid|wbraid|fbclid|msclkid|twclid|yclid|igshid|mc_cid|mc_eid|_hsenc|_hsmi|mkt_tok|vero_id|oly_anon_id|oly_enc_id)$/i;

/**
 * The one address of a story: http or https, host in lower case, without fragment and tracking parameters.
 * Returns null for anything else (other schemes, credentials in the URL, not a URL).
 */
export function canonicalUrl(text: string): string | null {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol) || !url.hostname.includes('.') || url.username || url.password)
    return null;
  url.hash = '';
  const tracked = [...url.searchParams.keys()].filter((name) => TRACKING.test(name));
  // Deleting re-encodes the whole query, so an address without tracking stays as its publisher wrote it.
  for (const name of tracked) url.searchParams.delete(name);
  return url.href;
}

/** Host without a leading `www.`, the name under which a source is known. */
export const domainOf = (url: URL) => url.host.replace(/^www\./, '');

/** Domain + path + query of a canonical URL: what `additionalSources` compares with. */
export function urlKey(canonical: string): string {
  const url = new URL(canonical);
  return domainOf(url) + url.pathname + url.search;
}

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
  const bare = text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const url = URL.parse(`http://${bare}`);
  if (!url?.hostname.includes('.') || url.username || url.password) return null;
  // `URL` drops a bare `?` or `#`; a fragment is never part of a canonical URL.
  return { domain: domainOf(url), path: url.pathname + url.search };
}
