import type { Context } from 'hono';
import * as z from 'zod';
import { router } from '../../http/base.ts';
import { describe } from '../../http/endpoint.ts';
import type { AppEnv } from '../../http/env.ts';
import { notFound } from '../../http/errors.ts';
import { docsPage } from '../../web/reference/page.tsx';
import type { Description } from './document.ts';
import { fail } from './errors.ts';

const CACHING = 'public, max-age=3600';
const NO_GROUP = {
  ...{ status: 'fail', code: 404, reason: 'notFound' },
  data: { group: 'is not a group of the reference' },
};
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

  const page = async (c: Context<AppEnv>, slug?: string) => {
    description ??= describeService();
    const found = await docsPage(description, new URL(c.req.url).origin, slug);
    if (!found) throw notFound(NO_GROUP.data);
    return c.body(found.body, 200, { ...found.headers, 'Cache-Control': CACHING });
  };
  const answer = { status: 200, description: 'A page', content: { 'text/html': { schema: z.string() } } };

  routes.get(
    '/docs',
    describe({ operationId: 'getDocs', summary: 'The reference: how to start, keys, errors', tag: TAG, answer }, (c) =>
      page(c),
    ),
  );
  routes.get(
    '/docs/:group',
    describe(
      {
        operationId: 'getDocsGroup',
        summary: 'The reference: a group of endpoints',
        tag: TAG,
        path: z.object({ group: z.string().describe('Such as `insights`') }),
        answer,
        others: {
          404: {
            description: 'There is no such group',
            content: { ...answer.content, 'application/json': { schema: fail, example: NO_GROUP } },
          },
        },
      },
      (c) => page(c, c.req.param('group')),
    ),
  );

  return routes;
}
