import type { Byline } from '../../db/values.ts';
import { quickHash } from '../../lib/hash/quick-hash.ts';
import { nameSlug, readAuthorId } from '../authors.ts';
import { languageOf } from '../language.ts';
import type { ContentType } from '../types.ts';
import { beginningTokens } from './beginnings.ts';
import { bigramTokens, openTokens } from './bigrams.ts';
import { languageIn, languageTokens, otherSpelling } from './language-words.ts';
import { topicToken } from './topic-token.ts';

/**
 * Facet tokens: the words of the index's third column. All end in a digit, because the index stems words and a stemmer
 * leaves digits alone (`nus`, the country, would become `nu`). (docs/decisions.md#F5)
 * A release that changes a token, here or in the files beside, needs `newsgauge reindex`, and says so in its changelog.
 */
export const ALL = 'all0';
export const PAYWALLED = 'paywalled0';
export const REGISTRATION = 'registration0';
export const HTTPS = 'https0';
export const IFRAMEABLE = 'iframeable0';
export const companyToken = (id: number) => `o${id}`;
export const countryToken = (code: string) => `n${code.toLowerCase()}0`;
export const geoGroupToken = (id: number) => `g${id}`;
/** Written behind the facets of a row (`src/content/articles/store/rows.ts`): a story that changes hands rewrites the index alone. */
export const STORY = 'y';
export const storyToken = (id: number) => `${STORY}${id}`;
export const contentTypeToken = (type: ContentType) => `k${type}0`;

/** Of an author by the name in an id, at whatever source. */
const authorToken = (slug: string) => `w${quickHash(slug).toString(36)}0`;

/** The index term of what an author's id says: the name, and the source. */
export function authorTerm(id: string): string {
  const { slug, domain } = readAuthorId(id);
  return domain ? `(${authorToken(slug)} AND (${sourceTokens(domain).join(' OR ')}))` : authorToken(slug);
}

/** Of a language tag: that of the language alone. */
export const languageToken = (tag: string) => `l${languageIn(tag)}0`;

/** Most characters of a path whose every beginning has a token, and most directories with one beyond that. */
const EACH_BEGINNING = 16;
const MAX_DIRECTORIES = 4;

/** The token of a whole address: a letter and a digit for each byte, so that every prefix of an address is a prefix of it. */
function addressToken(address: string): string {
  let token = 'u';
  for (const byte of new TextEncoder().encode(address))
    token += String.fromCharCode(97 + Math.floor(byte / 10)) + (byte % 10);
  return token;
}

/** The token of a beginning that many addresses share. 53 bits are enough for any newsroom. */
const beginningToken = (beginning: string) => `x${quickHash(beginning).toString(36)}0`;

/** The token of all articles of a source. */
export const domainToken = (domain: string) => beginningToken(domain);

/** The token of articles whose source is another than their host: it was merged, or the link is an aggregator's. */
export const publisherToken = (domain: string) => `d${quickHash(domain).toString(36)}0`;

/** The tokens of all articles that may be of a source. */
export const sourceTokens = (domain: string): string[] => [domainToken(domain), publisherToken(domain)];

const publisherTokens = ({ urlKey, source: { domain } }: Pick<FacetSource, 'urlKey' | 'source'>): string[] =>
  urlKey.startsWith(`${domain}/`) ? [] : [publisherToken(domain)];

/** Tokens of an article's address (`urlKey`): its host, the beginnings of its path, and the whole of it. (docs/decisions.md#F7) */
function addressTokens(key: string): string[] {
  const slash = key.indexOf('/');
  const first = Array.from({ length: EACH_BEGINNING }, (_, i) => key.slice(0, slash + 1 + i));
  const beginnings = new Set([key.slice(0, slash), ...first, ...directories(key)]);
  return [...Array.from(beginnings, beginningToken), addressToken(key)];
}

/**
 * The index term of exactly the articles whose address starts with `prefix` (host + path, the path starting with `/`):
 * a token, or a quoted token prefix `"…"*`, for which the index merges a list for each address found.
 */
export function addressPrefixTerm(prefix: string): string {
  const known = prefix.length - prefix.indexOf('/') <= EACH_BEGINNING || directories(prefix).includes(prefix);
  return known ? beginningToken(prefix) : `"${addressToken(prefix)}"*`;
}

/** `example.com/a/b/c.html` → `example.com/`, `example.com/a/`, `example.com/a/b/`. The query is not a directory. */
function directories(address: string): string[] {
  const path = address.split('?', 1)[0] ?? '';
  const ends = Array.from(path.matchAll(/\//g), ({ index }) => address.slice(0, index + 1));
  return ends.slice(0, MAX_DIRECTORIES);
}

export interface FacetSource {
  title: string;
  introduction: string;
  urlKey: string;
  source: { domain: string };
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
  authors: readonly Byline[];
  language?: string | null | undefined;
}

/** The text of an article's `facets` column. Tokens of the source are last, so that its change rewrites only the end. */
export function facetText(article: FacetSource): string {
  const texts = [article.title, article.introduction];
  const language = article.language ?? languageOf(texts.join(' '));
  const german = language !== null && languageToken(language) === languageToken('de');
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
    ...new Set(article.authors.map(({ name }) => authorToken(nameSlug(name)))),
    ...(language ? [languageToken(language)] : []),
    ...addressTokens(article.urlKey),
    ...bigramTokens(texts),
    ...openTokens(texts),
    ...beginningTokens(german ? [...texts, ...texts.map(otherSpelling)] : texts),
    ...languageTokens(texts, language),
    ...publisherTokens(article),
    ...(article.iframeable ? [IFRAMEABLE] : []),
  ].join(' ');
}
