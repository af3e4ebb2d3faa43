import type { ContentType } from '../types.ts';

/**
 * The tokens of an article in the full-text index, its one column. The first letter says what a token is of; the other
 * files of this folder make those of words, authors and addresses. (docs/decisions.md#F5)
 * A release that changes a token, here or there, needs `newsgauge reindex`, and says so in its changelog.
 */
export const ALL = 'a';
export const PAYWALLED = 'fpaywalled';
export const REGISTRATION = 'fregistration';
export const HTTPS = 'fhttps';
export const IFRAMEABLE = 'fiframeable';
/** The only token of an article whose tokens a statement has changed, until they are computed again (`store/pending.ts`). */
export const PENDING = 'fpending';
/** A token that no article has. */
export const NOWHERE = 'fnowhere';
/** Topics, companies, countries, geo groups. */
export const topicToken = (id: number) => `t${id}`;
export const companyToken = (id: number) => `o${id}`;
export const countryToken = (code: string) => `n${code.toLowerCase()}`;
export const geoGroupToken = (id: number) => `g${id}`;
/** Added by the statement that stores the article, which knows its story (`src/content/articles/store/rows.ts`). */
export const STORY = 'y';
export const storyToken = (id: number) => `${STORY}${id}`;
export const contentTypeToken = (type: ContentType) => `k${type}`;
