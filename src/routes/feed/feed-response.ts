import type { Feed } from '../../delivery/feed.ts';
import { type Output, type Rendered, renderFeed } from '../../delivery/render.ts';
import type { PageTheme } from '../../delivery/theme.ts';
import { FEED_DEFAULTS } from './feed-params.ts';

export async function feedResponse(feed: Feed, output: Output, theme: PageTheme): Promise<Rendered> {
  const { body, headers } = await renderFeed(feed, output, theme);
  const links = [
    ...(feed.next ? [`<${feed.origin}${feed.next}>; rel="next"`] : []),
    ...(feed.websub ? [`<${feed.websub.hub}>; rel="hub"`, `<${feed.websub.topic}>; rel="self"`] : []),
  ];
  return { body, headers: links.length > 0 ? { ...headers, Link: links.join(', ') } : headers };
}

/** Returns the canonical query string: the parameters that differ from their defaults, in the given order. */
export function canonicalQuery(parameters: Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === FEED_DEFAULTS[name] || (Array.isArray(value) && value.length === 0)) continue;
    search.set(name, typeof value === 'boolean' ? String(Number(value)) : String(value));
  }
  return search.size > 0 ? `?${search.toString().replaceAll('%2C', ',')}` : '';
}

export const isSameFeed = (one: string, other: string): boolean => canonicalPath(one) === canonicalPath(other);

function canonicalPath(address: string): string {
  const { pathname, searchParams } = new URL(address, 'https://feed.example');
  const parameters = [...searchParams].flatMap(([name, value]) => {
    const usual = FEED_DEFAULTS[name];
    const isUsual = value === String(typeof usual === 'boolean' ? Number(usual) : usual);
    return isUsual ? [] : [`${name}=${value.split(',').sort().join(',')}`];
  });
  return `${pathname.replace(/\/+$/, '')}?${parameters.sort().join('&')}`;
}
