import { fromBase64 } from '../../../lib/hash/hash.ts';
import { statedPace } from '../../poll-interval.ts';
import { type FeedEntry, type FeedHead, firstOf, idAsLink, numberOf, present, type Rich } from '../entry.ts';
import { childrenOf, type Element, elementContent, hubsIn, namesIn, resolvedIn, textsOf } from '../xml/element.ts';
import { readMedia } from './media.ts';

export function readAtomHead(head: Element): FeedHead {
  const links = childrenOf(head, 'link');
  const { hubs, self } = hubsIn(links);
  const [site] = alternates(links, head.attributes.base);
  return {
    title: richOf(head, 'title')[0]?.text ?? '',
    link: head.attributes.base ?? site ?? self,
    hubs,
    self,
    site: site ?? null,
    language: head.attributes.lang ?? null,
    pace: statedPace(undefined, textsOf(head, 'sy:updateperiod')[0], numberOf(textsOf(head, 'sy:updatefrequency')[0])),
    authors: namesIn(head, 'author'),
  };
}

export function readAtomEntry(entry: Element): FeedEntry {
  const links = childrenOf(entry, 'link');
  const [id] = textsOf(entry, 'id');
  const content = childrenOf(entry, 'content');
  const enclosures = links.flatMap(({ attributes: { rel, href, type } }) =>
    rel === 'enclosure' && href ? [{ url: href, type }] : [],
  );
  const media = readMedia(entry, enclosures);
  return {
    guid: id ?? null,
    links: present(
      ...textsOf(entry, 'feedburner:origlink'),
      ...alternates(links, entry.attributes.base),
      ...content.map(({ attributes }) => attributes.src),
      idAsLink(id),
    ),
    base: entry.attributes.base ?? content[0]?.attributes.base ?? null,
    title: richOf(entry, 'title')[0] ?? null,
    texts: [...richOf(entry, 'summary'), ...richOf(entry, 'content'), ...media.texts],
    dates: textsOf(entry, 'published', 'issued', 'created', 'dc:date', 'pubdate'),
    updates: textsOf(entry, 'updated', 'modified'),
    categories: [
      ...childrenOf(entry, 'category').flatMap(
        (category) => category.attributes.label ?? category.attributes.term ?? elementContent(category),
      ),
      ...textsOf(entry, 'dc:subject'),
    ].filter((category) => category !== ''),
    rights: textsOf(entry, 'dcterms:accessrights'),
    authors: firstOf(
      namesIn(entry, 'author'),
      textsOf(entry, 'dc:creator'),
      textsOf(entry, 'author'),
      childrenOf(entry, 'source').flatMap((source) => namesIn(source, 'author')),
    ),
    language: entry.attributes.lang ?? textsOf(entry, 'dc:language')[0] ?? content[0]?.attributes.lang ?? null,
    media: [
      ...media.media,
      ...textsOf(entry, 'yt:videoid').map((video) => ({
        url: `https://www.youtube.com/watch?v=${video}`,
        medium: 'video',
      })),
    ],
    images: media.images,
    cover: null,
    publisher: null,
  };
}

function alternates(links: readonly Element[], base?: string): string[] {
  const all = links.filter(
    ({ attributes: { rel = 'alternate' } }) =>
      rel.replace(/^https?:\/\/www\.iana\.org\/assignments\/relation\//, '') === 'alternate',
  );
  const isPage = ({ attributes: { type = 'text/html' } }: Element) => type === 'text/html';
  const sorted = [...all.filter(isPage), ...all.filter((link) => !isPage(link))];
  return sorted.flatMap((link) => {
    const address = link.attributes.href ?? elementContent(link);
    return address ? resolvedIn(link, address, base) : [];
  });
}

/** Decodes texts. A text counts as HTML unless it is declared as plain text, because many feeds do not declare HTML. */
const richOf = (element: Element, name: string): Rich[] =>
  childrenOf(element, name).flatMap((text) => {
    const { mode, type = '' } = text.attributes;
    const coded = mode === 'base64' || isCoded(type, text) ? textOfBase64(text.text) : '';
    const content = coded || (mode === 'base64' ? '' : elementContent(text));
    const isPlain = type === 'text' || type === 'text/plain';
    return content ? [{ text: content, html: !isPlain || mode === 'escaped' }] : [];
  });

/** Returns true if Atom 1.0 content is in Base64, because its type is not text and it looks like Base64. */
const isCoded = (type: string, { text, children }: Element): boolean =>
  children.length === 0 &&
  (/\/(?!.*xml)/i.test(type) || type === 'base64') &&
  /^\s*(?:[\w+/]{20,}\s*)+={0,2}\s*$/.test(text);

function textOfBase64(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(fromBase64(text));
  } catch {
    return '';
  }
}
