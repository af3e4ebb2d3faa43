import { type DataOf, request } from '../../lib/request.ts';
import { freshInWords } from './article-words.ts';

/** Number of days of history to load. Few articles have readers for longer. */
const HISTORY_DAYS = 14;
/** Maximum number of rising articles, the same as on the desk page. */
const MAX_RISING = 10;

export type Fresh = ReadonlyMap<number, string>;

/** Loads each article's age in words, and whether the article is gaining or losing readers. */
export async function loadFresh(ids: readonly number[], signal: AbortSignal): Promise<Fresh> {
  if (ids.length === 0) return new Map();
  type Pictures = DataOf<'/api/v2/insights/pictures/'>;
  type Rising = DataOf<'/api/v2/insights/rising-content/'>;
  const [{ pictures }, { items }] = await Promise.all([
    request<Pictures>('/api/v2/insights/pictures/', { query: { ids, days: HISTORY_DAYS }, signal }),
    request<Rising>('/api/v2/insights/rising-content/', { query: { limit: MAX_RISING, stories: true }, signal }),
  ]);
  const rising = new Set(items.map(({ contentId }) => contentId));
  return new Map(
    pictures.map(({ contentId, publishedAt, days }) => [
      contentId,
      freshInWords({ publishedAt, days: days ?? [], isRising: rising.has(contentId) }, Date.now()),
    ]),
  );
}
