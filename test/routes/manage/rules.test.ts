import { beforeAll, describe, expect, test } from 'vitest';
import { importAgo, windowRow } from '../../clicks/support.ts';
import { askWith, freshItems, makeKey, publish } from '../../support/index.ts';
import { publishTaggedThings } from './tagged-things.ts';

let operator = '';
beforeAll(async () => {
  operator = await makeKey('operator');
  await publishTaggedThings(operator);
  await publish(operator, 'geo-groups', [{ slug: 'here', name: 'Here', countries: ['GB'] }]);
});

async function data(path: string, method: string): Promise<never> {
  const response = await askWith(operator, path, { method });
  expect(response.status).toBe(200);
  return ((await response.json()) as { data: never }).data;
}

const story = (id: number, title: string) => ({
  id,
  url: `https://a.example/${id}`,
  title,
  publishedAt: '2026-01-01T00:00:00Z',
  contentType: 'article',
});

describe('tagging rules', () => {
  const rules = [
    { kind: 'company', ref: '12', words: ['ACM'], exclusions: [], language: null },
    { kind: 'country', ref: 'GB', words: ['Thames'], exclusions: ['thames, ontario'], language: null },
    { kind: 'geoGroup', ref: 'here', words: ['hereabouts'], exclusions: [], language: 'de' },
    { kind: 'topic', ref: '1', words: ['flood', 'inundat*'], exclusions: ['flood of'], language: null },
  ];

  test('tagging rules are stored and listed, whatever the notation of their reference', async () => {
    const written = [rules[3], rules[2], { ...rules[1], ref: 'gb' }, { ...rules[0], ref: 12, exclusions: null }];
    expect(await publish(operator, 'rules', written)).toEqual({ accepted: 4, rejected: [] });
    expect(await data('/manage/rules', 'GET')).toEqual({ rules, total: 4, next: null, previous: null });
  });

  test('tagging rules are replaced by later rules and removed by empty ones', async () => {
    await publish(operator, 'rules', [
      { kind: 'topic', ref: 2, words: ['hail'] },
      { kind: 'topic', ref: 2, words: ['hailstorm'] },
      { kind: 'company', ref: 12, words: [] },
    ]);
    expect(await data('/manage/rules', 'GET')).toEqual({
      rules: [...rules.slice(1), { kind: 'topic', ref: '2', words: ['hailstorm'], exclusions: [], language: null }],
      total: 4,
      next: null,
      previous: null,
    });
  });

  test.each<[line: object, errors: Record<string, string>]>([
    [{ kind: 'topics', ref: 1 }, { kind: 'must be one of topic, company, country, geoGroup' }],
    [{ kind: 'topic', ref: 1, language: 'German' }, { language: 'must be a language code such as de' }],
    [{ kind: 'topic' }, { ref: 'must be a topic or company id, a country code or the slug of a geo group' }],
    [{ kind: 'topic', ref: 99, words: ['a'] }, { ref: 'unknown topic: 99' }],
    [{ kind: 'topic', ref: '1 OR 1', words: ['a'] }, { ref: 'unknown topic: 1 OR 1' }],
    [{ kind: 'company', ref: 'Acme', words: ['a'] }, { ref: 'unknown company: Acme' }],
    [{ kind: 'country', ref: 'UK', words: ['a'] }, { ref: 'unknown country: UK' }],
    [{ kind: 'geoGroup', ref: 'there', words: ['a'] }, { ref: 'unknown geo group: there' }],
    [{ kind: 'topic', ref: 1, words: 'flood' }, { words: 'must be a list of words and phrases' }],
    [{ kind: 'topic', ref: 1, words: ['a', '—'] }, { words: 'value 2 must contain a letter or digit' }],
    [{ kind: 'topic', ref: 1, words: ['fl*'] }, { words: 'value 1 must have at least 3 letters before the *' }],
    [{ kind: 'topic', ref: 1, words: ['a* b'] }, { words: 'value 1 may contain a * only at its end' }],
    [
      { kind: 'topic', ref: 1, exclusions: ['x'.repeat(201)] },
      { exclusions: 'value 1 must be at most 200 characters' },
    ],
  ])('the tagging rule %j is rejected', async (line, errors) => {
    const good = { kind: 'topic', ref: 1, words: ['flood'] };
    expect(await publish(operator, 'rules', [good, line])).toEqual({ accepted: 1, rejected: [{ line: 2, errors }] });
  });
});

describe('retagging articles', () => {
  test('retagging continues after the last article of the previous call', async () => {
    await publish(operator, 'rules', [{ kind: 'topic', ref: 1, words: ['flood'] }]);
    await publish(
      operator,
      'articles',
      [1, 2, 3, 4, 5].map((id) => story(id, id % 2 ? 'Flood' : 'Frost')),
    );
    expect(await data('/manage/retag?limit=2', 'POST')).toMatchObject({ examined: 2, changed: 1, after: 2 });
    expect(await data('/manage/retag?limit=2&after=2', 'POST')).toMatchObject({ examined: 2, changed: 1, after: 4 });
    expect(await data('/manage/retag?limit=2&after=4', 'POST')).toMatchObject({ examined: 1, changed: 1, after: null });
    const items = await freshItems(await makeKey('secret'), 'includeTopics=1');
    expect(items.map(({ id }) => id)).toEqual(['5', '3', '1']);
  });

  test('retagging adds the clicks of an article to the ranking of its new topic', async () => {
    await publish(operator, 'articles', [story(6, 'Hailstorm')]);
    await importAgo([{ contentId: 6, ago: 0 }], Date.now());
    await publish(operator, 'rules', [{ kind: 'topic', ref: 2, words: ['hailstorm'] }]);
    await data('/manage/retag', 'POST');
    await expect.poll(() => windowRow(2)).toMatchObject({ engagement_24h: 1 });
  });

  test.each([
    ['limit=0', { limit: 'must be a whole number from 1 to 5000' }],
    ['after=x&limit=5001', { after: expect.any(String), limit: expect.any(String) }],
  ])('retagging with %s returns 400', async (query, faults) => {
    const response = await askWith(operator, `/manage/retag?${query}`, { method: 'POST' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ reason: 'parameterInvalid', data: faults });
  });

  test.each(['secret', 'publishable'] as const)('retagging with a %s key is forbidden', async (kind) => {
    const key = await makeKey(kind);
    expect((await askWith(key, '/manage/retag', { method: 'POST' })).status).toBe(403);
    expect((await askWith(key, '/manage/rules')).status).toBe(403);
  });
});
