import type { Client as FetchClient } from 'openapi-fetch';
import { RequestFailed } from './failure.ts';
import type { components, paths } from './schema.d.ts';

type Feed = FetchClient<paths, 'application/json' | 'application/feed+json'>;

/** The feed's filters, as its parameters. */
export type ArticleQuery = Omit<
  NonNullable<paths['/api/v2/feed/']['get']['parameters']['query']>,
  'output' | 'cursor' | 'apiKey' | 'theme' | 'accent'
>;
export type Article = components['schemas']['FeedItem'];

/** Articles of all pages of a feed, each page asked for when the one before is used up. Throws `RequestFailed`. */
export async function* walkArticles(client: Feed, filter: ArticleQuery): AsyncGenerator<Article> {
  let cursor: string | null | undefined;
  do {
    const query = cursor ? { ...filter, cursor } : filter;
    const { data, error, response } = await client.GET('/api/v2/feed/', { params: { query } });
    if (!data) throw new RequestFailed(response.status, error);
    yield* data.items;
    cursor = data.next_url ? new URL(data.next_url).searchParams.get('cursor') : null;
  } while (cursor);
}
