import { SELF } from 'cloudflare:test';
import { expect, test } from 'vitest';

const read = (origin: string, path: string, headers = {}) => SELF.fetch(origin + path, { headers });

test.each(['/docs', '/docs/insights'])(
  'the page %s is rendered once and contains the host of each request',
  async (path) => {
    const [one, other] = [await read('https://one.example', path), await read('https://other.example', path)];
    expect(one.headers.get('ETag')).not.toBe(other.headers.get('ETag'));
    const [first, second] = [await one.text(), await other.text()];
    expect(first).toContain('https://one.example');
    expect(first).not.toContain('newsgauge.invalid');
    expect(second).toBe(first.replaceAll('https://one.example', 'https://other.example'));
    const known = await read('https://one.example', path, { 'If-None-Match': one.headers.get('ETag') ?? '' });
    expect([known.status, await known.text()]).toEqual([304, '']);
  },
);

test('the API description has the same ETag on all hosts', async () => {
  const tags = ['https://one.example', 'https://other.example'].map(async (origin) =>
    (await read(origin, '/api/v2/openapi.json')).headers.get('ETag'),
  );
  const [one, other] = await Promise.all(tags);
  expect(one).toBe(other);
});
