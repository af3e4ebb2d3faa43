import { router } from '../../http/base.ts';
import { docsPage } from '../../web/reference/page.tsx';
import { description } from './document.ts';

const CACHING = 'public, max-age=3600';

/** The description as JSON and as a page: public, so mounted before what asks for a key. */
export const openapi = router();

let json: string | undefined;

openapi.get('/api/v2/openapi.json', (c) => {
  json ??= JSON.stringify(description());
  return c.body(json, 200, { 'Content-Type': 'application/json', 'Cache-Control': CACHING });
});

openapi.get('/docs', async (c) => {
  const { body, headers } = await docsPage(description(), new URL(c.req.url).origin);
  return c.body(body, 200, { ...headers, 'Cache-Control': CACHING });
});
