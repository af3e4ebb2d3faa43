import type { Feed } from '../../delivery/feed.ts';
import { type Output, type Rendered, renderFeed } from '../../delivery/render.ts';
import type { PageTheme } from '../../delivery/theme.ts';
import { FEED_DEFAULTS } from './feed-params.ts';

/** A feed in its output format, with the next page, and the hub with the address that it knows, in `Link`. */
export async function feedResponse(feed: Feed, output: Output, theme: PageTheme): Promise<Rendered> {
  const { body, headers } = await renderFeed(feed, output, theme);
  const links = [
    ...(feed.next ? [`<${feed.origin}${feed.next}>; rel="next"`] : []),
    ...(feed.websub ? [`<${feed.websub.hub}>; rel="hub"`, `<${feed.websub.topic}>; rel="self"`] : []),
  ];
  return { body, headers: links.length > 0 ? { ...headers, Link: links.join(', ') } : headers };
}

/** `?name=value&…` of the values that differ from the defaults, in the given order; lists joined by commas; empty if none differ. */
export function canonicalQuery(parameters: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === FEED_DEFAULTS[name] || (Array.isArray(value) && value.length === 0)) continue;
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
    const usual = FEED_DEFAULTS[name];
    const isUsual = value === String(typeof usual === 'boolean' ? Number(usual) : usual);
    return isUsual ? [] : [`${name}=${value.split(',').sort().join(',')}`];
  });
  return `${pathname.replace(/\/+$/, '')}?${parameters.sort().join('&')}`;
}
