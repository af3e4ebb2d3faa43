import { storyKey } from '../../lib/url.ts';
import type { Story } from '../read/article.ts';

/** Feed 0 is all documents without an address. */
export const NO_FEED = 0;
/** Characters of the longest guid that identifies an item. */
const MAX_GUID = 500;

export interface KeyedStory extends OwnedStory {
  /** The item's identity within its feed. */
  key: string;
}

export interface Keyed {
  items: KeyedStory[];
  /** Items left out because another one has the same address. */
  repeated: number;
  /** Guids of several stories. */
  ambiguous: number;
}

/**
 * Items by their identity: the guid, unless several stories share it, it cannot be stored unchanged or the
 * feed has no identity; otherwise the address. Of items with the same address the first (newest) is used.
 */
export function keyed(stories: readonly OwnedStory[], feedId: number): Keyed {
  const urls = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { guid, article } of stories) {
    if (guid === null) continue;
    const address = storyKey(article.url);
    if ((urls.get(guid) ?? address) !== address) ambiguous.add(guid);
    urls.set(guid, address);
  }
  const byAddress = new Map<string, KeyedStory>();
  for (const story of stories) {
    const { guid, article } = story;
    const address = storyKey(article.url);
    if (byAddress.has(address)) continue;
    const usable = feedId !== NO_FEED && guid !== null && isStorable(guid) && !ambiguous.has(guid);
    byAddress.set(address, { ...story, key: usable ? guid : article.url });
  }
  return { items: [...byAddress.values()], repeated: stories.length - byAddress.size, ambiguous: ambiguous.size };
}

const isStorable = (guid: string) => guid.length <= MAX_GUID && guid.isWellFormed() && !guid.includes('\0');

/** A story, and whether it is one of the feed's own site. */
export interface OwnedStory extends Story {
  own: boolean;
}
