import { beforeAll, describe, expect, test } from 'vitest';
import { ask, askWith } from '../../support/index.ts';
import { publishFour } from './desk/four-stories.ts';

let operator = '';
beforeAll(async () => {
  operator = await publishFour();
});

const address = (date: string) => `/manage/recommended/${date}`;
const look = (date: string) => askWith(operator, address(date));
const etag = async (date: string) => (await look(date)).headers.get('ETag') ?? '';
const read = async (date: string) => ((await (await look(date)).json()) as { data: { version: number } }).data;
const put = (date: string, articles: number[], headers: Record<string, string>, more = {}) =>
  askWith(operator, address(date), { method: 'PUT', headers, body: JSON.stringify({ articles, ...more }) });

describe('selections with If-Match', () => {
  const DATE = '2097-01-01';
  beforeAll(() => put(DATE, [1], {}));

  test.each<[what: string, form: (tag: string) => string]>([
    ['the ETag of a read', (tag) => tag],
    ['a weak ETag', (tag) => `W/${tag}`],
    ['one of several ETags', (tag) => `"older", W/"oldest",${tag}`],
    ['one of several ETags with commas', (tag) => `,"a,b", , ${tag} ,`],
    ['*', () => '*'],
  ])('a selection with If-Match: %s is accepted', async (_, form) => {
    const before = await read(DATE);
    const response = await put(DATE, before.version % 2 ? [1, 2] : [1], { 'If-Match': form(await etag(DATE)) });
    expect([response.status, (await read(DATE)).version]).toEqual([200, before.version + 1]);
  });

  test('a selection with an outdated ETag returns 412 and the current selection', async () => {
    const seen = await etag(DATE);
    await put(DATE, [4, 3], {});
    const response = await put(DATE, [2], { 'If-Match': seen });
    const now = await look(DATE);
    expect(response.status).toBe(412);
    expect(response.headers.get('ETag')).toBe(now.headers.get('ETag'));
    expect(await response.json()).toEqual({
      status: 'fail',
      code: 412,
      reason: 'preconditionFailed',
      data: { 'If-Match': expect.stringContaining(now.headers.get('ETag') ?? 'an ETag') },
      current: ((await now.json()) as { data: object }).data,
    });
  });

  test('a selection with the ETag of a 412 response is accepted', async () => {
    const refused = await put(DATE, [2], { 'If-Match': '"seen-long-ago"' });
    const again = await put(DATE, [2], { 'If-Match': refused.headers.get('ETag') ?? '' });
    expect([refused.status, again.status]).toEqual([412, 200]);
  });

  test('a selection with If-Match: * must exist, and the ETag of a missing one is accepted', async () => {
    expect((await put('2097-01-02', [1], { 'If-Match': '*' })).status).toBe(412);
    expect((await put('2097-01-02', [1], { 'If-Match': await etag('2097-01-02') })).status).toBe(200);
  });

  test.each(['unquoted', '"open', '"a" "b"', '"a""b"', '*, "a"', '"a", *', ','])(
    'the ETag %j in If-Match is rejected',
    async (header) => {
      const response = await put(DATE, [1], { 'If-Match': header });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ data: { 'If-Match': expect.stringMatching(/quotes/) } });
    },
  );
});

describe('selections with If-None-Match: *', () => {
  test('If-None-Match: * creates a missing selection and does not overwrite an existing one', async () => {
    const first = await put('2097-02-01', [1], { 'If-None-Match': '*' });
    const second = await put('2097-02-01', [2], { 'If-None-Match': '*' });
    expect([first.status, second.status]).toEqual([200, 412]);
    expect(await second.json()).toMatchObject({ current: { version: 1, articles: [{ contentId: 1 }] } });
  });

  test('If-None-Match: * treats an empty selection as existing', async () => {
    await put('2097-02-02', [], {});
    expect((await put('2097-02-02', [2], { 'If-None-Match': '*' })).status).toBe(412);
  });

  test('the body of a selection is validated before If-None-Match', async () => {
    const response = await put('2097-02-01', [99], { 'If-None-Match': '*' });
    expect(response.status).toBe(400);
  });
});

