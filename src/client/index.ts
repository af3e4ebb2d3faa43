import OPERATIONS from './read.generated.ts';
import { type ClientOptions, createResources, type Resources, type Typed } from './resources.ts';
import type { components, paths } from './schema.d.ts';

export * from './failure.ts';
export type { CallOptions, ClientOptions } from './resources.ts';
export type { components, operations, paths } from './schema.d.ts';
export { type ClickClaims, signClick } from './signed-claims.ts';

/** Schemas of the API by name, such as `Schemas['ContentItem']`. */
export type Schemas = components['schemas'];
/** Article of a feed. */
export type Article = Schemas['FeedItem'];

export type Client = Typed<paths> & Resources<paths, typeof OPERATIONS>;

/**
 * A client whose methods, parameters and answers are typed by the API description:
 * `client.insights.trendingTopics({ limit: 5 })` resolves to the data of the answer, and throws a `RequestFailed` where it is no success;
 * `for await (const article of client.feed.list({ includeTopics: [6] }))` walks all pages, each asked for when the one before is used up.
 * `client.GET('/api/v2/feed/', …)` resolves to `{ data, error, response }`. Reads that fail for a moment (429, 503, no
 * connection) are repeated, see `retries`.
 */
export const createClient = (options: ClientOptions): Client =>
  createResources<paths, typeof OPERATIONS>(OPERATIONS, options);
