import { describe, expect, test } from 'vitest';
import { addressOf, codeOf, LANGUAGES, type Typed } from '../../src/web/browser/docs/code.ts';

const TYPED: Typed = {
  origin: 'https://news.example.com',
  method: 'GET',
  path: '/api/v2/insights/topics/{id}/content/',
  inPath: { id: '47' },
  query: { limit: '5', period: '24h' },
  body: '',
};

test('the address has what was typed, as text', () => {
  expect(addressOf(TYPED)).toBe('/api/v2/insights/topics/47/content/?limit=5&period=24h');
  expect(addressOf({ ...TYPED, inPath: { id: '../x?y' }, query: { q: `a&b='1'` } })).toBe(
    '/api/v2/insights/topics/..%2Fx%3Fy/content/?q=a%26b%3D%271%27',
  );
  expect(addressOf({ ...TYPED, inPath: {}, query: {} })).toBe('/api/v2/insights/topics/{id}/content/');
});

describe.each(LANGUAGES.map(([name]) => name))('%s', (language) => {
  test('asks what was typed, and holds no key', () => {
    const code = codeOf(language, TYPED);
    expect(code).toContain('47');
    expect(code).not.toMatch(/ng[pso]_/);
  });

  test('text with quotes stays text', () => {
    const code = codeOf(language, { ...TYPED, query: { q: `it's "quoted"` } });
    expect(code).not.toContain(`'it's`);
  });
});

test('a body in each language', () => {
  const typed = {
    ...TYPED,
    method: 'PUT',
    path: '/manage/rules',
    inPath: {},
    query: {},
    body: `{"a": true, "b": "it's true"}`,
  };
  expect(codeOf('curl', typed)).toContain(`-d '{"a": true, "b": "it'\\''s true"}'`);
  expect(codeOf('python', typed)).toContain(`json.dumps({"a": True, "b": "it's true"})`);
  expect(codeOf('typescript', typed)).toContain(`newsgauge.PUT('/manage/rules', {\n  body: {"a": true`);
});
