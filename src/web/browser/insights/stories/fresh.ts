import { type DataOf, request } from '../../lib/request.ts';
import { freshInWords } from './words.ts';

/** Days of an article's curve that are looked at: few live longer. */
const DAYS = 14;
/** Of what gains readers, so many are told, as the desk tells them. */
const RISING = 10;

export type Fresh = ReadonlyMap<number, string>;

/** How old articles are, and whether they gain readers or lose them, in words, by id. */
export async function loadFresh(ids: readonly number[], signal: AbortSignal): Promise<Fresh> {
  if (ids.length === 0) return new Map();
  type Pictures = DataOf<'/api/v2/insights/pictures/'>;
  type Rising = DataOf<'/api/v2/insights/rising-content/'>;
  const [{ pictures }, { items }] = await Promise.all([
    request<Pictures>('/api/v2/insights/pictures/', { query: { ids, days: DAYS }, signal }),
    request<Rising>('/api/v2/insights/rising-content/', { query: { limit: RISING, stories: true }, signal }),
  ]);
  const rising = new Set(items.map(({ contentId }) => contentId));
  return new Map(
    pictures.map(({ contentId, publishedAt, days }) => [
      contentId,
      freshInWords({ publishedAt, days: days ?? [], isRising: rising.has(contentId) }, Date.now()),
    ]),
  );
}
