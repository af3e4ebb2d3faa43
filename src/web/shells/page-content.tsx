import type { Child } from 'hono/jsx';
import PAGE_SCRIPT from '../../delivery/feed-page-script.generated.ts';
import { sourceHash } from '../../delivery/html-page.tsx';
import { pageStyle } from '../../delivery/html-style.ts';
import type { AppContext } from '../../http/env.ts';
import type { SitePage } from './base/site-pages.ts';
import { homeContent } from './home/content.tsx';
import { AppRoot } from './layout.tsx';

/** Content of a page. The page's script renders it, except on the home page. */
export const pageContentOf = (page: SitePage, c: AppContext): Child | Promise<Child> =>
  page.path === '/' ? homeContent(c) : <AppRoot page={page} />;

/** The preview on the desk page inherits the page's CSP, which must therefore allow the feed's style and script. */
export const previewSources = async (): Promise<Record<string, string>> => ({
  'script-src': `'${await sourceHash(PAGE_SCRIPT)}'`,
  'style-src': `'${await sourceHash(pageStyle({ theme: 'auto', accent: undefined }))}'`,
});
