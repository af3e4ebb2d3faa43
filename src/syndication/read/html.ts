import { type Handler, Parser } from 'htmlparser2';
import { joinReferences } from './character-references.ts';

export interface HtmlImage {
  url: string;
  width: number | null;
  alt: string;
}

export interface ReadHtml {
  text: string;
  images: HtmlImage[];
}

/** Maximum number of characters of HTML to read, which suffices for an introduction and the first picture. */
const MAX_HTML_LENGTH = 200_000;
const HIDDEN_ELEMENTS = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'svg',
  'iframe',
  'object',
  'title',
  'select',
]);
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Maximum nesting of elements. It limits the work at each end tag, at which the parser searches all open elements. */
const MAX_DEPTH = 1000;

/** Parses HTML in one pass. Stops at a nesting that is deeper than in any legitimate page. */
export function parseHtml(html: string, { onopentag, onclosetag, ...others }: Partial<Handler>): void {
  let depth = 0;
  const parser = new Parser({
    ...others,
    onopentag(...opened) {
      if (++depth > MAX_DEPTH) parser.pause();
      onopentag?.(...opened);
    },
    onclosetag(...closed) {
      depth--;
      onclosetag?.(...closed);
    },
  });
  parser.write(html);
  parser.end();
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

export function readHtml(html: string): ReadHtml {
  const parts: string[] = [];
  const images: HtmlImage[] = [];
  let silent = 0;
  parseHtml(joinReferences(html.slice(0, MAX_HTML_LENGTH)), {
    onopentag(written, attributes) {
      const name = localName(written);
      if (HIDDEN_ELEMENTS.has(name)) silent++;
      if (!INLINE.has(name)) parts.push(' ');
      if (name === 'img' && attributes.src) {
        const width = Number.parseInt(attributes.width ?? '', 10);
        images.push({ url: attributes.src, width: width > 0 ? width : null, alt: attributes.alt ?? '' });
      }
    },
    ontext(text) {
      if (silent === 0) parts.push(text);
    },
    onclosetag(written) {
      const name = localName(written);
      if (HIDDEN_ELEMENTS.has(name)) silent--;
      if (!INLINE.has(name)) parts.push(' ');
    },
  });
  return { text: fold(parts.join('')), images };
}

const BLOCKS = 'br p div h[1-6] img ul ol li script style svg iframe table tr td blockquote hr noscript';
const NO_TAG = new RegExp(`<(?!/?(?:${[...INLINE, ...BLOCKS.split(' ')].join('|')})\\b[^<>]*>|!--)`, 'gi');

/** Reads a title that may be HTML, or text that looks like HTML: `A<B`, `Vec<T>`. */
export const readTitle = (html: string): string => readHtml(html.replace(NO_TAG, '&lt;')).text;

export const fold = (text: string): string =>
  text.replace(/[\s\u00ad\u200b]+/g, (run) => (/\s/.test(run) ? ' ' : '')).trim();

export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const piece = text.slice(0, max);
  const end = piece.lastIndexOf(' ');
  // In languages without spaces, a text is cut between any two characters.
  return `${(end > max / 2 ? piece.slice(0, end) : piece).replace(/[\s.,;:–—-]+$/, '').toWellFormed()}…`;
}
