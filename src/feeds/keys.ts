import type { Story } from './article.ts';

/** Feed 0 is every document that came without an address of its own. */
export const NO_FEED = 0;
/** A guid is kept whole up to here. */
const MAX_KEY = 2000;

export interface KeyedStory extends Story {
  /** What the item is known by within its feed. */
  key: string;
}

/**
 * Items by what they are known by: their guid, unless it stands for several stories or the feed has no identity; then
 * their address. Of items with one address, or one key, the first (newest) is taken.
 */
export function keyed(stories: readonly Story[], feedId: number): KeyedStory[] {
  const urls = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { guid, article } of stories) {
    if (guid === null) continue;
    if ((urls.get(guid) ?? article.url) !== article.url) ambiguous.add(guid);
    urls.set(guid, article.url);
  }
  const byUrl = new Map<string, KeyedStory>();
  const keys = new Set<string>();
  for (const story of stories) {
    const usable = feedId !== NO_FEED && story.guid !== null && !ambiguous.has(story.guid);
    const key = (usable ? (story.guid ?? '') : story.article.url).slice(0, MAX_KEY);
    if (byUrl.has(story.article.url) || keys.has(key)) continue;
    keys.add(key);
    byUrl.set(story.article.url, { ...story, key });
  }
  return [...byUrl.values()];
}
