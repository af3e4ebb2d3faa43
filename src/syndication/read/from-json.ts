import type { JsonFeed } from 'feedsmith';
import type { FeedDocument } from './document.ts';
import { type FeedEntry, idAsLink, present, texts } from './entry.ts';

type Item = NonNullable<JsonFeed.Feed<string>['items']>[number];

/** JSON Feed 1.0 and 1.1. */
export function readJson({
  title,
  home_page_url,
  feed_url,
  items = [],
}: JsonFeed.Feed<string>): Omit<FeedDocument, 'notes'> {
  return { title: title ?? '', link: home_page_url ?? feed_url ?? null, pace: 0, entries: items.map(readItem) };
}

function readItem(item: Item): FeedEntry {
  const attachments = (item.attachments ?? []).flatMap(({ url, mime_type }) => (url ? [{ url, type: mime_type }] : []));
  return {
    guid: item.id ?? null,
    links: present(item.url, item.external_url, idAsLink(item.id)),
    base: null,
    title: texts(false, item.title)[0] ?? null,
    texts: [...texts(false, item.summary), ...texts(true, item.content_html), ...texts(false, item.content_text)],
    dates: present(item.date_published, item.date_modified),
    categories: item.tags ?? [],
    media: attachments,
    images: [
      ...present(item.image, item.banner_image).map((url) => ({ url })),
      ...attachments.filter(({ type }) => type?.startsWith('image/')).map(({ url }) => ({ url })),
    ],
    cover: null,
  };
}
