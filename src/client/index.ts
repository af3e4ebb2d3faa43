import OPERATIONS from './read.generated.ts';
import { type ClientOptions, createResources, type Resources, type Typed } from './resources.ts';
import type { components, paths } from './schema.d.ts';

export * from './failure.ts';
export type { CallOptions, ClientOptions } from './resources.ts';
export type { components, operations, paths } from './schema.d.ts';
export { type ClickClaims, signClick } from './signed-claims.ts';

/** Schemas of the API by name, such as `Schemas['ContentItem']`. */
export type Schemas = components['schemas'];
export type Article = Schemas['FeedItem'];

export type Client = Typed<paths> & Resources<paths, typeof OPERATIONS>;

/**
 * Creates a client that is typed by the API description. Methods resolve to the response data or throw a
 * `RequestFailed`. Lists iterate over all pages: `for await (const article of client.feed.list({ includeTopics: [6]
 * }))`. Temporary failures (429, 503, no connection) are retried.
 */
export const createClient = (options: ClientOptions): Client =>
  createResources<paths, typeof OPERATIONS>(OPERATIONS, options);
