import { optionOrFirst, optionsOf } from '../lib/words.ts';
import FILTERS from './filters.generated.ts';

export const CONTENTS = optionsOf({
  feed: 'Articles',
  related: 'Related articles',
  search: 'Saved search',
  recommended: 'Editors’ choice',
  trending: 'Trending topics',
});
export type FrameContent = (typeof CONTENTS)[number][0];

export const PATHS: Record<Exclude<FrameContent, 'search'>, string> = {
  feed: '/api/v2/feed/',
  related: '/api/v2/feed/related/',
  recommended: '/api/v2/feed-recommended/',
  trending: '/embed/trending',
};

type FilterName = keyof typeof FILTERS.defaults;
const FILTER_NAMES = Object.keys(FILTERS.defaults) as FilterName[];

/** URL parameters of the embed builder and their defaults. The key is never one of them. */
export const EMBED_DEFAULTS = {
  content: 'feed',
  search: '',
  article: '',
  ...(FILTERS.defaults as Record<FilterName, string>),
  limit: '6',
  stories: '0',
  order: 'newest',
  views: '0',
  theme: 'light',
  accent: '',
  layout: 'auto',
  images: '1',
  language: 'en',
  heading: '',
  period: 'week',
  link: '',
  paper: '',
  font: '',
  radius: '',
  title: '',
  height: '600',
  grows: '1',
};
export type BuilderView = typeof EMBED_DEFAULTS;

const FRAME_TITLES: Partial<Record<FrameContent, string>> = {
  related: 'Related articles',
  recommended: 'Recommended articles',
  trending: 'Trending topics',
};

/** Returns the title of the frame: the given one, or else a description of its content. */
export const frameTitle = (view: BuilderView): string =>
  view.title || view.heading || FRAME_TITLES[frameContentOf(view)] || 'Industry news';

/** Whether light text is easier to read on a colour of six hex digits than dark text. */
export function isDark(hex: string): boolean {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

export const FONTS = optionsOf({
  '': 'Standard',
  'Georgia, serif': 'Georgia',
  'Arial, sans-serif': 'Arial',
  'Verdana, sans-serif': 'Verdana',
});
export const CORNERS = optionsOf({ '': 'Standard', '0px': 'Square', '1rem': 'Round' });

/** Returns the custom properties of the frame that `embed.js` passes to the embed. */
export function frameStyle({ paper, font, radius }: BuilderView): Record<string, string> {
  const hex = /^[0-9a-f]{6}$/i.test(paper) ? `#${paper}` : '';
  const own = { paper: hex, font: optionOrFirst(FONTS, font), radius: optionOrFirst(CORNERS, radius) };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value));
}

/** Whether the snippet needs `embed.js`, for the height, for the look or for the article. */
const needsScript = (view: BuilderView): boolean =>
  view.grows === '1' || followsPage(view) || Object.keys(frameStyle(view)).length > 0;

const LOOK_FIELDS = ['theme', 'accent', 'language', 'heading'] as const;
const LAYOUT_FIELDS = ['layout', 'images'] as const;

const FRAME_FIELDS: Record<FrameContent, readonly (keyof BuilderView)[]> = {
  feed: [...FILTER_NAMES, 'limit', 'stories', 'order', 'views', ...LOOK_FIELDS, ...LAYOUT_FIELDS],
  related: ['article', ...FILTER_NAMES, 'limit', 'order', 'views', ...LOOK_FIELDS, ...LAYOUT_FIELDS],
  search: ['search', 'limit', 'stories', 'order', 'views', ...LOOK_FIELDS, ...LAYOUT_FIELDS],
  recommended: ['stories', 'views', ...LOOK_FIELDS, ...LAYOUT_FIELDS],
  trending: ['period', 'limit', 'link', ...LOOK_FIELDS],
};
/** Parameters of an embed that do not apply to RSS. */
const HTML_PARAMETERS: readonly string[] = ['title', 'views', ...LOOK_FIELDS, ...LAYOUT_FIELDS];
/** Parameters that the embed's URL always contains, because the builder and the embed have different defaults. */
const REQUIRED_FIELDS = ['limit', 'theme'];

export const frameContentOf = ({ content }: BuilderView): FrameContent => optionOrFirst(CONTENTS, content);

export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

export function frameParameters(view: BuilderView): Record<string, string> {
  const wanted = FRAME_FIELDS[frameContentOf(view)].filter(
    (name) => view[name] !== '' && (REQUIRED_FIELDS.includes(name) || view[name] !== EMBED_DEFAULTS[name]),
  );
  return Object.fromEntries(wanted.map((name) => [apiNameOf(name, view), view[name]]));
}

