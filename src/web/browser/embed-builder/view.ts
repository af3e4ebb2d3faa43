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
  theme: 'auto',
  accent: '',
  title: 'Industry news',
  height: '600',
  grows: '1',
};
export type BuilderView = typeof DEFAULTS;

/** Of the page around the feed, not of the feed. */
const OURS = ['title', 'height', 'grows'];
/** The feed has another default. */
const ALWAYS = ['limit'];

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

/** Address of the embedded page, with the key that readers' browsers ask with. `origin` may be empty. */
export function feedAddress(origin: string, parameters: Record<string, string>, key: string): string {
  const search = new URLSearchParams({ output: 'html', ...parameters, apiKey: key });
  return `${origin}/api/v2/feed?${search.toString().replaceAll('%2C', ',')}`;
}

/** The lines for a page of one's own. */
export function snippet(origin: string, view: BuilderView, key: string): string {
  const address = feedAddress(origin, feedParameters(view), key);
  const height = /^\d{1,5}$/.test(view.height) ? view.height : DEFAULTS.height;
  const grows = view.grows === '1';
  return [
    `<iframe ${grows ? 'data-newsgauge ' : ''}title="${escaped(view.title)}" height="${height}" style="width:100%;border:0"`,
    `  src="${escaped(address)}"></iframe>`,
    ...(grows ? [`<script async src="${origin}/embed.js"></script>`] : []),
  ].join('\n');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
