import { beforeAll, expect, test } from 'vitest';
import { ask, makeKey, publish } from '../support/index.ts';

const SITE = 'https://partner.test';
let key = '';
beforeAll(async () => {
  key = await makeKey('publishable', [SITE]);
  await publish(await makeKey('operator'), 'topics', [{ id: 1, name: 'Cyber & <Co>', slug: 'cyber', category: 1 }]);
});

const page = (query: string) => ask(`/embed/trending?apiKey=${key}&${query}`);

test('a topic leads where the embedding site wants it to, as text', async () => {
  const response = await page('link=https://partner.test/t/{slug}?id={id}&title=Hot&language=de');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Security-Policy')).toContain(`frame-ancestors ${SITE}`);
  const body = await response.text();
  expect(body).toContain('<h1 class="title" dir="auto">Hot</h1>');
  expect(body).toContain('Noch liegt kein Thema im Trend');
  expect(body).not.toContain(key);
});

test.each(['link=javascript:alert(1)', 'link=//partner.test', 'limit=0', 'language=xx', 'layout=cards&theme=pink'])(
  '%s is refused as a page, and as JSON where that is asked for',
  async (query) => {
    const shown = await page(query);
    expect([shown.status, shown.headers.get('Content-Type')]).toEqual([400, 'text/html; charset=utf-8']);
    const said = await page(`${query}&output=json`);
    expect(await said.json()).toMatchObject({ status: 'fail', reason: 'parameterInvalid' });
  },
);
