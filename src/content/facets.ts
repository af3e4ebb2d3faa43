import type { ContentType } from './types.ts';

/**
 * Facet tokens: the words of the index's third column. All end in a digit, because the index stems words and a stemmer
 * leaves digits alone (`nus`, the country, would become `nu`).
 */
export const ALL = 'all0';
export const PAYWALLED = 'paywalled0';
export const REGISTRATION = 'registration0';
export const HTTPS = 'https0';
export const IFRAMEABLE = 'iframeable0';
export const topicToken = (id: number) => `t${id}`;
export const companyToken = (id: number) => `o${id}`;
export const countryToken = (code: string) => `n${code.toLowerCase()}0`;
export const geoGroupToken = (id: number) => `g${id}`;
export const contentTypeToken = (type: ContentType) => `k${type}0`;

/** Directories of an address that have a token of their own; all that follows them is one more. */
const MAX_DIRECTORIES = 4;

/** A letter and a digit for each byte, so that every prefix of an address is a prefix of the token, and ends in a digit. */
function addressToken(address: string): string {
  let token = 'u';
  for (const byte of new TextEncoder().encode(address))
    token += String.fromCharCode(97 + Math.floor(byte / 10)) + (byte % 10);
  return token;
}

/** The token that all articles of a source carry. */
export const domainToken = (domain: string) => addressToken(domain);

/** Tokens of an article's address (`urlKey`): its host, its first directories, and the whole of it. */
function addressTokens(key: string): string[] {
  const { host, directories, rest } = splitAddress(key);
  const ends = directories.map((_, i) => directories.slice(0, i + 1).join(''));
  const tokens = [host, ...ends.map((end) => host + end)].map(addressToken);
  return rest ? [...tokens, addressToken(key)] : tokens;
}

/**
 * The index term of exactly the articles whose address starts with `prefix` (host + path, the path starting with `/`):
 * a token, or a quoted token prefix `"…"*`.
 */
export function addressPrefixTerm(prefix: string): string {
  const { host, rest } = splitAddress(prefix);
  if (prefix === `${host}/`) return addressToken(host);
  return rest === '' ? addressToken(prefix) : `"${addressToken(prefix)}"*`;
}

/** `example.com/a/b/c.html` → `example.com`, [`/`, `a/`, `b/`], `c.html`. A query belongs to the rest. */
function splitAddress(address: string): { host: string; directories: string[]; rest: string } {
  const slash = address.indexOf('/');
  const [path = '', ...query] = address.slice(slash).split(/(?=\?)/);
  const parts = path.split(/(?<=\/)/);
  const closed = parts.filter((part) => part.endsWith('/')).slice(0, MAX_DIRECTORIES);
  const rest = parts.slice(closed.length).join('') + query.join('');
  return { host: address.slice(0, slash), directories: closed, rest };
}

export interface FacetSource {
  urlKey: string;
  https: boolean;
  iframeable: boolean;
  contentType: ContentType;
  topics: readonly number[];
  companies: readonly number[];
  countries: readonly string[];
  /** Numeric ids of geo groups. */
  geoGroups: readonly number[];
  paywalled: boolean;
  registration: boolean;
}

/** The text of an article's `facets` column. `iframeable0` stands last: a source that changes its mind rewrites only the end. */
export function facetText(article: FacetSource): string {
  return [
    ALL,
    contentTypeToken(article.contentType),
    ...article.topics.map(topicToken),
    ...article.companies.map(companyToken),
    ...article.countries.map(countryToken),
    ...article.geoGroups.map(geoGroupToken),
    ...(article.paywalled ? [PAYWALLED] : []),
    ...(article.registration ? [REGISTRATION] : []),
    ...(article.https ? [HTTPS] : []),
    ...addressTokens(article.urlKey),
    ...(article.iframeable ? [IFRAMEABLE] : []),
  ].join(' ');
}
