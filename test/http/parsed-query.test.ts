import { Context } from 'hono';
import { expect, test } from 'vitest';
import { parseQuery } from '../../src/http/query.ts';
import { feedQuery } from '../../src/routes/feed/feed-params.ts';

const parse = (query: string) => parseQuery(new Context(new Request(`http://news.example/feed${query}`)), feedQuery);

test('a repeated query returns the same frozen result', () => {
  const { data } = parse('?includeTopics=2,1&limit=5');
  expect(data).toMatchObject({ includeTopics: [2, 1], limit: 5 });
  expect(parse('?includeTopics=2,1&limit=5').data).toBe(data);
  expect(() => data?.includeTopics.push(3)).toThrow(TypeError);
  expect(parse('?includeTopics=2,1&limit=6').data).toMatchObject({ includeTopics: [2, 1], limit: 6 });
});

test('an invalid query is rejected each time', () => {
  for (let i = 0; i < 2; i++) {
    expect(parse('?limit=0').error?.issues[0]?.path).toEqual(['limit']);
    expect(parse('?limit=1&limit=2').error?.issues[0]?.path).toEqual(['limit']);
  }
});

test('evicted and long queries are parsed again', () => {
  const { data } = parse('?limit=7');
  const long = `?limit=8&other=${'a'.repeat(600)}`;
  expect(parse(long).data).not.toBe(parse(long).data);
  for (let i = 0; i < 1001; i++) parse(`?title=${i}`);
  expect(parse('?limit=7').data).not.toBe(data);
  expect(parse('?limit=7').data).toEqual(data);
});
