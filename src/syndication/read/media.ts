import type { MediaNs } from 'feedsmith';
import type { EntryImage, Medium, Rich } from './entry.ts';

interface MediaOfEntry {
  media: Medium[];
  images: EntryImage[];
  texts: Rich[];
}

const isImage = ({ medium, type, url = '' }: MediaNs.Content) =>
  medium ? medium === 'image' : type ? type.startsWith('image/') : /\.(jpe?g|png|webp|gif|avif)(\?|$)/i.test(url);

/** What Media RSS says of an item, in groups or alone. */
export function readMedia(item: MediaNs.ItemOrFeed | undefined): MediaOfEntry {
  const groups = item?.groups ?? [];
  const contents = [...groups.flatMap((group) => group.contents ?? []), ...(item?.contents ?? [])];
  const holders = [...groups, ...contents, ...(item ? [item] : [])];
  const images = contents.flatMap((content) =>
    content.url && isImage(content)
      ? [{ url: content.url, width: content.width, height: content.height, alt: content.title?.value }]
      : [],
  );
  const thumbnails = holders.flatMap(({ thumbnails = [] }) =>
    thumbnails.flatMap(({ url, width, height }) => (url ? [{ url, width, height }] : [])),
  );
  return {
    images: [...images, ...thumbnails],
    media: [
      ...contents.flatMap(({ url, type, medium }) => (url ? [{ url, type, medium }] : [])),
      ...holders.flatMap(({ player }) => (player?.url ? [{ url: player.url, medium: 'video' }] : [])),
    ],
    texts: [item, ...groups].flatMap((holder) =>
      holder?.description?.value ? [{ text: holder.description.value, html: true }] : [],
    ),
  };
}
