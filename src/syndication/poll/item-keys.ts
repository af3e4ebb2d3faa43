import { dedupeKey } from '../../lib/url.ts';
import type { ParsedItem } from '../read/article.ts';

export const NO_FEED = 0;
const MAX_GUID = 500;

export interface IdentifiedItem extends OwnedItem {
  key: string;
}

export interface IdentifiedItems {
  items: IdentifiedItem[];
  repeated: number;
  ambiguous: number;
}

/** Identifies items by guid, or by URL if the guid is shared or unusable. Drops repeated URLs. */
export function identifyItems(stories: readonly OwnedItem[], feedId: number): IdentifiedItems {
  const urls = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const { guid, article } of stories) {
    if (guid === null) continue;
    const address = dedupeKey(article.url);
    if ((urls.get(guid) ?? address) !== address) ambiguous.add(guid);
    urls.set(guid, address);
  }
  const byAddress = new Map<string, IdentifiedItem>();
  for (const story of stories) {
    const { guid, article } = story;
    const address = dedupeKey(article.url);
    if (byAddress.has(address)) continue;
    const usable = feedId !== NO_FEED && guid !== null && isStorable(guid) && !ambiguous.has(guid);
    byAddress.set(address, { ...story, key: usable ? guid : article.url });
  }
  return { items: [...byAddress.values()], repeated: stories.length - byAddress.size, ambiguous: ambiguous.size };
}

const isStorable = (guid: string) => guid.length <= MAX_GUID && guid.isWellFormed() && !guid.includes('\0');

export interface OwnedItem extends ParsedItem {
  own: boolean;
}
