import type { ContentType } from '../types.ts';

/**
 * This module makes the tokens of an article in the full-text index, which has a single column. The first letter shows
 * the kind of a token; other files of this folder make the tokens of words, authors and URLs. (docs/decisions.md#F5) A
 * release that changes a token requires `newsgauge reindex`, and the changelog must say so.
 */

export const ALL = 'a';
export const PAYWALLED = 'fpaywalled';
export const REGISTRATION = 'fregistration';
export const HTTPS = 'fhttps';
export const IFRAMEABLE = 'fiframeable';
/** Only token of an article with outdated tokens, until the tokens are computed again (`store/pending.ts`). */
export const PENDING = 'fpending';
export const NOWHERE = 'fnowhere';
export const topicToken = (id: number) => `t${id}`;
export const companyToken = (id: number) => `o${id}`;
export const countryToken = (code: string) => `n${code.toLowerCase()}`;
export const geoGroupToken = (id: number) => `g${id}`;
/**
 * Prefix of the story token, which the statement that stores the article adds, because only it knows the story
 * (`src/content/articles/store/rows.ts`).
 */
export const STORY_PREFIX = 'y';
export const storyToken = (id: number) => `${STORY_PREFIX}${id}`;
export const contentTypeToken = (type: ContentType) => `k${type}`;
