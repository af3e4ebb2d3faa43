import type { Client as FetchClient } from 'openapi-fetch';
import type { components, paths } from './schema.d.ts';

export type { components, operations, paths } from './schema.d.ts';

/** Every schema of the API description by name, such as `Schemas['ContentItem']`. */
export type Schemas = components['schemas'];

/** Answers are read as JSON; a feed as RSS or HTML is asked for with `parseAs: 'text'`. */
export type Client = FetchClient<paths, 'application/json' | 'application/feed+json'>;

export interface ClientOptions {
  /** Where the service is, such as `https://news.example`. */
  baseUrl: string;
  /** A secret or publishable key; for `/manage/*` an operator key. Sent in the Authorization header. */
  apiKey: string;
  /** Another `fetch` than the global one. */
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * A client whose paths, parameters and answers are typed by the API description:
 * `client.GET('/api/v2/feed/', { params: { query: { limit: 5 } } })` resolves to `{ data, error, response }`.
 */
export function createClient(options: ClientOptions): Client;
