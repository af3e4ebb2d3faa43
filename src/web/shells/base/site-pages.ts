import type { IconName } from './icons.tsx';

/** Router, navigation, command palette, sign-in, documentation, tests and screenshots are derived from this table. */

export interface SitePage {
  path: string;
  /** Permission that the page requires. Undefined if the page is for everyone. */
  needs?: 'embed' | 'read' | 'edit' | 'operate';
  signIn?: string;
  /** Name in the navigation, which also selects the icon. Pages without a name are linked from other pages. */
  navigation?: Capitalize<IconName> | 'API';
  /** Heading, and title of the browser tab (default: the name in the navigation). */
  heading?: string;
  /** Text below the heading and in the meta description. Undefined if another module renders the page. */
  description?: string;
  /** Whether only screen readers get the page's heading, because the content has its own headline. */
  isQuiet?: boolean;
  /** Script in `src/web/browser/` (default: the last segment of the path). */
  script?: string;
  /** Style sheet in `src/web/browser/style/` (default: the script's name). */
  style?: string;
  /** Whether the page shows images of articles, which may come from any site. */
  images?: boolean;
  /** Feeds that the page shows in frames. */
  frames?: 'published' | 'drafts';
  /** Views that the command palette lists, keyed by address. */
  views?: Readonly<Record<string, PageView>>;
  /** Description of the page's audience and content for docs/reference/pages.md. */
  help: string;
  /** Document that explains the page, by its path below `/docs/`. */
  guide?: string;
  /** Description of the people who may sign in, for docs/reference/pages.md (default: those with the permission). */
  access?: string;
}

interface PageView {
  name: string;
  /** Permission that the view requires. Undefined if it is the same as for the page. */
  needs?: 'embed' | 'share' | 'edit' | 'operate';
  isAction?: true;
  /** Other words under which the command palette finds the view. */
  words?: string;
  /** Selector of an element that exists once the view is loaded. Tests and screenshots open every view that has one. */
  shows?: string;
}

const READING = { isQuiet: true, images: true, style: 'insights' } as const;

