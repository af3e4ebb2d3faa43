import type { ContentType } from '../types.ts';

/** The first letter of a token shows its kind. Changed tokens require `newsgauge reindex` (docs/decisions.md#F5). */

export const ALL = 'a';
export const PAYWALLED = 'fpaywalled';
export const REGISTRATION = 'fregistration';
export const HTTPS = 'fhttps';
export const IFRAMEABLE = 'fiframeable';
/** Token of an article that waits for indexing. It has no other token until `store/pending.ts` computes them. */
export const PENDING = 'fpending';
export const NOWHERE = 'fnowhere';
export const topicToken = (id: number) => `t${id}`;
export const companyToken = (id: number) => `o${id}`;
export const countryToken = (code: string) => `n${code.toLowerCase()}`;
export const geoGroupToken = (id: number) => `g${id}`;
/** Prefix of the story token. The statement that stores an article adds this token, once the story is known. */
export const STORY_PREFIX = 'y';
export const storyToken = (id: number) => `${STORY_PREFIX}${id}`;
export const contentTypeToken = (type: ContentType) => `k${type}`;
