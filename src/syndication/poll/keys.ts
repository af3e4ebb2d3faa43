import type { Story } from '../read/article.ts';

/** Feed 0 is every document that came without an address of its own. */
export const NO_FEED = 0;
/** Characters of the longest guid that an item is known by. */
const MAX_GUID = 500;

export interface KeyedStory extends Story {
  /** What the item is known by within its feed. */
  key: string;
}

export interface Keyed {
  items: KeyedStory[];
  /** Items left out because another has their address. */
  repeated: number;
  /** Guids that stand for several stories. */
  ambiguous: number;
}

/**
 * Items by what they are known by: their guid, unless it stands for several stories, could not be stored as it is or the
 * feed has no identity; then their address. Of items with one address the first (newest) is taken.
 */
export function keyed(stories: readonly Story[], feedId: number): Keyed {
  const urls = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { guid, article } of stories) {
    if (guid === null) continue;
    if ((urls.get(guid) ?? article.url) !== article.url) ambiguous.add(guid);
    urls.set(guid, article.url);
  }
  const byUrl = new Map<string, KeyedStory>();
  for (const story of stories) {
    const { guid, article } = story;
    if (byUrl.has(article.url)) continue;
    const usable = feedId !== NO_FEED && guid !== null && isStorable(guid) && !ambiguous.has(guid);
    byUrl.set(article.url, { ...story, key: usable ? guid : article.url });
  }
  return { items: [...byUrl.values()], repeated: stories.length - byUrl.size, ambiguous: ambiguous.size };
}

const isStorable = (guid: string) => guid.length <= MAX_GUID && guid.isWellFormed() && !guid.includes('\0');
