import { MAX_RISING } from '../../desk/alternatives.ts';
import { type DataOf, request } from '../../lib/request.ts';
import { freshInWords } from './article-words.ts';

/** Number of days of history to load. Few articles have readers for longer. */
const HISTORY_DAYS = 14;

export type Fresh = ReadonlyMap<number, string>;
type Rising = DataOf<'/api/v2/insights/rising-content/'>['items'];

/** Loads the articles that gain readers now, the strongest first. */
export async function loadRising(signal: AbortSignal): Promise<Rising> {
  const query = { limit: MAX_RISING, stories: true };
  return (await request<{ items: Rising }>('/api/v2/insights/rising-content/', { query, signal })).items;
}

/** Loads each article's age in words, and whether the article is gaining or losing readers. */
export async function loadFresh(ids: readonly number[], signal: AbortSignal, rising?: Rising): Promise<Fresh> {
  if (ids.length === 0) return new Map();
  type Pictures = DataOf<'/api/v2/insights/pictures/'>;
  const [{ pictures }, items] = await Promise.all([
    request<Pictures>('/api/v2/insights/pictures/', { query: { ids, days: HISTORY_DAYS }, signal }),
    rising ?? loadRising(signal),
  ]);
  const gaining = new Set(items.map(({ contentId }) => contentId));
  return new Map(
    pictures.map(({ contentId, publishedAt, days }) => [
      contentId,
      freshInWords({ publishedAt, days: days ?? [], isRising: gaining.has(contentId) }, Date.now()),
    ]),
  );
}
