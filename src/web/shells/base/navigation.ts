/** What the header of every page leads to. */
export const NAVIGATION = [
  { path: '/', name: 'Overview' },
  { path: '/insights', name: 'Insights' },
  { path: '/embed', name: 'Embed' },
  { path: '/desk', name: 'Desk' },
  { path: '/operate', name: 'Operate' },
  { path: '/docs', name: 'API' },
] as const;

export type PagePath = (typeof NAVIGATION)[number]['path'];
