import type { Byline } from '../../db/values.ts';
import { isAscii } from '../../lib/formats/ascii.ts';
import { hashText, hashTextsOfPrefixes } from '../../lib/hash/quick-hash.ts';
import { nameSlug, readAuthorId } from '../authors.ts';
import { languageOfArticle } from '../language.ts';
import type { ContentType } from '../types.ts';
import { bigramTokens, capitalsTokens, plainWords, readingsOf, spelledTokens, wordTokens } from './bigrams.ts';
import { languageIn, languageTokens, otherSpelling } from './language-words.ts';
import {
  ALL,
  companyToken,
  contentTypeToken,
  countryToken,
  geoGroupToken,
  HTTPS,
  IFRAMEABLE,
  PAYWALLED,
  REGISTRATION,
  topicToken,
} from './tokens.ts';
import { beginningTokens, searchWords } from './word-prefixes.ts';

export const authorToken = (slug: string) => `w${hashText(slug)}`;

/** Returns the tokens of an author's id: the name and, if the id has a domain, the possible tokens of the source. */
export function authorTokens(id: string): { name: string; sources: string[] } {
  const { slug, domain } = readAuthorId(id);
  return { name: authorToken(slug), sources: domain ? sourceTokens(domain) : [] };
}

export const languageToken = (tag: string) => `l${languageIn(tag)}`;

/** Length up to which every prefix of a URL path has a token. Of longer prefixes, only some directories do. */
const EACH_BEGINNING = 16;
const MAX_DIRECTORIES = 4;

/** Returns the token of a URL. A prefix of the URL yields a prefix of the token. */
function addressToken(address: string): string {
  let token = 'u';
  for (const byte of ENCODER.encode(address)) token += LETTERS[byte];
  return token;
}

const ENCODER = new TextEncoder();

/** Offset that is added to a byte which the FTS5 tokenizer would change to lower case or treat as a separator. */
const BEYOND_ASCII = 0x100;

const LETTERS = Array.from({ length: 256 }, (_, byte) => {
  const letter = String.fromCharCode(byte);
  return /[a-z0-9]/.test(letter) ? letter : String.fromCharCode(BEYOND_ASCII + byte);
});

/** Returns the token of a URL prefix, with a hash of 53 bits. Collisions are improbable in a newsroom of any size. */
const beginningToken = (beginning: string) => `${BEGINNING}${hashText(beginning)}`;
const BEGINNING = 'x';

export const domainToken = (domain: string) => beginningToken(domain);

/** Returns the token of articles whose source differs from their host because of a merge or an aggregator's link. */
export const publisherToken = (domain: string) => `d${hashText(domain)}`;

export const sourceTokens = (domain: string): string[] => [domainToken(domain), publisherToken(domain)];

const publisherTokens = ({ urlKey, source: { domain } }: Pick<FacetSource, 'urlKey' | 'source'>): string[] =>
  urlKey.startsWith(`${domain}/`) ? [] : [publisherToken(domain)];

/** Returns the tokens for the host, the path prefixes and the whole of a URL (`urlKey`). (docs/decisions.md#F7) */
function addressTokens(key: string): string[] {
  const slash = key.indexOf('/');
  const first = Array.from({ length: EACH_BEGINNING }, (_, i) => Math.min(slash + 1 + i, key.length));
  const lengths = new Set([slash, ...first, ...directories(key).map(({ length }) => length)]);
  const hashes = hashTextsOfPrefixes(
    key,
    [...lengths].sort((one, other) => one - other),
  );
  return [...hashes.map((hash) => `${BEGINNING}${hash}`), addressToken(key)];
}

/** Returns the token of all articles under a URL prefix, or a prefix of their tokens, whose search is slower. */
export function addressPrefixTerm(prefix: string): { token: string } | { start: string } {
  const known = prefix.length - prefix.indexOf('/') <= EACH_BEGINNING || directories(prefix).includes(prefix);
  return known ? { token: beginningToken(prefix) } : { start: addressToken(prefix) };
}

/** Returns the directories of a URL without its query: `example.com/a/b.html` → `example.com/`, `example.com/a/`. */
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
  geoGroups: readonly number[];
  paywalled: boolean;
  registration: boolean;
  authors: readonly Byline[];
  language?: string | null | undefined;
  detectedLanguage?: string | null | undefined;
}

/** Returns the words of a text without accents. The words of ASCII texts are known from other tokens. */
const lowerCaseWords = (text: string): readonly string[] => (isAscii(text) ? plainWords(text) : searchWords(text));

/** Returns all tokens of an article except that of its story. */
export function articleTokens(article: FacetSource): string[] {
  const texts = [article.title, article.introduction];
  const readings = texts.flatMap(readingsOf);
  const language = languageOfArticle(article);
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
    ...wordTokens(texts),
    ...capitalsTokens(texts),
    ...spelledTokens(texts),
    ...bigramTokens(readings),
    ...beginningTokens((german ? [...texts, ...texts.map(otherSpelling)] : texts).flatMap(lowerCaseWords)),
    ...languageTokens(texts, language),
    ...publisherTokens(article),
    ...(article.iframeable ? [IFRAMEABLE] : []),
  ];
}
