import type { Feed } from '../feed/feed.ts';
import { type Output, renderFeed } from '../feed/render.ts';
import { choice, shaped } from '../http/params.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;

/** Parameters of how the HTML output looks; the other formats take and ignore them. */
export const look = {
  theme: choice(THEMES, 'auto'),
  accent: shaped(/^#?[0-9a-f]{6}$/i, 'a colour of six hex digits, such as 1a6fb5').transform((hex) =>
    hex?.replace('#', '').toLowerCase(),
  ),
};

export interface Look {
  theme: (typeof THEMES)[number];
  /** Six hex digits without `#`. */
  accent: string | undefined;
}

/** A feed in its output format, with the next page in `Link`. */
export function feedResponse(feed: Feed, output: Output, _look: Look): Response {
  const { body, contentType } = renderFeed(feed, output);
  const headers = new Headers({ 'Content-Type': contentType });
  if (feed.next) headers.set('Link', `<${feed.origin}${feed.next}>; rel="next"`);
  return new Response(body, { headers });
}

const DEFAULTS: Record<string, unknown> = {
  output: 'json',
  includePaywalled: true,
  includeRegistration: true,
  excludeNonIframeableSources: false,
  excludeNonHttpsSources: false,
  limit: 20,
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
