import type { FeedItem } from '../../content/articles/item.ts';

export const articleOf = ({ contentId, title, url, source }: FeedItem) => ({
  id: contentId,
  title,
  url,
  source: source.name,
});
