import { beforeAll, describe, expect, test } from 'vitest';
import { askWith, makeKey, publish } from '../../support/index.ts';
import { publishTaggedThings } from './tagged-things.ts';

let operator = '';
beforeAll(async () => {
  operator = await makeKey('operator');
  await publishTaggedThings(operator);
  await publish(operator, 'articles', [
    story(1, 'Flooding in Kent: floods and a flood', { introduction: 'Acme pays for the flood.' }),
    story(2, 'A dull day', { topics: [1] }),
    story(3, 'A flood of applications', {}),
  ]);
  await publish(operator, 'rules', [{ kind: 'topic', ref: '1', words: ['flood'], exclusions: ['flood of'] }]);
  await asked('retag', {});
});

const story = (id: number, title: string, more: object) => ({
  id,
  url: `https://a.example/${id}`,
  title,
  contentType: 'article',
  ...more,
  publishedAt: `2026-01-0${id}T00:00:00Z`,
});

async function asked<T>(path: string, body?: object): Promise<{ status: number; data: T }> {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  const response = await askWith(operator, `/manage/${path}`, init);
  const { data } = await response.json<{ data: T }>();
  return { status: response.status, data };
}

interface Tag {
  kind: string;
  ref: number | string;
  name: string;
  by: string;
  places: { field: string; from: number; to: number; text: string }[];
}
const tagsOf = async (id: number) => (await asked<{ tags: Tag[] }>(`articles/${id}/tags`)).data.tags;

describe('the reason for a tag', () => {
  test('a tag added by a rule is explained by the passages that match the rule or company name', async () => {
    const [flood, acme] = await tagsOf(1);
    expect(flood).toEqual({
      kind: 'topics',
      ref: 1,
      name: 'Flood',
      by: 'rule',
      places: [
        { field: 'title', from: 18, to: 24, text: 'floods' },
        { field: 'title', from: 31, to: 36, text: 'flood' },
        { field: 'introduction', from: 18, to: 23, text: 'flood' },
      ],
      chance: null,
      signs: [],
    });
    expect(acme).toMatchObject({ kind: 'companies', ref: 12, by: 'rule', places: [{ from: 0, to: 4, text: 'Acme' }] });
  });

  test('a tag added by an editor has no passages if the text does not match', async () => {
    expect(await tagsOf(2)).toEqual([
      { kind: 'topics', ref: 1, name: 'Flood', by: 'hand', places: [], chance: null, signs: [] },
    ]);
  });

  test('a tag removed by an exclusion is not listed', async () => expect(await tagsOf(3)).toEqual([]));

  test('the tags of an unknown article return 404', async () =>
    expect((await asked('articles/999/tags')).status).toBe(404));
});

interface Tried {
  examined: number;
  matches: { id: number; isTagged: boolean; isBarred: boolean; places: Tag['places'] }[];
}
const tried = async (rule: object) => (await asked<Tried>('rules/try', rule)).data;

describe('a rule preview', () => {
  test('a rule preview returns the newest matching articles with passages and their tag state', async () => {
    const { examined, matches } = await tried({ kind: 'topic', ref: '1', words: ['dull', 'kent'] });
    expect(examined).toBe(3);
    expect(matches.map(({ id, isTagged, places }) => [id, isTagged, places.map(({ text }) => text)])).toEqual([
      [2, true, ['dull']],
      [1, true, ['Kent']],
    ]);
  });

  test('a rule preview uses only the given words and exclusions', async () => {
    const { matches } = await tried({ kind: 'topic', ref: '1', words: ['flood'] });
    expect(matches.map(({ id }) => id)).toEqual([3, 1]);
    const excluding = await tried({ kind: 'topic', ref: '1', words: ['flood'], exclusions: ['Kent'] });
    expect(excluding.matches.map(({ id }) => id)).toEqual([3]);
  });

  test('a rule preview marks an article as barred if an editor has removed its tag', async () => {
    const { data } = await asked<object>('articles/1');
    await publish(operator, 'articles', [{ ...data, topics: [], byRules: undefined }]);
    const { matches } = await tried({ kind: 'topic', ref: '1', words: ['kent'] });
    expect(matches).toMatchObject([{ id: 1, isTagged: false, isBarred: true }]);
  });

  test('a rule preview stores neither a rule nor a tag nor a history entry', async () => {
    const state = async () => [
      (await asked('rules')).data,
      (await asked('articles')).data,
      (await asked('audit')).data,
    ];
    const before = await state();
    await tried({ kind: 'topic', ref: '2', words: ['flood', 'dull'] });
    expect(await state()).toEqual(before);
  });

  test.each<[string, object]>([
    ['without words', { kind: 'topic', ref: '1', words: [] }],
    ['of an unknown kind', { kind: 'word', ref: '1', words: ['a'] }],
    ['with a star after two letters', { kind: 'topic', ref: '1', words: ['ab*'] }],
  ])('a rule preview %s returns 400', async (_, rule) => expect((await asked('rules/try', rule)).status).toBe(400));
});
