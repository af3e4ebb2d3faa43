import type { JsonFeed } from 'feedsmith';
import { bounded, type FeedDocument, type FeedEntry, idAsLink, present, texts } from '../entry.ts';

type Item = NonNullable<JsonFeed.Feed<string>['items']>[number];

/** JSON Feed 1.0 and 1.1, of which at most `wanted` items are read. */
export function readJson(feed: JsonFeed.Feed<string>, wanted: number): Omit<FeedDocument, 'notes'> {
  const { title, home_page_url, feed_url, language, items = [] } = feed;
  return {
    title: title ?? '',
    link: home_page_url ?? feed_url ?? null,
    site: home_page_url ?? null,
    language: language ?? null,
    pace: 0,
    authors: namesOf(feed),
    entries: items.slice(0, wanted).map((item) => bounded(readItem(item))),
  };
}

const namesOf = ({ authors = [] }: Pick<Item, 'authors'>): string[] => present(...authors.map(({ name }) => name));

function readItem(item: Item): FeedEntry {
  const attachments = (item.attachments ?? []).flatMap(({ url, mime_type }) => (url ? [{ url, type: mime_type }] : []));
  return {
    guid: item.id ?? null,
    links: present(item.url, item.external_url, idAsLink(item.id)),
    base: null,
    title: texts(false, item.title)[0] ?? null,
    texts: [...texts(false, item.summary), ...texts(true, item.content_html), ...texts(false, item.content_text)],
    dates: present(item.date_published),
    updates: present(item.date_modified),
    categories: item.tags ?? [],
    rights: [],
    authors: namesOf(item),
    language: item.language ?? null,
    media: attachments,
    images: [
      ...present(item.image, item.banner_image).map((url) => ({ url })),
      ...attachments.filter(({ type }) => type?.startsWith('image/')).map(({ url }) => ({ url })),
    ],
    cover: null,
    publisher: null,
  };
}