function apiNameOf(name: keyof BuilderView, { article }: BuilderView): string {
  if (name === 'article') return /^\d+$/.test(article) ? 'id' : 'url';
  return name === 'heading' ? 'title' : name;
}

/** Whether each page sets the article of the embed, so that one snippet serves all pages. */
export const followsPage = (view: BuilderView): boolean => frameContentOf(view) === 'related' && view.article === '';

/** Returns the path of a saved search's feed. A missing slug becomes `-`, which matches no search. */
export const savedFeed = (slug = ''): string => `/feeds/${encodeURIComponent(slug || '-')}/`;

export function savedFilter(view: BuilderView): Record<string, string> {
  const parameters = frameParameters({ ...view, content: 'feed' });
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => name in FILTERS.defaults));
}

interface Address {
  origin: string;
  content: FrameContent;
  parameters: Record<string, string>;
  key: string;
  output?: 'html' | 'rss';
}

export function frameAddress({ origin, content, parameters, key, output = 'html' }: Address): string {
  const { search: slug, ...rest } = parameters;
  const search = new URLSearchParams({
    ...(content === 'trending' ? {} : { output }),
    ...rest,
    ...(key ? { apiKey: key } : {}),
  });
  const path = content === 'search' ? savedFeed(slug) : PATHS[content];
  return `${origin}${path}?${search.toString().replaceAll('%2C', ',')}`;
}

export const EMBED_FORMATS = optionsOf({ html: 'HTML', react: 'React', wordpress: 'WordPress', rss: 'RSS' });
export type EmbedFormat = (typeof EMBED_FORMATS)[number][0];

/** Output formats of an embed. Trending topics have no RSS feed, and related articles belong to a page. */
export const formatsOf = (content: FrameContent) =>
  EMBED_FORMATS.filter(([format]) => format !== 'rss' || !['trending', 'related'].includes(content));

export function snippet(origin: string, view: BuilderView, key: string, format: EmbedFormat = 'html'): string {
  const parameters = frameParameters(view);
  const content = frameContentOf(view);
  if (format === 'rss') {
    const filters = Object.fromEntries(Object.entries(parameters).filter(([name]) => !HTML_PARAMETERS.includes(name)));
    return frameAddress({ origin, content, parameters: filters, key, output: 'rss' });
  }
  const address = frameAddress({ origin, content, parameters, key });
  const height = heightFault(view) ? EMBED_DEFAULTS.height : view.height;
  const grows = needsScript(view);
  const style = Object.fromEntries(
    Object.entries(frameStyle(view)).map(([name, value]) => [`--newsgauge-${name}`, value]),
  );
  const source = followsPage(view) ? 'data-src' : 'src';
  if (format === 'react') return component(origin, { address, source, height, title: frameTitle(view), grows, style });
  const css = Object.entries({ width: '100%', border: '0', ...style })
    .map((property) => property.join(':'))
    .join(';');
  return [
    `<iframe ${grows ? 'data-newsgauge ' : ''}title="${escaped(frameTitle(view))}" height="${height}" style="${css}"`,
    `  ${source}="${escaped(address)}"></iframe>`,
    ...(grows ? [`<script async src="${origin}/embed.js"></script>`] : []),
  ].join('\n');
}

/** Returns the reason why the height is invalid, or `null`. The API cannot check it, because it is not a parameter. */
export const heightFault = ({ height }: BuilderView): string | null =>
  /^\d+$/.test(height) && Number(height) >= 100 && Number(height) <= 20_000
    ? null
    : 'must be a whole number from 100 to 20000';

interface Frame {
  address: string;
  source: 'src' | 'data-src';
  height: string;
  title: string;
  grows: boolean;
  style: Record<string, string>;
}

const component = (origin: string, { address, source, height, title, grows, style }: Frame): string =>
  [
    ...(grows ? [`import { useEffect } from 'react';`, ''] : []),
    'export function IndustryNews() {',
    ...(grows
      ? [
          '  useEffect(() => {',
          `    const script = document.createElement('script');`,
          `    script.src = ${JSON.stringify(`${origin}/embed.js`)};`,
          '    document.body.append(script);',
          '    return () => script.remove();',
          '  }, []);',
        ]
      : []),
    '  return (',
    '    <iframe',
    ...(grows ? ['      data-newsgauge=""'] : []),
    `      title={${JSON.stringify(title)}}`,
    `      height={${height}}`,
    `      style={{ ${[`width: '100%'`, 'border: 0', ...Object.entries(style).map(([name, value]) => `'${name}': '${value}'`)].join(', ')} }}`,
    `      ${source}={${JSON.stringify(address)}}`,
    '    />',
    '  );',
    '}',
  ].join('\n');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
