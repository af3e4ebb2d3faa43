import type { RdfFeed, RssFeed } from 'feedsmith';
import { statedPace } from '../pace.ts';
import type { FeedDocument } from './document.ts';
import { type FeedEntry, idAsLink, present, texts } from './entry.ts';
import { readMedia } from './media.ts';

type Feed = RssFeed.Feed<string> & RdfFeed.Feed<string>;
type Item = NonNullable<RssFeed.Feed<string>['items']>[number] & Pick<RdfFeed.Item<string>, 'rdf'>;

/** RSS 0.9x and 2.0, and RDF (RSS 0.90 and 1.0), whose items are the same but for their ids. */
export function readRss(feed: RssFeed.Feed<string> | RdfFeed.Feed<string>): Omit<FeedDocument, 'notes'> {
  const { title, link, ttl, sy, itunes, items = [], atom, xml } = feed as Feed;
  const self = atom?.links?.find(({ rel }) => rel === 'self')?.href;
  return {
    title: title ?? '',
    link: xml?.base ?? link ?? self ?? null,
    pace: statedPace(ttl, sy?.updatePeriod, sy?.updateFrequency),
    entries: (items as Item[]).map((item) => readItem(item, itunes?.image ?? null)),
  };
}

function readItem(item: Item, cover: string | null): FeedEntry {
  const { guid, link, atom, dc, dcterms, itunes, content, rdf } = item;
  const enclosures = (item.enclosures ?? []).flatMap(({ url, type }) => (url ? [{ url, type }] : []));
  const media = readMedia(item.media);
  const alternate = atom?.links?.find(({ rel = 'alternate' }) => rel === 'alternate')?.href;
  return {
    guid: guid?.value ?? rdf?.about ?? null,
    links: present(link, alternate, guid?.isPermaLink === false ? null : idAsLink(guid?.value), idAsLink(rdf?.about)),
    base: item.xml?.base ?? null,
    title: texts(true, item.title, itunes?.title, dc?.titles?.[0], item.media?.title?.value)[0] ?? null,
    texts: [
      ...texts(true, item.description, content?.encoded, itunes?.summary, itunes?.subtitle, dc?.descriptions?.[0]),
      ...media.texts,
    ],
    dates: present(
      item.pubDate,
      dc?.dates?.[0],
      dcterms?.issued?.[0],
      dcterms?.created?.[0],
      atom?.published,
      dcterms?.modified?.[0],
      atom?.updated,
    ),
    categories: present(...(item.categories ?? []).map(({ name }) => name), ...(dc?.subjects ?? [])),
    media: [...enclosures, ...media.media],
    images: [
      ...media.images,
      ...enclosures.flatMap(({ url, type }) => (type?.startsWith('image/') ? [{ url }] : [])),
      ...present(itunes?.image).map((url) => ({ url })),
    ],
    cover,
  };
}
