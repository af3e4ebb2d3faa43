import { type Handler, Parser } from 'htmlparser2';
import { joinReferences } from './references.ts';

export interface HtmlImage {
  url: string;
  width: number | null;
  alt: string;
}

export interface ReadHtml {
  /** Plain text, white space folded. */
  text: string;
  /** In the order of the document. */
  images: HtmlImage[];
}

/** Most characters to parse: enough for any introduction and its first picture. */
const LONGEST = 200_000;
/** Elements without readable text. */
const SILENT = new Set(['script', 'style', 'noscript', 'template', 'svg', 'iframe', 'object', 'title', 'select']);
/** Elements that do not end a word. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** Deepest nesting that is read: at each end tag a parser looks through all elements that are open. */
const MAX_DEPTH = 1000;

/** Reads HTML in one pass, as far as it nests like an honest page. */
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

/** The name of an element without the prefix that XHTML may have: `xh:em`. */
const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The text of HTML as it would be read aloud, and the pictures in it. */
export function readHtml(html: string): ReadHtml {
  const parts: string[] = [];
  const images: HtmlImage[] = [];
  let silent = 0;
  parseHtml(joinReferences(html.slice(0, LONGEST)), {
    onopentag(written, attributes) {
      const name = localName(written);
      if (SILENT.has(name)) silent++;
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
      if (SILENT.has(name)) silent--;
      if (!INLINE.has(name)) parts.push(' ');
    },
  });
  return { text: fold(parts.join('')), images };
}

const BLOCKS = 'br p div h[1-6] img ul ol li script style svg iframe table tr td blockquote hr noscript';
const NO_TAG = new RegExp(`<(?!/?(?:${[...INLINE, ...BLOCKS.split(' ')].join('|')})\\b[^<>]*>|!--)`, 'gi');

/** The text of a title, which may be HTML and may hold signs that look like it: `A<B`, `Vec<T>`. */
export const readTitle = (html: string): string => readHtml(html.replace(NO_TAG, '&lt;')).text;

export const fold = (text: string): string =>
  text.replace(/[\s\u00ad\u200b]+/g, (run) => (/\s/.test(run) ? ' ' : '')).trim();

/** At most `max` characters, cut between words, with an ellipsis if something is left out. */
export function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const piece = text.slice(0, max);
  const end = piece.lastIndexOf(' ');
  // Languages without spaces are cut between characters.
  return `${(end > max / 2 ? piece.slice(0, end) : piece).replace(/[\s.,;:–—-]+$/, '').toWellFormed()}…`;
}
