import type { Feed } from '../../delivery/feed.ts';
import { type Output, type Rendered, renderFeed } from '../../delivery/render.ts';
import { ACCENT, LAYOUTS, type PageTheme, plainHex, THEMES } from '../../delivery/theme.ts';
import { LANGUAGES } from '../../delivery/words.ts';
import { bit, choice, shaped } from '../../http/params.ts';

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

/** A feed in its output format, with the next page, and the hub with the address that it knows, in `Link`. */
export async function feedResponse(feed: Feed, output: Output, theme: PageTheme): Promise<Rendered> {
  const { body, headers } = await renderFeed(feed, output, theme);
  const links = [
    ...(feed.next ? [`<${feed.origin}${feed.next}>; rel="next"`] : []),
    ...(feed.websub ? [`<${feed.websub.hub}>; rel="hub"`, `<${feed.websub.topic}>; rel="self"`] : []),
  ];
  return { body, headers: links.length > 0 ? { ...headers, Link: links.join(', ') } : headers };
}

const DEFAULTS: Record<string, unknown> = {
  output: 'json',
  includePaywalled: true,
  includeRegistration: true,
  excludeNonIframeableSources: false,
  excludeNonHttpsSources: false,
  limit: 20,
  tracked: false,
  theme: 'auto',
  layout: 'auto',
  images: true,
  language: 'en',
};

/** `?name=value&…` of the values that differ from the defaults, in the given order; lists joined by commas; empty if none differ. */
export function canonicalQuery(parameters: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === DEFAULTS[name] || (Array.isArray(value) && value.length === 0)) continue;
    search.set(name, typeof value === 'boolean' ? String(Number(value)) : String(value));
  }
  // Commas between the values of a list need no escaping, and are easier to read.
  return search.size > 0 ? `?${search.toString().replaceAll('%2C', ',')}` : '';
}

/** Whether path and query ask for the same feed: order, and parameters with their default, make no difference. Pure. */
export const isSameFeed = (one: string, other: string): boolean => settled(one) === settled(other);

function settled(address: string): string {
  const { pathname, searchParams } = new URL(address, 'https://feed.example');
  const parameters = [...searchParams].flatMap(([name, value]) => {
    const usual = DEFAULTS[name];
    const isUsual = value === String(typeof usual === 'boolean' ? Number(usual) : usual);
    return isUsual ? [] : [`${name}=${value.split(',').sort().join(',')}`];
  });
  return `${pathname.replace(/\/+$/, '')}?${parameters.sort().join('&')}`;
}
