import { type EntryImage, type FeedEntry, numberOf, texts } from '../entry.ts';
import { attributesOf, childrenOf, type Element, textsOf } from '../xml/element.ts';

const isImage = ({ medium, type, url = '' }: Record<string, string | undefined>) =>
  medium ? medium === 'image' : type ? type.startsWith('image/') : /\.(jpe?g|png|webp|gif|avif)(\?|$)/i.test(url);

/** Reads the enclosures and the elements of Media RSS and of podcasts. */
export function readMedia(item: Element, enclosures: FeedEntry['media']) {
  const groups = childrenOf(item, 'media:group');
  const contents = [...groups, item].flatMap((holder) => childrenOf(holder, 'media:content'));
  const holders = [...groups, ...contents, item];
  const images = contents.flatMap((content): EntryImage[] => {
    const { url, width, height } = content.attributes;
    if (!url || !isImage(content.attributes)) return [];
    return [{ url, width: numberOf(width), height: numberOf(height), alt: textsOf(content, 'media:title')[0] }];
  });
  const thumbnails = holders
    .flatMap((holder) => childrenOf(holder, 'media:thumbnail'))
    .flatMap(({ attributes: { url, width, height } }): EntryImage[] =>
      url ? [{ url, width: numberOf(width), height: numberOf(height) }] : [],
    );
  return {
    images: [
      ...images,
      ...thumbnails,
      ...enclosures.flatMap(({ url, type }): EntryImage[] => (type?.startsWith('image/') ? [{ url }] : [])),
      ...attributesOf(item, 'itunes:image', 'href').map((url) => ({ url })),
    ],
    media: [
      ...enclosures,
      ...contents.flatMap(({ attributes: { url, type, medium } }) => (url ? [{ url, type, medium }] : [])),
      ...holders
        .flatMap((holder) => attributesOf(holder, 'media:player', 'url'))
        .map((url) => ({ url, medium: 'video' })),
    ],
    texts: [item, ...groups].flatMap((holder) => texts(true, ...textsOf(holder, 'media:description'))),
  };
}
