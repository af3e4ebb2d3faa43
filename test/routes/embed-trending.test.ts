import { beforeAll, expect, test } from 'vitest';
import { ask, makeKey, publish } from '../support/index.ts';

const SITE = 'https://partner.test';
let key = '';
beforeAll(async () => {
  key = await makeKey('publishable', [SITE]);
  await publish(await makeKey('operator'), 'topics', [{ id: 1, name: 'Cyber & <Co>', slug: 'cyber', category: 1 }]);
});

const page = (query: string) => ask(`/embed/trending?apiKey=${key}&${query}`);

test('a topic of an embed links to the embedding site’s URL template', async () => {
  const response = await page('link=https://partner.test/t/{slug}?id={id}&title=Hot&language=de');
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Security-Policy')).toContain(`frame-ancestors ${SITE}`);
  const body = await response.text();
  expect(body).toContain('<h1 class="title" dir="auto">Hot</h1>');
  expect(body).toContain('Noch liegt kein Thema im Trend');
  expect(body).not.toContain(key);
});

const READERS: [language: string, words: string][] = [
  ['ja,en;q=0.5', '話題のトピックはまだありません'],
  ['xx, de-AT;q=0.7, fr;q=0.9', 'Aucun sujet ne se détache encore'],
  ['de;q=0', 'No topic is trending yet'],
  ['*', 'No topic is trending yet'],
  ['ar-EG', 'لا توجد مواضيع رائجة بعد'],
];
test('an embed with language=auto follows the reader’s language, even in cached responses', async () => {
  for (let round = 0; round < 3; round++)
    for (const [language, words] of READERS) {
      const headers = { 'Accept-Language': language };
      const response = await ask(`/embed/trending?apiKey=${key}&language=auto`, { headers });
      expect(await response.text()).toContain(words);
      expect(response.headers.get('Vary')).toMatch(/, Accept-Language$/);
      const plain = await ask(`/embed/trending?apiKey=${key}`, { headers });
      expect(await plain.text()).toContain('No topic is trending yet');
      expect(plain.headers.get('Vary')).not.toContain('Language');
    }
});

test('the only language of a feed takes precedence over the reader’s language in an embed', async () => {
  const headers = { 'Accept-Language': 'de' };
  const feed = (query: string) =>
    ask(`/api/v2/feed?output=html&language=auto&apiKey=${key}&${query}`, { headers }).then((page) => page.text());
  expect(await feed('includeLanguages=ja')).toContain('<html lang="ja">');
  expect(await feed('includeLanguages=ja,ko')).toContain('<html lang="de">');
  expect(await feed('includeLanguages=th')).toContain('<html lang="de">');
});

test.each(['link=javascript:alert(1)', 'link=//partner.test', 'limit=0', 'language=xx', 'layout=cards&theme=pink'])(
  'an embed of trending topics with %s returns an error page, or JSON for output=json',
  async (query) => {
    const shown = await page(query);
    expect([shown.status, shown.headers.get('Content-Type')]).toEqual([400, 'text/html; charset=utf-8']);
    const said = await page(`${query}&output=json`);
    expect(await said.json()).toMatchObject({ status: 'fail', reason: 'parameterInvalid' });
  },
);
