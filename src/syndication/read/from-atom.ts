import type { AtomFeed } from 'feedsmith';
import { statedPace } from '../pace.ts';
import type { FeedDocument } from './document.ts';
import { type FeedEntry, idAsLink, present, type Rich } from './entry.ts';
import { readMedia } from './media.ts';

type Entry = AtomFeed.Entry<string>;
type Link = NonNullable<Entry['links']>[number];

/** Atom 0.3 and 1.0. */
export function readAtom({
  title,
  links = [],
  sy,
  itunes,
  entries = [],
  xml,
}: AtomFeed.Feed<string>): Omit<FeedDocument, 'notes'> {
  return {
    title: title?.value ?? '',
    link: xml?.base ?? alternates(links)[0] ?? links.find(({ rel }) => rel === 'self')?.href ?? null,
    pace: statedPace(undefined, sy?.updatePeriod, sy?.updateFrequency),
    entries: entries.map((entry) => readEntry(entry, itunes?.image ?? null)),
  };
}

function readEntry(entry: Entry, cover: string | null): FeedEntry {
  const { id, links = [], title, summary, content, published, updated, dc, itunes, yt } = entry;
  const enclosures = links.filter(({ rel }) => rel === 'enclosure');
  const media = readMedia(entry.media);
  return {
    guid: id ?? null,
    links: present(...alternates(links), content?.src, idAsLink(id)),
    base: entry.xml?.base ?? content?.xml?.base ?? null,
    title: rich(title) ?? null,
    texts: present(rich(summary), rich(content), ...media.texts),
    dates: present(published, dc?.dates?.[0], updated),
    categories: present(...(entry.categories ?? []).map(({ label, term }) => label ?? term)),
    media: [
      ...enclosures.flatMap(({ href, type }) => (href ? [{ url: href, type }] : [])),
      ...media.media,
      ...(yt?.videoId ? [{ url: `https://www.youtube.com/watch?v=${yt.videoId}`, medium: 'video' }] : []),
    ],
    images: [
      ...media.images,
      ...enclosures.flatMap(({ href, type }) => (href && type?.startsWith('image/') ? [{ url: href }] : [])),
      ...present(itunes?.image).map((url) => ({ url })),
    ],
    cover,
  };
}

/** Pages before other documents. */
const alternates = (links: readonly Link[]): string[] => {
  const all = links.filter(({ rel = 'alternate', href }) => rel === 'alternate' && href);
  const isPage = ({ type }: Link) => type === undefined || type === 'text/html';
  return present(...[...all.filter(isPage), ...all.filter((link) => !isPage(link))].map(({ href }) => href));
};

/** Only what is declared to be plain is: many write HTML without saying so. */
const rich = (text: { value?: string; type?: string } | undefined): Rich | undefined =>
  text?.value ? { text: text.value, html: text.type !== 'text' && text.type !== 'text/plain' } : undefined;
