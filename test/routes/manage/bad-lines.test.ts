import { beforeAll, describe, expect, test } from 'vitest';
import { askWith, makeKey, publish } from '../../support/index.ts';

let operator = '';
let secret = '';
beforeAll(async () => {
  operator = await makeKey('operator');
  secret = await makeKey('secret');
  await publish(operator, 'topics', [{ id: 1, name: 'Cyber', slug: 'cyber', description: '', category: 1 }]);
});

let number = 0;
const article = (changes: object = {}) => ({
  url: `https://example.com/${number++}`,
  title: 'Flood',
  publishedAt: '2026-01-01T00:00:00Z',
  contentType: 'article',
  ...changes,
});

const put = (collection: string, body: string) => askWith(operator, `/manage/${collection}`, { method: 'PUT', body });

describe('rejected articles of an import', () => {
  test.each<[field: string, value: unknown, message: RegExp]>([
    ['id', 0, /at least 1/],
    ['id', 2 ** 30, /at most 1073741823/],
    ['id', '5', /whole number/],
    ['id', 1.5, /whole number/],
    ['url', undefined, /text/],
    ['url', 'example.com/news', /absolute http or https URL/],
    ['url', 'javascript:alert(1)', /absolute http or https URL/],
    ['url', 'data:text/html,<script>alert(1)</script>', /absolute http or https URL/],
    ['url', 'file:///etc/passwd', /absolute http or https URL/],
    ['url', 'https://user:word@example.com/', /absolute http or https URL/],
    ['url', 'https://intranet/', /absolute http or https URL/],
    ['url', `https://example.com/${'a'.repeat(2000)}`, /2000/],
    ['title', undefined, /text/],
    ['title', '', /must not be empty/],
    ['title', ' \u0000\u0007\n ', /must not be empty/],
    ['title', 'a'.repeat(10_001), /10000/],
    ['introduction', 7, /text/],
    ['publishedAt', '2026-01-01', /RFC 3339/],
    ['publishedAt', '2026-13-01T00:00:00Z', /RFC 3339/],
    ['publishedAt', '1969-12-31T23:59:59Z', /RFC 3339/],
    ['publishedAt', '2100-01-01T00:00:00Z', /RFC 3339/],
    ['publishedAt', 1_767_225_600, /RFC 3339/],
    ['contentType', 'blog', /article, video, gallery, report, pressrelease, podcast/],
    ['topics', [999], /unknown topic: 999/],
    ['topics', ['1'], /whole number/],
    ['topics', 1, /list/],
    ['companies', [999], /unknown company: 999/],
    ['countries', ['XX'], /ISO 3166-1 alpha-2/],
    ['geoGroups', ['atlantis'], /unknown geo group: atlantis/],
    ['geoGroups', ['Not A Slug'], /hyphens/],
    ['organisationType', 'Insurer', /Carrier, Broker, Service Provider/],
    ['paywalled', 1, /true or false/],
    ['image', 'javascript:alert(1)', /absolute http or https URL/],
    ['image', { url: 'https://example.com/a.png', width: -1 }, /./],
  ])('an article is rejected for its %s %j', async (field, value, message) => {
    const { accepted, rejected } = await publish(operator, 'articles', [article({ [field]: value })]);
    expect(accepted).toBe(0);
    expect(rejected).toEqual([{ line: 1, errors: { [field]: expect.stringMatching(message) } }]);
  });

  test('an imported line that is not an article object is rejected', async () => {
    const { accepted, rejected } = await publish(operator, 'articles', [1, null, 'text', [], {}]);
    expect(accepted).toBe(0);
    expect(rejected.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
  });

  test('all invalid fields of an imported article are reported', async () => {
    const wrong = article({ id: 0, title: '', contentType: 'blog', countries: ['XX', 'GB', 'YY'] });
    const [rejection] = (await publish(operator, 'articles', [wrong])).rejected;
    expect(Object.keys(rejection?.errors ?? {}).sort()).toEqual(['contentType', 'countries', 'id', 'title']);
    expect(rejection?.errors.countries).toMatch(/value 1 .*; value 3 /);
  });
});

describe('rejected lines of other collections', () => {
  const topic = { id: 2, name: 'Marine', slug: 'marine', description: '', category: 1 };
  const company = { id: 1, name: 'Acme', organisationType: 'Broker' };
  const source = { domain: 'example.com', name: 'Example' };
  const group = { slug: 'here', name: 'Here', countries: ['GB'] };

  test.each<[collection: string, value: object, field: string]>([
    ['topics', { ...topic, category: 3 }, 'category'],
    ['topics', { ...topic, slug: 'Marine!' }, 'slug'],
    ['topics', { ...topic, slug: 'cyber' }, 'slug'],
    ['topics', { ...topic, name: '' }, 'name'],
    ['topics', { ...topic, id: 2 ** 53 }, 'id'],
    ['companies', { ...company, organisationType: ' ' }, 'organisationType'],
    ['companies', { ...company, organisationType: 'x'.repeat(61) }, 'organisationType'],
    ['companies', { ...company, id: -1 }, 'id'],
    ['sources', { ...source, domain: 'https://example.com/' }, 'domain'],
    ['sources', { ...source, domain: 'example.com/news' }, 'domain'],
    ['sources', { ...source, domain: 'localhost' }, 'domain'],
    ['sources', { ...source, icon: 'data:image/png;base64,AA==' }, 'icon'],
    ['sources', { ...source, iframeable: 'no' }, 'iframeable'],
    ['geo-groups', { ...group, countries: ['UK'] }, 'countries'],
    ['geo-groups', { ...group, slug: '' }, 'slug'],
  ])('an imported line of %s is rejected if it is %j', async (collection, value, field) => {
    const { accepted, rejected } = await publish(operator, collection, [value]);
    expect(accepted).toBe(0);
    expect(rejected).toMatchObject([{ line: 1, errors: { [field]: expect.any(String) } }]);
  });
});

describe('uniqueness of article URLs', () => {
  test('the URL of a stored article is rejected for another article', async () => {
    const url = 'https://example.com/taken';
    await publish(operator, 'articles', [article({ id: 7001, url })]);
    const { accepted, rejected } = await publish(operator, 'articles', [
      article({ id: 7002, url: `${url}?utm_source=letter#top` }),
      article({ id: 7003 }),
    ]);
    expect(accepted).toBe(1);
    expect(rejected).toEqual([{ line: 1, errors: { url: 'already belongs to article 7001' } }]);
  });

  test('a repeated article URL is rejected within one import', async () => {
    const url = 'https://example.com/twice';
    const { accepted, rejected } = await publish(operator, 'articles', [
      article({ id: 7004, url }),
      article({ id: 7005, url: 'HTTPS://EXAMPLE.COM:443/twice' }),
    ]);
    expect(accepted).toBe(1);
    expect(rejected).toEqual([{ line: 2, errors: { url: 'already belongs to article 7004' } }]);
  });

  test('an article without an id is identified by its URL', async () => {
    const url = 'https://example.com/known';
    await publish(operator, 'articles', [article({ id: 7006, url, title: 'Before' })]);
    await publish(operator, 'articles', [article({ url: `${url}?fbclid=1`, title: 'After' })]);
    const response = await askWith(secret, '/api/v2/feed/?searchTerms=after');
    const { items } = (await response.json()) as { items: { id: string; title: string }[] };
    expect(items.map(({ id, title }) => [id, title])).toEqual([['7006', 'After']]);
  });
});

test('an article without an id is rejected if the highest id is in use', async () => {
  const highest = 2 ** 30 - 1;
  const { rejected } = await publish(operator, 'articles', [
    article({ id: highest }),
    article(),
    article({ id: 7010 }),
  ]);
  expect(rejected).toEqual([{ line: 2, errors: { id: expect.stringContaining('is required') } }]);
  await askWith(operator, `/manage/articles/${highest}`, { method: 'DELETE' });
});

describe('NDJSON import', () => {
  test('an NDJSON import stores valid lines and reports invalid ones by line number', async () => {
    const lines = [
      JSON.stringify(article({ id: 7101 })),
      '{"id": 7102, "url": ',
      '',
      JSON.stringify(article({ id: 7103, title: '' })),
      '\u0000',
      JSON.stringify(article({ id: 7104 })),
      `${JSON.stringify(article({ id: 7105 }))} trailing`,
    ];
    const response = await put('articles', lines.join('\r\n'));
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: 'success',
      code: 200,
      data: {
        accepted: 2,
        rejected: [
          { line: 2, errors: { line: 'is not valid JSON' } },
          { line: 4, errors: { title: 'must not be empty' } },
          { line: 5, errors: { line: 'is not valid JSON' } },
          { line: 7, errors: { line: 'is not valid JSON' } },
        ],
      },
    });
  });

  test('an NDJSON import accepts a byte order mark and an empty body', async () => {
    expect(await (await put('articles', `\ufeff${JSON.stringify(article({ id: 9000 }))}\n`)).json()).toMatchObject({
      data: { accepted: 1, rejected: [] },
    });
    expect(await (await put('articles', '')).json()).toMatchObject({ data: { accepted: 0, rejected: [] } });
  });

  test('an import rejects an invalid JSON array as a whole', async () => {
    const response = await put('articles', '[{"id": 1},');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ reason: 'parameterInvalid', data: { body: expect.any(String) } });
  });
});

describe('maximum size of an import', () => {
  const LIMIT = 5 * 1024 * 1024;
  const stream = (size: number) =>
    new Response(' '.repeat(size)).body?.pipeThrough(new TransformStream()) as ReadableStream<Uint8Array>;

  test('an import with a Content-Length over 5 MB returns 413', async () => {
    const response = await put('articles', ' '.repeat(LIMIT + 1));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({
      reason: 'payloadTooLarge',
      data: { body: expect.stringContaining('5 MB') },
    });
  });

  test('an import that streams over 5 MB returns 413', async () => {
    const response = await askWith(operator, '/manage/articles', { method: 'PUT', body: stream(LIMIT + 1) });
    expect(response.status).toBe(413);
  });

  test('an import of exactly 5 MB is accepted', async () => {
    expect((await put('articles', ' '.repeat(LIMIT))).status).toBe(200);
  });
});