/** Pages in the order of the navigation. */
export const SITE_PAGES: readonly SitePage[] = [
  {
    path: '/',
    navigation: 'Home',
    heading: 'What readers are reading, and why',
    description: 'Precise feeds of industry news, and live insight into what readers engage with.',
    ...READING,
    isQuiet: false,
    script: 'today',
    views: { '/': { name: 'Home', shows: '.stories li' } },
    help: 'everyone: an introduction and the state of the service; after signing in, today’s page',
    guide: 'tutorial',
    access: 'anyone; today’s page needs a reader or a secret key',
  },
  {
    path: '/insights',
    needs: 'read',
    signIn: 'See what readers engage with, what is rising and why.',
    navigation: 'Insights',
    description: 'What readers engage with now and this week, what grows, and what drives it.',
    ...READING,
    views: {
      '/insights': { name: 'Insights: what is rising', shows: '#stories li' },
      '/insights?view=trending': { name: 'Insights: trending topics', shows: '.topics li' },
      '/insights?view=growth': { name: 'Insights: growth of topics', shows: '.growth-bars' },
      '/insights?view=popular': { name: 'Insights: popular content' },
      '/insights?view=places': { name: 'Insights: over- and underplayed articles' },
      '/insights?view=sources': { name: 'Insights: sources and readers per article', shows: '.yields, .state' },
      '/insights?view=companies': { name: 'Insights: companies and readers per article', shows: '.yields, .state' },
      '/insights?view=compare': { name: 'Insights: compare topics or weeks', shows: '.history svg' },
    },
    help: 'analysts: a first screen with filters, trending topics, growth, popular content, positions, sources, companies; topics and articles with history, audience and ranks; comparisons; charts as SVG or PNG; tables as CSV',
    guide: 'guides/analytics',
  },
  {
    path: '/insights/today',
    needs: 'read',
    signIn: 'See what changed since yesterday, in one minute.',
    heading: 'Today',
    description: 'A one-minute summary: what changed, what is gaining readers, and what is recommended.',
    ...READING,
    views: { '/insights/today': { name: 'Today: a minute’s read', shows: '.stories li' } },
    help: 'everyone: today’s unusual changes, articles that the desk has missed, and the site compared with the same weekday. `?date=2026-01-30` shows a past day',
    guide: 'guides/analytics',
  },
  {
    path: '/insights/week',
    needs: 'read',
    signIn: 'See what changed over the last seven days.',
    heading: 'The week',
    description: 'What rose, what fell and what is new over the last seven days.',
    ...READING,
    views: { '/insights/week': { name: 'The week: what rose and fell', shows: '.week' } },
    help: 'everyone: topics that rose, fell or are new in a week or a longer range, with causes; also as RSS and CSV',
    guide: 'guides/analytics',
  },
  {
    path: '/content',
    needs: 'edit',
    signIn: 'View and edit articles, sources, topics and rules.',
    navigation: 'Content',
    description: 'Articles and their sources, topics, companies, regions and rules.',
    isQuiet: true,
    images: true,
    frames: 'drafts',
    views: {
      '/content': { name: 'Content: articles', shows: '.things' },
      '/content?kind=sources': { name: 'Content: sources' },
      '/content?kind=topics': { name: 'Content: topics' },
      '/content?kind=companies': { name: 'Content: companies' },
      '/content?kind=geo-groups': { name: 'Content: geo groups' },
      '/content?kind=rules': { name: 'Content: rules' },
      '/content?kind=import': { name: 'Content: import a file', shows: '.drop' },
      '/content?kind=history': { name: 'Content: history of changes', shows: '.trail li, .state' },
      '/content?id=new': { name: 'New article', isAction: true },
      '/content?kind=topics&id=new': { name: 'New topic', isAction: true },
      '/content?kind=sources&id=new': { name: 'New source', isAction: true },
    },
    help: 'editors: articles, sources, topics, companies, geo groups and rules; import of files; history of changes',
    guide: 'guides/publish',
  },
  {
    path: '/desk',
    needs: 'edit',
    signIn: 'Choose the articles that are recommended to readers each day.',
    navigation: 'Desk',
    description: 'Choose and order the recommended articles of today and the coming days.',
    isQuiet: true,
    images: true,
    frames: 'drafts',
    views: {
      '/desk': { name: 'Desk: recommended articles', words: 'selection publish editors’ choice', shows: '.publish' },
    },
    help: 'editors: the selection of a day; candidates with ranks, placement index and read-through rate',
    guide: 'guides/recommend',
  },
  {
    path: '/embed',
    navigation: 'Embed',
    description: 'Choose what your page shows and how it looks, see it live, and copy the code for your page.',
    script: 'embed-builder',
    frames: 'published',
    views: {
      '/embed': {
        name: 'Embed a feed',
        words: 'widget snippet iframe RSS WordPress',
        needs: 'embed',
        shows: '.result iframe',
      },
    },
    help: 'partners: filters, theme, live preview and snippet of an embedded feed',
    guide: 'guides/embed',
    access: 'partners; others enter a publishable key, which is not stored',
  },
  {
    path: '/account',
    needs: 'embed',
    signIn: 'See how you sign in, what you follow and what you share.',
    heading: 'Your account',
    description: 'How you sign in, what you follow and what you share.',
    style: 'keys',
    views: {
      '/account': {
        name: 'Your account: passkeys, subscriptions, shared links',
        words: 'sign out sessions',
        shows: '#sessions li',
      },
      '/account#recipients': { name: 'Digest recipients', needs: 'edit' },
      '/insights/today#follow': { name: 'Follow alerts (subscriptions)', needs: 'share', isAction: true },
    },
    help: 'everyone: passkeys, sessions, subscriptions and shared links; editors: recipients of digests',
    guide: 'guides/keys',
  },
  {
    path: '/alerts',
    needs: 'operate',
    signIn: 'Choose which alerts go where, and see which were sent.',
    navigation: 'Alerts',
    description: 'Notify a chat or a service when a topic or a story stands out, and see what was sent.',
    views: {
      '/alerts': {
        name: 'Alerts: webhooks and settings',
        words: 'notifications Slack Teams quiet hours',
        shows: '#preview',
      },
    },
    help: 'operators: webhooks and their deliveries, alerts of the last two weeks, alert types',
    guide: 'guides/alerts',
  },
  {
    path: '/operate',
    needs: 'operate',
    signIn: 'See whether everything works, and fix problems.',
    navigation: 'Operate',
    description: 'The state of clicks, rankings, jobs, sources and keys.',
    views: {
      '/operate': { name: 'Operate: status of the service', words: 'jobs health queue errors', shows: 'main dl' },
    },
    help: 'operators: outcomes of clicks, discounted clicks, clicks by position, queue, rankings, jobs, sources, dead letters',
    guide: 'guides/operate',
  },
  {
    path: '/keys',
    needs: 'operate',
    signIn: 'Invite people, and create, edit, rotate and revoke keys.',
    heading: 'People and keys',
    description: 'Manage access, shared views and active sessions.',
    views: {
      '/keys': {
        name: 'People and keys',
        words: 'API key rate limits secrets roles invite sessions',
        shows: '.things',
      },
      '/keys#shares': { name: 'Shared views' },
    },
    help: 'operators: people, keys, shared views, sessions',
    guide: 'guides/keys',
  },
  {
    path: '/join',
    heading: 'Welcome to newsgauge',
    description: 'Sign in without a password.',
    style: 'keys',
    help: 'invited people',
    guide: 'guides/keys',
    access: 'the link of an invitation',
  },
  {
    path: '/docs',
    navigation: 'API',
    views: { '/docs': { name: 'API reference', words: 'rate limits errors endpoints OpenAPI', shows: '.steps' } },
    help: 'developers: the API reference; everyone: [the manual](http://localhost:8787/docs/manual)',
    guide: 'guides/client',
    access: 'anyone; requests use your session',
  },
];

export const NAVIGATION = SITE_PAGES.flatMap(({ path, needs, navigation: name }) =>
  name ? [{ path, needs, name, icon: name.toLowerCase() as IconName }] : [],
);

export const pageAt = (path: string): SitePage | undefined => SITE_PAGES.find((page) => page.path === path);

/** Views in the command palette. Home comes last, because people rarely search for it. */
export const PALETTE = [...SITE_PAGES.slice(1), ...SITE_PAGES.slice(0, 1)].flatMap(({ needs, views = {} }) =>
  Object.entries(views).map(([id, { isAction, shows: _, ...view }]) => ({
    id,
    kind: isAction ? 'Action' : 'Page',
    ...(needs ? { needs } : {}),
    ...view,
  })),
);

/** Selectors of elements in loaded views, keyed by address. */
export const LOADED_VIEWS: readonly (readonly [path: string, shows: string])[] = SITE_PAGES.flatMap(({ views = {} }) =>
  Object.entries(views).flatMap(([path, { shows }]) => (shows ? [[path, shows] as const] : [])),
);
