import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import * as z from 'zod';
import { LANGUAGES, type Language } from '../../delivery/labels.ts';
import { OUTPUTS } from '../../delivery/render.ts';
import { ACCENT, LAYOUTS, type PageTheme, plainHex, THEMES } from '../../delivery/theme.ts';
import { readAs } from '../../lib/faults.ts';
import { bit, choice, id, integer, shaped } from '../../lib/formats/params.ts';
import { CURSOR, decodeCursor } from '../../search/cursor.ts';
import { fewEnough, filterParams } from '../../search/feed-filters.ts';

const A_CURSOR = 'a cursor from next_url';
const cursor = shaped(CURSOR, A_CURSOR).pipe(readAs(decodeCursor, `must be ${A_CURSOR}`).optional());

/** Parameters for the appearance of HTML output. Other formats accept and ignore them. */
export const themeParams = {
  theme: choice(THEMES, 'auto').describe('Colours of the HTML output; `auto` follows the reader’s device'),
  accent: shaped(ACCENT, 'a colour of six hex digits, such as 1a6fb5')
    .describe('Accent colour of the HTML output as six hex digits, such as 1a6fb5')
    .transform((hex) => hex && plainHex(hex)),
  layout: choice(LAYOUTS, 'auto').describe('Layout of the HTML output; `auto` is a list up to 572 px and cards above'),
  images: bit(true).describe('0 omits images from the HTML output'),
  language: choice(['auto', ...LANGUAGES], 'en').describe(
    'Language of labels and dates in the HTML output; `auto` is the only language in `includeLanguages`, or the first supported one in `Accept-Language`, or `en`',
  ),
  views: bit(false).describe(
    '1 lets the HTML output report impressions, for the placement of its articles; on busy lists, one in up to 64 page views reports',
  ),
  title: shaped(/^[\s\S]{0,100}$/u, 'at most 100 characters')
    .describe('Heading above the articles of the HTML output')
    .transform((text) => text?.replace(/\p{Cc}/gu, ' ')),
};

export function themeOf(query: Required<Omit<PageTheme, 'language'>> & { views?: boolean } & Spoken) {
  const look = Object.fromEntries(Object.entries(query).filter(([name]) => name in themeParams)) as typeof query;
  return { ...look, language: look.language === 'auto' ? 'en' : look.language } satisfies PageTheme;
}

export const storiesParam = bit(false).describe(
  '1 lists one item per story: the best matching article by editors’ choice, `PREFERRED_SOURCES`, engagement and time, in this order',
);

interface Spoken {
  language: Language | 'auto';
  includeLanguages?: readonly string[];
}

/** Replaces `auto` with the language of the feed or the reader, so that each cached response has one language. */
export function inOneLanguage<Q extends Spoken>(c: Context, query: Q, languages = query.includeLanguages): Q {
  if (query.language !== 'auto') return query;
  const known = (tag = '') => LANGUAGES.find((language) => language === tag.toLowerCase().split('-')[0]);
  const ofReader = () =>
    accepts(c, {
      header: 'Accept-Language',
      supports: [...LANGUAGES],
      default: 'en',
      match: (wanted) => wanted.filter(({ q }) => q > 0).flatMap(({ type }) => known(type) ?? [])[0] ?? 'en',
    }) as Language;
  const [only, another] = languages ?? [];
  return { ...query, language: (another ? undefined : known(only)) ?? ofReader() };
}

export const FEED_ORDERS = ['newest', 'engaging'] as const;

export const pageParams = {
  limit: integer(1, 100, 20).describe('Number of articles per page'),
  tracked: bit(false).describe('1 routes the item links of JSON and RSS through `/go/`, so that clicks count'),
  stories: storiesParam,
  order: choice(FEED_ORDERS, 'newest').describe(
    '`newest`: newest first. `engaging`: the newest articles of 72 hours, at most 200, by the clicks that they get at their positions, in an order that changes every minute',
  ),
  story: id.optional().describe('Only the articles of this story'),
  cursor: cursor.describe('Cursor from `next_url`'),
  ...themeParams,
};

export const output = choice(OUTPUTS, 'json').describe('Output format');

export const feedQuery = z.object({ output, ...filterParams, ...pageParams }).check(fewEnough);
export type FeedQuery = z.output<typeof feedQuery>;

export const filtersOf = (query: FeedQuery) =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name in filterParams)) as {
    [name in keyof typeof filterParams]: FeedQuery[name];
  };

export const FEED_DEFAULTS: Readonly<Record<string, unknown>> = feedQuery.parse({});
