import type { Feed } from '../../delivery/feed.ts';
import { type Output, type Rendered, renderFeed } from '../../delivery/render.ts';
import { ACCENT, type PageTheme, plainHex, THEMES } from '../../delivery/theme.ts';
import { choice, shaped } from '../../http/params.ts';

/** Parameters of how the HTML output looks; the other formats take and ignore them. */
export const themeParams = {
  theme: choice(THEMES, 'auto').describe('Colours of the HTML output; `auto` follows the reader’s device'),
  accent: shaped(ACCENT, 'a colour of six hex digits, such as 1a6fb5')
    .describe('Accent colour of the HTML output as six hex digits, such as 1a6fb5')
    .transform((hex) => hex && plainHex(hex)),
};

/** A feed in its output format, with the next page in `Link`. */
export async function feedResponse(feed: Feed, output: Output, theme: PageTheme): Promise<Rendered> {
  const { body, headers } = await renderFeed(feed, output, theme);
  const link = feed.next ? { Link: `<${feed.origin}${feed.next}>; rel="next"` } : {};
  return { body, headers: { ...headers, ...link } };
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
};

/** `?name=value&…` of what differs from the defaults, in the given order; lists joined by commas; empty where nothing does. */
export function canonicalQuery(parameters: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === DEFAULTS[name] || (Array.isArray(value) && value.length === 0)) continue;
    search.set(name, typeof value === 'boolean' ? String(Number(value)) : String(value));
  }
  // Commas between the values of a list may stand as they are, and read better so.
  return search.size > 0 ? `?${search.toString().replaceAll('%2C', ',')}` : '';
}
