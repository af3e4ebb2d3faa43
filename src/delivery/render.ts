import type { Feed } from './feed.ts';
import { renderHtml } from './html.tsx';
import { JSON_FEED_TYPE, renderJson } from './json.ts';
import { RSS_TYPE, renderRss } from './rss.ts';
import type { PageTheme } from './theme.ts';

export const OUTPUTS = ['json', 'rss', 'html'] as const;
export type Output = (typeof OUTPUTS)[number];

export interface Rendered {
  body: string;
  headers: Record<string, string>;
}

const RENDERERS: Record<Output, (feed: Feed, theme: PageTheme) => Rendered | Promise<Rendered>> = {
  json: (feed) => ({ body: renderJson(feed), headers: { 'Content-Type': JSON_FEED_TYPE } }),
  rss: (feed) => ({ body: renderRss(feed), headers: { 'Content-Type': RSS_TYPE } }),
  html: renderHtml,
};

export const renderFeed = async (feed: Feed, output: Output, theme: PageTheme): Promise<Rendered> =>
  RENDERERS[output](feed, theme);
