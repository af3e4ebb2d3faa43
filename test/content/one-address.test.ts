import { beforeEach, describe, expect, test } from 'vitest';
import { makeKey, openTestDb, publish } from '../support/index.ts';

/** An article is stored once, whichever of its URLs it is published with. */

const article = { title: 'Storm', publishedAt: '2026-06-15T00:00:00Z', contentType: 'article' };
const stored = () =>
  openTestDb().all<{ id: number; url: string; title: string }>('SELECT id, url, title FROM articles ORDER BY id');

let operator = '';
beforeEach(async () => {
  operator ||= await makeKey('operator');
  await openTestDb().run('DELETE FROM articles');
});
const put = (...lines: object[]) =>
  publish(
    operator,
    'articles',
    lines.map((line) => ({ ...article, ...line })),
  );

describe('articles by URL', () => {
  test.each([
    ['http, then https', 'http://a.example/1', 'https://a.example/1', 'https://a.example/1'],
    ['https, then http', 'https://a.example/1', 'http://a.example/1', 'https://a.example/1'],
    ['without www., then with', 'https://a.example/1', 'https://www.a.example/1', 'https://a.example/1'],
    ['http with www., then https without', 'http://www.a.example/1', 'https://a.example/1', 'https://a.example/1'],
    ['with a slash, then without', 'https://a.example/1/', 'https://a.example/1', 'https://a.example/1/'],
    ['without a slash, then with', 'https://a.example/1', 'https://a.example/1/', 'https://a.example/1'],
    ['AMP', 'https://a.example/storm-7', 'https://amp.a.example/storm-7', 'https://a.example/storm-7'],
    [
      'tracking',
      'https://a.example/1?ids=1,2',
      'https://a.example/1?ids=1,2&utm_source=x',
      'https://a.example/1?ids=1,2',
    ],
    [
      'new click id parameters',
      'https://a.example/1?b=%20&srsltid=x&c=+',
      'https://a.example/1?b=%20&c=+',
      'https://a.example/1?b=%20&c=+',
    ],
  ])('%s: %s and %s are URLs of the same article', async (_, first, second, kept) => {
    await put({ url: first });
    await put({ url: second, title: 'Storm, later' });
    expect(await stored()).toMatchObject([{ url: kept, title: 'Storm, later' }]);
    await openTestDb().run('DELETE FROM articles');
    await put({ url: first }, { url: second, title: 'Storm, later' });
    expect(await stored()).toMatchObject([{ url: kept, title: 'Storm, later' }]);
  });

  test('an editor who specifies the id can change the URL of an article', async () => {
    await put({ id: 7, url: 'https://a.example/1' });
    await put({ id: 7, url: 'http://www.a.example/1' });
    expect(await stored()).toMatchObject([{ id: 7, url: 'http://www.a.example/1' }]);
  });

  test('another article cannot use any variant of an article’s URL', async () => {
    await put({ id: 7, url: 'https://a.example/1' });
    const { rejected } = await put({ id: 8, url: 'http://www.a.example/1' });
    expect(rejected).toMatchObject([{ errors: { url: 'already belongs to article 7' } }]);
    expect(await stored()).toHaveLength(1);
  });
});
