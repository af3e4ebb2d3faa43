import { canonicalUrl } from '../../lib/url.ts';
import type { EntryImage } from './entry.ts';
import type { HtmlImage } from './html.ts';

/** Smaller pictures are icons or tracking pixels. */
const LEAST_WIDTH = 50;
const MAX_URL = 2000;
const COUNTERS =
  /feedburner|feedsportal|doubleclick|pixel|\/(1x1|blank|spacer|transparent)\.(gif|png)|wp-includes\/images\/smilies/i;

interface Candidates {
  /** The pictures that the item declares. */
  named: readonly EntryImage[];
  /** The pictures in its text. */
  shown: readonly HtmlImage[];
  cover: string | null;
}

/** The best picture of an item as `articleInput` takes it: the widest declared one, otherwise the first in its text, otherwise its programme's. */
export function bestImage({ named, shown, cover }: Candidates, resolve: (url: string) => string | null) {
  const usable = ({ url, width, height, alt }: EntryImage) => {
    // Quotes or brackets in an address are a mistake of the feed's software.
    const address = /["<>]/.test(url) ? null : canonicalUrl(resolve(url) ?? '');
    if (!address || address.length > MAX_URL || COUNTERS.test(address)) return [];
    if ((width ?? LEAST_WIDTH) < LEAST_WIDTH || (height ?? LEAST_WIDTH) < LEAST_WIDTH) return [];
    return [{ url: address, width: size(width), height: size(height), alt: (alt ?? '').slice(0, 500).toWellFormed() }];
  };
  const [best] = named.flatMap(usable).sort((a, b) => (b.width ?? 0) - (a.width ?? 0));
  if (best) return best;
  const [first] = shown.flatMap(({ url, width, alt }) => usable({ url, width: width ?? undefined, alt }));
  // A width in HTML is that of the page's layout, not of the picture.
  return first ? { url: first.url, alt: first.alt } : cover ? usable({ url: cover })[0] : undefined;
}

const size = (pixels: number | undefined) =>
  pixels && pixels >= 1 && pixels <= 100_000 ? Math.round(pixels) : undefined;
