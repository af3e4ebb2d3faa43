import type { FeedItem } from '../../content/item.ts';
import type { ContentType } from '../../content/types.ts';
import { rfc3339 } from '../../lib/time.ts';

/** An article as the desk shows it. */
export interface DeskArticle {
  contentId: number;
  title: string;
  introduction: string;
  url: string;
  /** Name of the source. */
  source: string;
  contentType: ContentType;
  /** RFC 3339; before it no reader sees the article, wherever it is selected. */
  publishedAt: string;
  paywalled: boolean;
  topics: { id: number; name: string }[];
}

export const toDeskArticle = ({
  contentId,
  title,
  introduction,
  url,
  source,
  contentType,
  publishedAt,
  paywalled,
  topics,
}: FeedItem): DeskArticle => ({
  contentId,
  title,
  introduction,
  url,
  source: source.name,
  contentType,
  publishedAt: rfc3339(publishedAt),
  paywalled,
  topics: topics.map(({ id, name }) => ({ id, name })),
});
