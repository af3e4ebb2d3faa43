import type { FeedItem } from '../../content/articles/item.ts';

/** An article as events show it. */
export const articleOf = ({ contentId, title, url, source }: FeedItem) => ({
  id: contentId,
  title,
  url,
  source: source.name,
});
