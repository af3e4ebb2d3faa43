import { statedPace } from '../../poll-interval.ts';
import { type FeedEntry, type FeedHead, firstOf, idAsLink, numberOf, present, texts } from '../entry.ts';
import {
  attributesOf,
  childrenOf,
  type Element,
  elementContent,
  hubsIn,
  namesIn,
  resolvedIn,
  textsOf,
} from '../xml/element.ts';
import { readMedia } from './media.ts';

export function readRssHead(head: Element): FeedHead {
  const { hubs, self } = hubsIn(childrenOf(head, 'atom:link'));
  const [ttl] = textsOf(head, 'ttl');
  return {
    title: textsOf(head, 'title')[0] ?? '',
    link: head.attributes.base ?? linksOf(head)[0] ?? self,
    hubs,
    self,
    site: linksOf(head)[0] ?? null,
    language: textsOf(head, 'language', 'dc:language')[0] ?? head.attributes.lang ?? null,
    pace: statedPace(
      numberOf(ttl),
      textsOf(head, 'sy:updateperiod')[0],
      numberOf(textsOf(head, 'sy:updatefrequency')[0]),
    ),
    authors: [],
  };
}

export const coverOf = (head: Element): string | null => attributesOf(head, 'itunes:image', 'href')[0] ?? null;

export function readRssItem(item: Element): FeedEntry {
  const [guid] = childrenOf(item, 'guid');
  const id = (guid && elementContent(guid)) || item.attributes.about;
  const enclosures = childrenOf(item, 'enclosure').flatMap(({ attributes: { url, type } }) =>
    url ? [{ url, type }] : [],
  );
  const media = readMedia(item, enclosures);
  const [source] = childrenOf(item, 'source');
  return {
    guid: id || null,
    links: present(
      ...textsOf(item, 'feedburner:origlink'),
      ...linksOf(item),
      guid ? linkOfGuid(guid) : null,
      idAsLink(item.attributes.about),
    ),
    base: item.attributes.base ?? null,
    title: texts(true, ...textsOf(item, 'title', 'itunes:title', 'dc:title', 'media:title', 'atom:title'))[0] ?? null,
    texts: [
      ...texts(true, ...textsOf(item, 'description', 'content:encoded', 'itunes:summary', 'itunes:subtitle')),
      ...texts(true, ...textsOf(item, 'dc:description', 'atom:summary', 'atom:content', 'xhtml:body')),
      ...media.texts,
    ],
    dates: textsOf(item, 'pubdate', 'dc:date', 'dcterms:issued', 'dcterms:created', 'atom:published', 'atom:issued'),
    updates: textsOf(item, 'dcterms:modified', 'atom:updated', 'atom:modified'),
    categories: textsOf(item, 'category', 'dc:subject'),
    rights: textsOf(item, 'dcterms:accessrights'),
    authors: firstOf(
      textsOf(item, 'dc:creator'),
      textsOf(item, 'author'),
      namesIn(item, 'author', 'atom:author'),
      textsOf(item, 'itunes:author', 'media:author'),
      credits(item),
    ),
    language: textsOf(item, 'dc:language')[0] ?? item.attributes.lang ?? null,
    media: media.media,
    images: media.images,
    cover: null,
    publisher: source?.attributes.url ? { url: source.attributes.url, name: elementContent(source) } : null,
  };
}

const credits = (item: Element): string[] =>
  childrenOf(item, 'media:credit').flatMap((credit) =>
    /^(author|writer|byline)$/i.test(credit.attributes.role ?? '') ? elementContent(credit) : [],
  );

const linksOf = (element: Element): string[] => {
  const inBase = (link: Element, address: string) => resolvedIn(link, address, element.attributes.base);
  return [
    ...childrenOf(element, 'link').flatMap((link) => (elementContent(link) ? inBase(link, elementContent(link)) : [])),
    ...['link', 'atom:link']
      .flatMap((name) => childrenOf(element, name))
      .flatMap((link) => {
        const { href, rel = 'alternate' } = link.attributes;
        return href && rel === 'alternate' ? inBase(link, href) : [];
      }),
  ];
};

/** Returns the link in a guid. A relative link is accepted only if the guid is declared as a permalink. */
function linkOfGuid(guid: Element): string | undefined {
  const text = elementContent(guid);
  const said = guid.attributes.ispermalink?.trim().toLowerCase();
  if (said === 'false') return undefined;
  return (
    idAsLink(text) ??
    (/^\.{0,2}\/[^\s]|^www\.[\w-]+\.\w/i.test(text) || (said === 'true' && !/\s/.test(text)) ? text : undefined)
  );
}
