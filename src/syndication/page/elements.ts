import { fold, parseHtml } from '../read/html.ts';
import { isThing, type LinkedDataNode, thingsOf } from './json-ld.ts';

export interface PageElements {
  meta: ReadonlyMap<string, string[]>;
  title: string;
  canonical: string | null;
  feeds: string[];
  things: LinkedDataNode[];
  items: LinkedDataNode[];
  language: string | null;
  images: { url: string; alt?: string | undefined }[];
  headline: string;
  time: string;
  author: string;
  paragraph: string;
}

const MAX_PAGE_LENGTH = 2_000_000;
const MAX_TEXT = 20_000;
const MAX_MICRODATA_ITEMS = 200;
const MIN_PARAGRAPH_LENGTH = 40;
const FEED_TYPES = /^application\/(rss|atom|rdf)\+xml|^application\/feed\+json|^text\/xml$/i;
const SIDE_ELEMENTS = new Set(['header', 'footer', 'nav', 'aside']);
const MAIN = new Set(['article', 'main']);

interface Open {
  name: string;
  item?: LinkedDataNode;
  take?: (text: string) => void;
  text: string;
}

export function readElements(html: string): PageElements {
  const meta = new Map<string, string[]>();
  const feeds: string[] = [];
  const blocks: string[] = [];
  const images: PageElements['images'] = [];
  const loose: LinkedDataNode = {};
  const items: LinkedDataNode[] = [loose];
  const stack: Open[] = [];
  const holders: LinkedDataNode[] = [];
  const depth = { main: 0, aside: 0, svg: 0 };
  /** Best text found so far, by kind. Text inside an article takes precedence. */
  const best = new Map<string, { text: string; rank: number }>();
  const page = { title: '', canonical: null as string | null, language: null as string | null };
  const note = (kind: string, text: string, rank: number) => {
    if (text !== '' && rank > (best.get(kind)?.rank ?? 0)) best.set(kind, { text, rank });
  };
  const rank = () => (depth.main > 0 ? 3 : depth.aside > 0 ? 1 : 2);
  parseHtml(html.slice(0, MAX_PAGE_LENGTH), {
    onopentag(name, all) {
      const { property, name: key, content, rel = '', href, type = '', itemprop } = all;
      const rels = rel.toLowerCase().split(/\s+/);
      const named = (property ?? key)?.toLowerCase().replace(/^og:(?=article:)/, '');
      if (name === 'meta' && named && content) meta.set(named, [...(meta.get(named) ?? []), content].slice(0, 50));
      if (name === 'html') page.language ??= all.lang ?? all['xml:lang'] ?? null;
      if (name === 'link' && href && rels.includes('canonical')) page.canonical ??= href;
      if (name === 'link' && href && rels.includes('alternate') && FEED_TYPES.test(type)) feeds.push(href);
      if (MAIN.has(name)) depth.main++;
      if (SIDE_ELEMENTS.has(name)) depth.aside++;
      if (name === 'svg') depth.svg++;
      const at = rank();
      const isPublication = all.pubdate !== undefined;
      if (name === 'time' && all.datetime) note('time', all.datetime, isPublication ? at + 3 : at);
      if (name === 'img' && all.src && depth.main > 0 && depth.aside === 0 && isPicture(all))
        images.push(pictureOf(all));
      const open: Open = { name, text: '' };
      if (name === 'time' && !all.datetime && isPublication) open.take = (text) => note('time', text, at + 3);
      if (name === 'title' && depth.svg === 0) open.take = (text) => (page.title ||= text);
      if (name === 'h1') open.take = (text) => note('headline', text, at);
      if (name === 'a' && rels.includes('author')) open.take = (text) => note('author', text, at);
      if (name === 'p' && at > 1)
        open.take = (text) => (text.length >= MIN_PARAGRAPH_LENGTH ? note('paragraph', text, at) : undefined);
      if (name === 'script' && /^application\/ld\+json/i.test(type)) open.take = (text) => blocks.push(text);
      const holder = holders.at(-1);
      if (all.itemscope !== undefined && items.length < MAX_MICRODATA_ITEMS) {
        open.item = { '@type': (all.itemtype ?? '').split(/[/#]/).at(-1) ?? '' };
        if (itemprop && holder) add(holder, itemprop, open.item);
        else items.push(open.item);
      } else if (itemprop) {
        const value = content ?? (name === 'img' ? all.src : undefined) ?? all.datetime ?? all.href ?? undefined;
        const own =
          name === 'abbr' ? (all.title ?? value) : name === 'a' && !/url|image/i.test(itemprop) ? undefined : value;
        if (own !== undefined) add(holder ?? loose, itemprop, own);
        else {
          const before = open.take;
          open.take = (text) => {
            before?.(text);
            add(holder ?? loose, itemprop, text);
          };
        }
      }
      if (open.item) holders.push(open.item);
      stack.push(open);
    },
    ontext(text) {
      const inside = stack.at(-1)?.name;
      if (inside === 'style' || (inside === 'script' && !stack.at(-1)?.take)) return;
      // Only the innermost elements collect text. Otherwise, deep nesting would take quadratic time.
      for (const open of stack.slice(-12))
        if (open.take && open.text.length < (open.name === 'script' ? MAX_PAGE_LENGTH : MAX_TEXT)) open.text += text;
    },
    onclosetag(name) {
      const open = stack.pop();
      if (MAIN.has(name)) depth.main--;
      if (SIDE_ELEMENTS.has(name)) depth.aside--;
      if (name === 'svg') depth.svg--;
      if (open?.item) holders.pop();
      open?.take?.(open.name === 'script' ? open.text : fold(open.text));
    },
  });
  const textOf = (kind: string) => best.get(kind)?.text ?? '';
  return {
    ...page,
    meta,
    feeds,
    images: images.slice(0, MAX_MICRODATA_ITEMS),
    things: blocks.flatMap(thingsOf).slice(0, MAX_MICRODATA_ITEMS),
    items: items.flatMap((item) => [item, ...Object.values(item).flat().filter(isThing)]).slice(0, MAX_MICRODATA_ITEMS),
    headline: textOf('headline'),
    time: textOf('time'),
    author: textOf('author'),
    paragraph: textOf('paragraph'),
  };
}

const MIN_PICTURE_WIDTH = 200;

const isPicture = ({ src = '', width }: Record<string, string>): boolean =>
  /^(?!data:)[^?#]*(?<!\.svg)(?:[?#]|$)/i.test(src) && !(Number.parseInt(width ?? '', 10) < MIN_PICTURE_WIDTH);

/** Returns the image of an element. Ignores `width`, which describes the layout in HTML instead of the file. */
const pictureOf = ({ src = '', alt }: Record<string, string>) => ({ url: src, alt });

function add(item: LinkedDataNode, names: string, value: unknown): void {
  for (const name of names.split(/\s+/).slice(0, 5)) {
    const before = Object.hasOwn(item, name) ? [item[name]].flat() : [];
    if (before.length < 50) item[name] = before.length > 0 ? [...before, value] : value;
  }
}
