import * as z from 'zod';
import { router } from '../../http/base.ts';
import { describe } from '../../http/endpoint.ts';
import { docsPage } from '../../web/reference/page.tsx';
import type { Description } from './document.ts';

const CACHING = 'public, max-age=3600';
const TAG = 'Description';

/** The description as JSON and as a page, for everybody. `describeService` is called once, on the first request. */
export function reference(describeService: () => Description) {
  let description: Description | undefined;
  let json: string | undefined;
  const routes = router();

  routes.get(
    '/api/v2/openapi.json',
    describe(
      {
        operationId: 'getDescription',
        summary: 'This description',
        tag: TAG,
        answer: {
          status: 200,
          description: 'OpenAPI 3.1',
          content: { 'application/json': { schema: z.looseObject({ openapi: z.string() }) } },
        },
      },
      (c) => {
        description ??= describeService();
        json ??= JSON.stringify(description);
        return c.body(json, 200, { 'Content-Type': 'application/json', 'Cache-Control': CACHING });
      },
    ),
  );

  routes.get(
    '/docs',
    describe(
      {
        operationId: 'getDocs',
        summary: 'This description as a page',
        tag: TAG,
        answer: { status: 200, description: 'A page', content: { 'text/html': { schema: z.string() } } },
      },
      async (c) => {
        description ??= describeService();
        const { body, headers } = await docsPage(description, new URL(c.req.url).origin);
        return c.body(body, 200, { ...headers, 'Cache-Control': CACHING });
      },
    ),
  );

  return routes;
}
