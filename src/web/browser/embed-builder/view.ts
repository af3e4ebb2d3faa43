/** The values of the builder's fields, as text in the address; never the key. */
export const DEFAULTS = {
  articleTypes: '',
  includeTopics: '',
  includeCompanies: '',
  excludeCompanies: '',
  includeCountries: '',
  excludeCountries: '',
  includeGeoGroups: '',
  searchTerms: '',
  additionalSources: '',
  includePaywalled: '1',
  includeRegistration: '1',
  excludeNonIframeableSources: '0',
  excludeNonHttpsSources: '0',
  limit: '6',
  theme: 'light',
  accent: '',
  title: 'Industry news',
  height: '600',
  grows: '1',
};
export type BuilderView = typeof DEFAULTS;

/** Of the page around the feed, not of the feed. */
const OURS = ['title', 'height', 'grows'];
/** The feed has another default. */
const ALWAYS = ['limit', 'theme'];

export const listOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** Parameters of the feed that the fields ask for, without what is the default there. */
export function feedParameters(view: BuilderView): Record<string, string> {
  const entries = Object.entries(view).filter(
    ([name, value]) =>
      !OURS.includes(name) && value !== '' && (ALWAYS.includes(name) || value !== DEFAULTS[name as keyof BuilderView]),
  );
  return Object.fromEntries(entries);
}

/** Address of the feed as a page or as RSS; with a key, readers' browsers ask with it. `origin` may be empty. */
export function feedAddress(
  origin: string,
  parameters: Record<string, string>,
  key: string,
  output: 'html' | 'rss' = 'html',
): string {
  const search = new URLSearchParams({ output, ...parameters, ...(key ? { apiKey: key } : {}) });
  return `${origin}/api/v2/feed?${search.toString().replaceAll('%2C', ',')}`;
}

/** Where the snippet goes. */
export const FORMATS = [
  ['html', 'HTML'],
  ['react', 'React'],
  ['wordpress', 'WordPress'],
  ['rss', 'RSS'],
] as const;
export type Format = (typeof FORMATS)[number][0];

/** The lines for a page of one's own, or the address of the feed. */
export function snippet(origin: string, view: BuilderView, key: string, format: Format = 'html'): string {
  const parameters = feedParameters(view);
  if (format === 'rss') {
    const { theme: _theme, accent: _accent, ...filters } = parameters;
    return feedAddress(origin, filters, key, 'rss');
  }
  const address = feedAddress(origin, parameters, key);
  const height = /^\d{1,5}$/.test(view.height) ? view.height : DEFAULTS.height;
  const grows = view.grows === '1';
  if (format === 'react') return component(origin, { address, height, title: view.title, grows });
  return [
    `<iframe ${grows ? 'data-newsgauge ' : ''}title="${escaped(view.title)}" height="${height}" style="width:100%;border:0"`,
    `  src="${escaped(address)}"></iframe>`,
    ...(grows ? [`<script async src="${origin}/embed.js"></script>`] : []),
  ].join('\n');
}

interface Frame {
  address: string;
  height: string;
  title: string;
  grows: boolean;
}

const component = (origin: string, { address, height, title, grows }: Frame): string =>
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
    `      style={{ width: '100%', border: 0 }}`,
    `      src={${JSON.stringify(address)}}`,
    '    />',
    '  );',
    '}',
  ].join('\n');

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
