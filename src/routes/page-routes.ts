import type { HtmlPage } from '../delivery/html-page.tsx';
import { router } from '../http/base.ts';
import { etagOf } from '../http/cache.ts';
import { readsOnly } from '../http/method.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { SITE_PAGES } from '../web/shells/base/site-pages.ts';
import { renderPage } from '../web/shells/layout.tsx';
import { pageContentOf, previewSources } from '../web/shells/page-content.tsx';

/** Browsers cache pages for 30 seconds, which makes going back fast. The displayed state may be 30 seconds old. */
const PAGE_CACHE_CONTROL = 'public, max-age=30';

/** Rendered pages are cached, because rendering a page costs as much as rendering a feed. */
const renderedPages = new TtlCache<HtmlPage>({ ttl: 5000, capacity: SITE_PAGES.length });

/** Web pages. They are public, because they load data from the API with the user's session. */
export const pages = router();

// Routes that are added with `all` do not appear in the OpenAPI description.
for (const page of SITE_PAGES) {
  const { path, navigation, heading = navigation ?? '', description, script = path.replace(/.*\//, '') } = page;
  if (!description) continue;
  pages.all(path, readsOnly, async (c) => {
    const { body, headers } = await renderedPages.getOrLoad(path, c.var.now, async () => {
      const timeZone = c.env.TIME_ZONE || 'UTC';
      const frame = { ...page, heading, description, script, timeZone, publisher: ownName(c.env.PUBLISHER) };
      const { body, headers } = await renderPage(frame, await pageContentOf(page, c));
      const widened = page.frames === 'drafts' ? widen(headers, await previewSources()) : headers;
      return { body, headers: { ...widened, ETag: await etagOf(body), 'Cache-Control': PAGE_CACHE_CONTROL } };
    });
    return c.body(body, 200, headers);
  });
}

const ownName = (name: string) => (name === 'newsgauge' ? undefined : name);

const POLICY = 'Content-Security-Policy';

function widen(headers: Record<string, string>, sources: Record<string, string>): Record<string, string> {
  const directives = (headers[POLICY] ?? '').split('; ').map((directive) => {
    const more = sources[directive.split(' ', 1)[0] ?? ''];
    return more ? `${directive} ${more}` : directive;
  });
  return { ...headers, [POLICY]: directives.join('; ') };
}
