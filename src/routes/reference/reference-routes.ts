import * as z from 'zod';
import { router } from '../../http/base.ts';
import { etagOf } from '../../http/cache.ts';
import { describe } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { notFound } from '../../http/errors.ts';
import { docsPages } from '../../web/reference/page.tsx';
import type { ServiceDescription } from './document.ts';
import { failResponse } from './errors.ts';

const CACHE_CONTROL = 'public, max-age=3600';
const NO_GROUP = {
  status: 'fail',
  code: 404,
  reason: 'notFound',
  data: { group: 'is not a group of the API reference' },
};
const TAG = 'Description';

/** The API description is rendered once, because rendering it costs as much as rendering ten feeds. */
interface RenderedResponse {
  pieces: Uint8Array[];
  headers: Record<string, string>;
  tag: string;
}

/** Placeholder for the service's origin. The top-level domain `.invalid` is reserved. */
const ORIGIN_PLACEHOLDER = 'https://newsgauge.invalid';

async function keep(body: string, headers: Record<string, string>): Promise<RenderedResponse> {
  const pieces = body.split(ORIGIN_PLACEHOLDER).map((piece) => new TextEncoder().encode(piece));
  return { pieces, headers, tag: await etagOf(body) };
}

async function answerKept(c: AppContext, { pieces, headers, tag }: RenderedResponse): Promise<Response> {
  const origin = escapeHtml(new URL(c.req.url).origin);
  const between = new TextEncoder().encode(origin);
  const parts = pieces.flatMap((piece, i) => (i === 0 ? [piece] : [between, piece]));
  const ETag = pieces.length > 1 ? await etagOf(tag + origin) : tag;
  return c.body(await new Blob(parts).arrayBuffer(), 200, { ...headers, ETag, 'Cache-Control': CACHE_CONTROL });
}

/** Escapes the origin, because the Host header may contain quotes and ampersands. */
const escapeHtml = (origin: string): string =>
  origin.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Serves the API description as JSON and HTML. Calls `describeService` on the first request. */
export function reference(describeService: () => Promise<ServiceDescription>) {
  let description: ServiceDescription | undefined;
  let json: RenderedResponse | undefined;
  let pages: ReturnType<typeof docsPages> | undefined;
  const renderedPages = new Map<string | undefined, RenderedResponse>();
  const routes = router();

  routes.get(
    '/api/v2/openapi.json',
    describe(
      {
        operationId: 'getDescription',
        summary: 'Get this description',
        tag: TAG,
        answer: {
          status: 200,
          description: 'OpenAPI 3.1',
          content: { 'application/json': { schema: z.looseObject({ openapi: z.string() }) } },
        },
      },
      async (c) => {
        description ??= await describeService();
        json ??= await keep(JSON.stringify(description), { 'Content-Type': 'application/json' });
        return answerKept(c, json);
      },
    ),
  );

  const page = async (c: AppContext, slug?: string) => {
    description ??= await describeService();
    pages ??= docsPages(description, ORIGIN_PLACEHOLDER);
    let page = renderedPages.get(slug);
    if (!page) {
      const made = await pages(slug);
      if (!made) throw notFound(NO_GROUP.data);
      page = await keep(made.body, made.headers);
      renderedPages.set(slug, page);
    }
    return answerKept(c, page);
  };
  const answer = { status: 200, description: 'A page', content: { 'text/html': { schema: z.string() } } };

  routes.get(
    '/docs',
    describe({ operationId: 'getDocs', summary: 'Show the API reference: introduction', tag: TAG, answer }, (c) =>
      page(c),
    ),
  );
  routes.get(
    '/docs/:group',
    describe(
      {
        operationId: 'getDocsGroup',
        summary: 'Show one group of endpoints of the API reference',
        tag: TAG,
        path: z.object({ group: z.string().describe('Group, such as `insights`') }),
        answer,
        others: {
          404: {
            description: 'The group does not exist',
            content: { ...answer.content, 'application/json': { schema: failResponse, example: NO_GROUP } },
          },
        },
      },
      (c) => page(c, c.req.param('group')),
    ),
  );

  return routes;
}
