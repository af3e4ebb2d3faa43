import * as z from 'zod';
import { COUNTRY_NAMES } from '../../content/geography.ts';
import { CONTENT_TYPES } from '../../content/types.ts';
import { EVERYTHING } from '../../db/values.ts';
import { OUTPUTS } from '../../delivery/render.ts';
import { ACCENT, LAYOUTS, type PageTheme, plainHex, THEMES } from '../../delivery/theme.ts';
import { LANGUAGES } from '../../delivery/words.ts';
import { parseSourcePrefix } from '../../lib/url.ts';
import { decodeCursor } from '../../search/cursor.ts';
import { LISTS, type Lists, MOST_VALUES, valuesIn } from '../../search/filter.ts';
import { bit, choice, choices, ids, integer, list, shaped } from '../params.ts';
import { searchTerms } from './search-terms.ts';

const country = z
  .string()
  .toUpperCase()
  .refine((code) => COUNTRY_NAMES.has(code), { error: 'must be an ISO 3166-1 alpha-2 code' });

const COUNTRY_CODE = { type: 'string', pattern: '^[A-Za-z]{2}$' } as const;

const sourcePrefix = z.string().transform((text, ctx) => {
  const prefix = parseSourcePrefix(text);
  if (prefix) return prefix.path === '/' ? prefix.domain : prefix.domain + prefix.path;
  ctx.addIssue({ code: 'custom', message: 'must be a domain, a subdomain, or a domain with a path prefix' });
  return z.NEVER;
});

const cursor = shaped(/^[0-9a-z]+-[0-9a-z]+$/, 'a cursor from next_url').transform((text, ctx) => {
  if (text === undefined) return undefined;
  const place = decodeCursor(text);
  if (place) return place;
  ctx.addIssue({ code: 'custom', message: 'must be a cursor from next_url' });
  return z.NEVER;
});

/** Slugs in small letters. */
export const groupSlugs = list(z.string().toLowerCase());

/** Parameters of how the HTML output looks; the other formats take and ignore them. */
export const themeParams = {
  theme: choice(THEMES, 'auto').describe('Colours of the HTML output; `auto` follows the reader’s device'),
  accent: shaped(ACCENT, 'a colour of six hex digits, such as 1a6fb5')
    .describe('Accent colour of the HTML output as six hex digits, such as 1a6fb5')
    .transform((hex) => hex && plainHex(hex)),
  layout: choice(LAYOUTS, 'auto').describe(
    'Layout of the HTML output; `auto` is a list up to 572 px and cards from there on',
  ),
  images: bit(true).describe('0 leaves pictures out of the HTML output'),
  language: choice(LANGUAGES, 'en').describe('Language of the HTML output’s own words and dates'),
  title: shaped(/^[\s\S]{0,100}$/, 'at most 100 characters')
    .describe('A heading above the articles of the HTML output')
    .transform((text) => text?.replace(/\p{Cc}/gu, ' ')),
};

/** The parameters of a query that set the look of a page. */
export const themeOf = ({ theme, accent, layout, images, language, title }: Required<PageTheme>): PageTheme => ({
  ...{ theme, accent, layout, images, language, title },
});

/** Refuses lists that hold too much together, at the longest of them. */
export const fewEnough = z.check<Lists>(({ value, issues }) => {
  const values = valuesIn(value);
  if (values <= MOST_VALUES) return;
  const [longest] = LISTS.toSorted((a, b) => value[b].length - value[a].length);
  const message = `holds ${values} values together with the other lists, where each word of searchTerms is one; at most ${MOST_VALUES}`;
  issues.push({ code: 'custom', input: value, path: [longest ?? 'searchTerms'], message });
});

/** The filters of `/feed/`, in the order of the specification. */
export const filterParams = {
  articleTypes: choices(CONTENT_TYPES).describe('Only articles of these types; all types where left out'),
  includeTopics: ids.describe('Only articles with these topics'),
  includeCompanies: ids.describe('Only articles by these companies'),
  excludeCompanies: ids.describe('No articles by these companies'),
  additionalSources: list(sourcePrefix).describe(
    'No articles whose URL starts with one of these: a domain, a subdomain, or a domain with a path prefix',
  ),
  includePaywalled: bit(EVERYTHING.includePaywalled).describe('0 leaves out paywalled articles'),
  includeRegistration: bit(EVERYTHING.includeRegistration).describe(
    '0 leaves out articles that require free registration',
  ),
  excludeNonIframeableSources: bit(EVERYTHING.excludeNonIframeableSources).describe(
    '1 leaves out articles from sources that do not allow iframing',
  ),
  excludeNonHttpsSources: bit(EVERYTHING.excludeNonHttpsSources).describe(
    '1 leaves out articles from sites that do not use HTTPS',
  ),
  searchTerms: searchTerms.describe(
    'Words or phrases to find in headline or introduction, any of them; a * after three letters matches any ending',
  ),
  includeCountries: list(country, COUNTRY_CODE).describe(
    'Only articles tagged with these countries, or with a geo group that contains one of them (ISO 3166-1 alpha-2)',
  ),
  excludeCountries: list(country, COUNTRY_CODE).describe(
    'No articles tagged with these countries (ISO 3166-1 alpha-2)',
  ),
  includeGeoGroups: groupSlugs.describe('Only articles tagged with these geo groups; slugs of /api/v2/geography/list/'),
};

/** Parameters of a page of articles beside its filters. */
export const pageParams = {
  limit: integer(1, 100, 20).describe('Articles on a page'),
  tracked: bit(false).describe('1 lets the item links of JSON and RSS lead through `/go/`, so that their clicks count'),
  cursor: cursor.describe('Place where the page begins, from `next_url`'),
  ...themeParams,
};

/** How an answer is written. */
export const output = choice(OUTPUTS, 'json').describe('Output format');

export const feedQuery = z
  .object({
    output,
    ...filterParams,
    ...pageParams,
  })
  .check(fewEnough);
export type FeedQuery = z.output<typeof feedQuery>;

/** What the feed takes for a parameter that is left out. */
export const FEED_DEFAULTS: Readonly<Record<string, unknown>> = feedQuery.parse({});

/** The effective filters as query parameters: lists joined, booleans as `0`/`1`, empty lists left out. */
export function echo(filters: Record<string, unknown>): Record<string, string | number> {
  const entries = Object.entries(filters).flatMap(([name, value]): [string, string | number][] => {
    if (Array.isArray(value)) return value.length > 0 ? [[name, value.join(',')]] : [];
    return [[name, typeof value === 'boolean' ? Number(value) : (value as string | number)]];
  });
  return Object.fromEntries(entries);
}
