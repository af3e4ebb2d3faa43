import { expect, test } from 'vitest';
import { siteErrorPage } from '../../src/routes/site-error-page.tsx';
import { ask } from '../support/index.ts';

const HTML = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

test.each(['/nowhere', '/insights/nowhere', '/docs/nowhere'])(
  'unknown path %s returns an HTML page to browsers and JSON to programs',
  async (path) => {
    const page = await ask(path, HTML);
    expect([page.status, page.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.headers.get('Content-Security-Policy')).toContain(`default-src 'none'`);
    const body = await page.text();
    expect(body).toContain('<h1>Page not found</h1>');
    expect(body).toContain('<nav class="pages"');
    expect(body).not.toContain('nowhere');
    expect(body).toContain('id="search-here"');
    expect(body).not.toContain('Request id');
    expect(await (await ask(path)).json()).toMatchObject({ status: 'fail', code: 404, reason: 'notFound' });
  },
);

test.each([500, 503])('the page of error %s offers another attempt before the home page', async (code) => {
  const c = { req: { header: () => 'text/html' }, var: { requestId: 'r-1' } };
  const page = await siteErrorPage(c as never, { code } as never);
  expect(page?.body).toMatch(/href="">\s*Try again[\s\S]*href="\/">\s*Home page[\s\S]*r-1/);
});

test.each(['/api/v2/nowhere', '/manage/nowhere', '/health/nowhere'])(
  'unknown path %s always returns JSON',
  async (path) => {
    const response = await ask(path, HTML);
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
  },
);

test('the API reference contains every operation once on small pages', async () => {
  const description = (await (await ask('/api/v2/openapi.json')).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const ids = Object.values(description.paths).flatMap((methods) =>
    Object.values(methods).map((one) => one.operationId),
  );
  const start = await (await ask('/docs')).text();
  const slugs = [...new Set(Array.from(start.matchAll(/href="\/docs\/([\w-]+)#/g), ([, slug]) => slug))];
  const pages = await Promise.all(slugs.map(async (slug) => (await ask(`/docs/${slug}`)).text()));
  for (const page of pages) expect(page.length).toBeLessThan(235_000);
  const found = pages.flatMap((page) =>
    Array.from(page.matchAll(/<section class="endpoint" id="(\w+)"/g), ([, id]) => id),
  );
  expect(found.toSorted()).toEqual(ids.toSorted());
});
