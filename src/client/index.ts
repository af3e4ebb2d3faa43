import OPERATIONS from './read.generated.ts';
import { type ClientOptions, createResources, type Resources, type Typed } from './resources.ts';
import type { components, paths } from './schema.d.ts';

export * from './failure.ts';
export type { CallOptions, ClientOptions } from './resources.ts';
export type { components, operations, paths } from './schema.d.ts';
export { type ClickClaims, signClick } from './signed-claims.ts';

/** Schemas of the API by name, such as `Schemas['ContentItem']`. */
export type Schemas = components['schemas'];
/** Article in a feed. */
export type Article = Schemas['FeedItem'];

export type Client = Typed<paths> & Resources<paths, typeof OPERATIONS>;

/**
 * Creates a client that is typed by the API description. `client.insights.trendingTopics({ limit: 5 })` resolves to the
 * response data, or throws a `RequestFailed`. `for await (const article of client.feed.list({ includeTopics: [6] }))`
 * iterates over all pages, requesting each when it is needed. `client.GET('/api/v2/feed/', …)` resolves to `{ data,
 * error, response }`. Temporary failures (429, 503, no connection) are retried; see `retries`.
 */
export const createClient = (options: ClientOptions): Client =>
  createResources<paths, typeof OPERATIONS>(OPERATIONS, options);
