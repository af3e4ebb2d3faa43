import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import { type Article, type ArticleQuery, walkArticles } from './articles.ts';
import { type RetryOptions, retrying } from './retry.ts';
import type { components, paths } from './schema.d.ts';

export type { Article, ArticleQuery } from './articles.ts';
export { type ClickClaims, signClick } from './claims.ts';
export { RequestFailed } from './failure.ts';
export type { components, operations, paths } from './schema.d.ts';

/** Every schema of the API description by name, such as `Schemas['ContentItem']`. */
export type Schemas = components['schemas'];

export interface ClientOptions extends RetryOptions {
  /** Where the service is, such as `https://news.example`. */
  baseUrl: string;
  /** A secret or publishable key; for `/manage/*` an operator key. Sent in the Authorization header. */
  apiKey: string;
  /** Another `fetch` than the global one. */
  fetch?: (request: Request) => Promise<Response>;
}

/** Answers are read as JSON; a feed as RSS or HTML is asked for with `parseAs: 'text'`. */
export type Client = FetchClient<paths, 'application/json' | 'application/feed+json'> & {
  /**
   * Every article that a feed filter selects, newest first, page by page as they are consumed:
   * `for await (const article of client.articles({ includeTopics: [6] }))`. Throws `RequestFailed`.
   */
  articles(query?: ArticleQuery): AsyncGenerator<Article>;
};

/** Lists are joined by commas; a parameter given twice is a fault. */
const querySerializer = { array: { style: 'form', explode: false } } as const;

/**
 * A client whose paths, parameters and answers are typed by the API description:
 * `client.GET('/api/v2/feed/', { params: { query: { limit: 5 } } })` resolves to `{ data, error, response }`.
 * Reads that fail for a moment (429, 503, no connection) are repeated, see `retries`.
 */
export function createClient({ baseUrl, apiKey, fetch = globalThis.fetch, retries }: ClientOptions): Client {
  const client = createFetchClient<paths, 'application/json' | 'application/feed+json'>({
    baseUrl,
    querySerializer,
    headers: { Authorization: `Bearer ${apiKey}` },
    // The global one is looked up at each call, so that it can be replaced.
    fetch: retrying((request) => fetch(request), retries === undefined ? {} : { retries }),
  });
  return Object.assign(client, { articles: (query: ArticleQuery = {}) => walkArticles(client, query) });
}
