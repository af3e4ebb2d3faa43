/** Pages in the order of the navigation. `needs` is the right that a page requires. */
export const NAVIGATION = [
  { path: '/', name: 'Home', icon: 'home' },
  { path: '/insights', name: 'Insights', icon: 'insights', needs: 'read' },
  { path: '/content', name: 'Content', icon: 'content', needs: 'edit' },
  { path: '/desk', name: 'Desk', icon: 'desk', needs: 'edit' },
  { path: '/embed', name: 'Embed', icon: 'embed' },
  { path: '/alerts', name: 'Alerts', icon: 'alerts', needs: 'operate' },
  { path: '/operate', name: 'Operate', icon: 'operate', needs: 'operate' },
  { path: '/docs', name: 'API', icon: 'api' },
] as const;

export const INNER_PAGES = ['/insights/today', '/insights/week', '/keys', '/account', '/join'] as const;

export type PagePath = (typeof NAVIGATION)[number]['path'] | (typeof INNER_PAGES)[number];
