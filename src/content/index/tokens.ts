import type { ContentType } from '../types.ts';

/**
 * This module makes the tokens of an article in the full-text index, which has a single column. The first letter shows
 * the kind of a token; other files of this folder make the tokens of words, authors and URLs. (docs/decisions.md#F5) A
 * release that changes a token requires `newsgauge reindex`, which the changelog must mention.
 */
export const ALL = 'a';
export const PAYWALLED = 'fpaywalled';
export const REGISTRATION = 'fregistration';
export const HTTPS = 'fhttps';
export const IFRAMEABLE = 'fiframeable';
/** Only token of an article whose tokens a statement changed, until they are computed again (`store/pending.ts`). */
export const PENDING = 'fpending';
/** Token that no article has. */
export const NOWHERE = 'fnowhere';
/** Tokens of topics, companies, countries and geo groups. */
export const topicToken = (id: number) => `t${id}`;
export const companyToken = (id: number) => `o${id}`;
export const countryToken = (code: string) => `n${code.toLowerCase()}`;
export const geoGroupToken = (id: number) => `g${id}`;
/**
 * Prefix of the story token. The statement that stores the article adds this token, because it knows the story
 * (`src/content/articles/store/rows.ts`).
 */
export const STORY = 'y';
export const storyToken = (id: number) => `${STORY}${id}`;
export const contentTypeToken = (type: ContentType) => `k${type}`;
