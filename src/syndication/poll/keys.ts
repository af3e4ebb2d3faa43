import { urlKey } from '../../lib/url.ts';
import type { OwnedStory } from './owned-story.ts';

/** Feed 0 is every document that came without an address of its own. */
export const NO_FEED = 0;
/** Characters of the longest guid that an item is known by. */
const MAX_GUID = 500;

export interface KeyedStory extends OwnedStory {
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
export function keyed(stories: readonly OwnedStory[], feedId: number): Keyed {
  const urls = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { guid, article } of stories) {
    if (guid === null) continue;
    const address = urlKey(article.url);
    if ((urls.get(guid) ?? address) !== address) ambiguous.add(guid);
    urls.set(guid, address);
  }
  const byAddress = new Map<string, KeyedStory>();
  for (const story of stories) {
    const { guid, article } = story;
    const address = urlKey(article.url);
    if (byAddress.has(address)) continue;
    const usable = feedId !== NO_FEED && guid !== null && isStorable(guid) && !ambiguous.has(guid);
    byAddress.set(address, { ...story, key: usable ? guid : article.url });
  }
  return { items: [...byAddress.values()], repeated: stories.length - byAddress.size, ambiguous: ambiguous.size };
}

const isStorable = (guid: string) => guid.length <= MAX_GUID && guid.isWellFormed() && !guid.includes('\0');