describe('twenty concurrent conditional requests', () => {
  test.each<[name: string, last: number[], headers: () => Promise<Record<string, string>>]>([
    ['that create a selection', [4, 3, 2, 1], async () => ({ 'If-None-Match': '*' })],
    ['that change a selection', [], async () => ({ 'If-Match': await etag('2097-03-01') })],
  ])('exactly one of twenty concurrent conditional requests %s is stored', async (_, last, headers) => {
    const given = await headers();
    const before = (await read('2097-03-01')).version;
    const selections = Array.from({ length: 20 }, (_, i) => [1 + (i % 4), ...last]);
    const answers = await Promise.all(selections.map((ids) => put('2097-03-01', ids, given)));
    const stored = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(20 - stored.length);
    expect(stored).toHaveLength(1);
    expect((await read('2097-03-01')).version).toBe(before + 1);
  });
});

test('a version of a selection is never reused, even if the day is deleted, recreated or restored', async () => {
  const DATE = '2097-05-01';
  const remove = () => askWith(operator, address(DATE), { method: 'DELETE' });
  const restore = () => askWith(operator, `${address(DATE)}/restore`, { method: 'POST' });
  const seen: number[] = [];
  const note = async () => seen.push((await read(DATE)).version);
  await put(DATE, [1], {});
  await note();
  await remove();
  await put(DATE, [2], {});
  await note();
  await remove();
  await restore();
  await note();
  await remove();
  await put(DATE, [3], {});
  await note();
  expect(seen).toEqual([1, 2, 3, 4]);
  expect((await put(DATE, [4], {}, { version: 1 })).status).toBe(409);
});

describe('conditional restores', () => {
  const DATE = '2097-06-01';
  const restore = (headers: Record<string, string>) =>
    askWith(operator, `${address(DATE)}/restore`, { method: 'POST', headers });

  test('the restore of a selection respects conditional headers', async () => {
    await put(DATE, [1], {});
    await askWith(operator, address(DATE), { method: 'DELETE' });
    expect((await restore({ 'If-Match': '*' })).status).toBe(412);
    expect((await restore({ 'If-None-Match': '*' })).status).toBe(200);
    expect((await restore({ 'If-None-Match': '*' })).status).toBe(412);
  });

  test.each(['topics/12', 'articles/1'])('the restore of /manage/%s respects If-Match', async (path) => {
    const response = await askWith(operator, `/manage/${path}/restore`, {
      method: 'POST',
      headers: { 'If-Match': '"seen-long-ago"' },
    });
    expect(response.status).toBe(412);
  });
});

describe('conditional writes of alert settings', () => {
  const settings = { types: ['topic.grows'], oncePerDay: true, quiet: null };
  const save = (oncePerDay: boolean, headers: Record<string, string>) =>
    askWith(operator, '/manage/alerts', { method: 'PUT', headers, body: JSON.stringify({ ...settings, oncePerDay }) });
  const tag = async () => (await askWith(operator, '/manage/alerts')).headers.get('ETag') ?? '';

  test.each([
    ['first writes', '23:00'],
    ['later writes', '23:30'],
  ])('exactly one of ten concurrent conditional writes of alert settings is stored: %s', async (_, to) => {
    const seen = await tag();
    const all = Array.from({ length: 10 }, (_, i) =>
      askWith(operator, '/manage/alerts', {
        method: 'PUT',
        headers: { 'If-Match': seen },
        body: JSON.stringify({ ...settings, quiet: { from: `1${i}:00`, to } }),
      }),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(9).fill(412)]);
  });

  test('alert settings with an outdated ETag return 412 with the current settings', async () => {
    const seen = await tag();
    await save(true, {});
    const response = await save(false, { 'If-Match': seen });
    expect(response.status).toBe(412);
    expect(await response.json()).toMatchObject({ current: settings });
  });
});

test('the version in the body of a selection is checked in addition to If-Match', async () => {
  await put('2097-04-01', [1], {});
  const response = await put('2097-04-01', [2], { 'If-Match': await etag('2097-04-01') }, { version: 7 });
  expect(response.status).toBe(409);
});

test('CORS allows both conditional headers and reading the ETag', async () => {
  const preflight = await ask(address('2097-01-01'), {
    method: 'OPTIONS',
    headers: {
      Origin: 'https://desk.example',
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization, if-match, if-none-match',
    },
  });
  expect(preflight.headers.get('Access-Control-Allow-Headers')).toMatch(/If-Match,If-None-Match/);
  const seen = await askWith(operator, address('2097-01-01'), { headers: { Origin: 'https://desk.example' } });
  expect(seen.headers.get('Access-Control-Expose-Headers')).toMatch(/\bETag\b/);
});
