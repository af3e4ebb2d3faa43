import type { HtmlPage } from '../delivery/html-page.tsx';
import { router } from '../http/base.ts';
import { etagOf } from '../http/cache.ts';
import { readsOnly } from '../http/method.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { renderPage } from '../web/shells/layout.tsx';
import { PAGES, pageContentOf } from '../web/shells/pages.tsx';

/** Cache time long enough to navigate back and forth. The state shown on a page may be up to 30 s old. */
const PAGE_CACHE_CONTROL = 'public, max-age=30';

/** Pages are cached, because rendering one costs as much as rendering a feed. */
const renderedPages = new TtlCache<HtmlPage>({ ttl: 5000, capacity: PAGES.length });

/** Web pages. They are public, because they load data from the API with the user's session. */
export const pages = router();

// Routes that are added with `all` do not appear in the OpenAPI description.
for (const page of PAGES) {
  const { content: _, sources, ...frame } = page;
  pages.all(frame.path, readsOnly, async (c) => {
    const known = renderedPages.get(frame.path, c.var.now);
    if (known) return c.body(known.body, 200, known.headers);
    const { body, headers } = await renderPage(
      { ...frame, timeZone: c.env.TIME_ZONE || 'UTC', publisher: ownName(c.env.PUBLISHER) },
      await pageContentOf(page, c),
    );
    const widened = sources ? widen(headers, await sources()) : headers;
    const made = { body, headers: { ...widened, ETag: await etagOf(body), 'Cache-Control': PAGE_CACHE_CONTROL } };
    renderedPages.set(frame.path, made, c.var.now);
    return c.body(made.body, 200, made.headers);
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
