/** The pages, in the order of the navigation. `icon`: name in `icons.tsx`. */
export const NAVIGATION = [
  { path: '/', name: 'Home', icon: 'home' },
  { path: '/insights', name: 'Insights', icon: 'insights' },
  { path: '/content', name: 'Content', icon: 'content' },
  { path: '/desk', name: 'Desk', icon: 'desk' },
  { path: '/embed', name: 'Embed', icon: 'embed' },
  { path: '/alerts', name: 'Alerts', icon: 'alerts' },
  { path: '/operate', name: 'Operate', icon: 'operate' },
  { path: '/docs', name: 'API', icon: 'api' },
] as const;

/** Pages that are reached from others. */
export const INNER = ['/insights/today', '/insights/week', '/keys'] as const;

export type PagePath = (typeof NAVIGATION)[number]['path'] | (typeof INNER)[number];
