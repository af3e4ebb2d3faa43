import type { Child } from 'hono/jsx';
import PAGE_SCRIPT from '../../delivery/feed-page-script.generated.ts';
import { sourceHash } from '../../delivery/html-page.tsx';
import { pageStyle } from '../../delivery/html-style.ts';
import type { AppContext } from '../../http/env.ts';
import type { PagePath } from './base/navigation.ts';
import { homeContent } from './home/content.tsx';
import { AppRoot, type PageFrame } from './layout.tsx';

export interface PageDefinition extends PageFrame {
  path: PagePath;
  /** Content rendered by the server; undefined if the script renders everything. */
  content?: (c: AppContext) => Child | Promise<Child>;
  sources?: () => Promise<Record<string, string>>;
}

/** The desk's preview inherits the desk's policy, which must therefore allow the feed's style and script. */
const previewSources = async (): Promise<Record<string, string>> => ({
  'script-src': `'${await sourceHash(PAGE_SCRIPT)}'`,
  'style-src': `'${await sourceHash(pageStyle({ theme: 'auto', accent: undefined }))}'`,
});

const DEFINITIONS: readonly PageDefinition[] = [
  {
    path: '/',
    heading: 'What readers are reading, and why',
    description: 'Precise feeds of industry news, and live insight into what readers engage with.',
    isQuiet: true,
    images: true,
    script: 'today',
    style: 'insights',
    content: homeContent,
  },
  {
    path: '/insights',
    isQuiet: true,
    images: true,
    heading: 'Insights',
    description: 'What readers engage with now and this week, what grows, and what drives it.',
  },
  {
    path: '/insights/today',
    isQuiet: true,
    images: true,
    heading: 'Today',
    description: 'A one-minute summary: what changed, what is gaining readers, and what is recommended.',
    style: 'insights',
  },
  {
    path: '/insights/week',
    isQuiet: true,
    images: true,
    heading: 'The week',
    description: 'What rose, what fell and what is new over the last seven days.',
    style: 'insights',
  },
  {
    path: '/content',
    heading: 'Content',
    description: 'Articles and their sources, topics, companies, regions and rules.',
    isQuiet: true,
    frames: true,
    images: true,
    sources: previewSources,
  },
  {
    path: '/desk',
    heading: 'Desk',
    description: 'Choose and order the recommended articles of today and the coming days.',
    frames: true,
    images: true,
    sources: previewSources,
  },
  {
    path: '/embed',
    heading: 'Embed',
    description: 'Choose what your page shows and how it looks, see it live, and copy the code for your page.',
    script: 'embed-builder',
    frames: true,
  },
  {
    path: '/alerts',
    heading: 'Alerts',
    description: 'Notify a chat or a service when a topic or a story stands out, and see what was sent.',
  },
  {
    path: '/operate',
    heading: 'Operate',
    description: 'The state of clicks, rankings, jobs, sources and keys, in words.',
  },
  { path: '/keys', heading: 'People and keys', description: 'Manage access, shared views and active sessions.' },
  {
    path: '/account',
    heading: 'Your account',
    description: 'How you sign in, and your active sessions.',
    style: 'keys',
  },
  { path: '/join', heading: 'Welcome to newsgauge', description: 'You have been invited.', style: 'keys' },
];

/** Pages except the API reference. The default script has the same name as the last path segment. */
export const PAGES = DEFINITIONS.map(({ script, ...page }) => ({
  ...page,
  script: script ?? page.path.replace(/.*\//, ''),
}));

export const pageContentOf = ({ content }: PageDefinition, c: AppContext): Child | Promise<Child> =>
  content ? content(c) : <AppRoot />;
