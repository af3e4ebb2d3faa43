import type { Feed } from './feed.ts';
import { JSON_FEED_TYPE, renderJson } from './json.ts';

export const OUTPUTS = ['json', 'rss', 'html'] as const;
export type Output = (typeof OUTPUTS)[number];

export interface Rendered {
  body: string;
  contentType: string;
}

/** Renders a feed in one of its formats. */
export function renderFeed(feed: Feed, output: Output): Rendered {
  if (output === 'json') return { body: renderJson(feed), contentType: JSON_FEED_TYPE };
  throw new Error(`output ${output} is not built yet`);
}
