import { beforeAll, describe, expect, test } from 'vitest';
import { askWith, makeKey } from '../../support/index.ts';

let key = '';
beforeAll(async () => {
  key = await makeKey('secret');
});

async function faults(
  query: string,
  path = '/api/v2/feed/',
): Promise<{ status: number; data: Record<string, string> }> {
  const response = await askWith(key, `${path}?${query}`);
  const body = (await response.json()) as { reason?: string; data?: Record<string, string> };
  if (response.status === 400) expect(body).toMatchObject({ status: 'fail', code: 400, reason: 'parameterInvalid' });
  return { status: response.status, data: body.data ?? {} };
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join(',');

const ID = /positive integer id/;
const IDS = ['0', '-1', '1e3', '47abc', '1.5', '+1', '0x10', 'NaN', '9007199254740992', '1,0,2'];
const BIT = /must be one of 0, 1$/;
const BITS = ['2', 'true', 'yes', '-1', '00', '0,1'];
const COUNTRY = /ISO 3166-1 alpha-2/;
const COUNTRIES = ['XX', 'GBR', '1', 'G B', 'GB,ZZ', 'UK'];

const TABLE: [parameter: string, values: string[], allowed: RegExp][] = [
  ['output', ['xml', 'json,rss', 'atom'], /must be one of json, rss, html$/],
  ['articleTypes', ['news', 'article,blog', 'articles'], /article, video, gallery, report, pressrelease, podcast$/],
  ['includeTopics', IDS, ID],
  ['includeCompanies', IDS, ID],
  ['excludeCompanies', IDS, ID],
  ['additionalSources', ['com', '/news', 'http://', 'exa mple.com', 'user:pass@example.com'], /domain/],
  ['includePaywalled', BITS, BIT],
  ['includeRegistration', BITS, BIT],
  ['excludeNonIframeableSources', BITS, BIT],
  ['excludeNonHttpsSources', BITS, BIT],
  ['includeCountries', COUNTRIES, COUNTRY],
  ['excludeCountries', COUNTRIES, COUNTRY],
  ['includeGeoGroups', ['atlantis', 'europe,atlantis'], /slug of a geo group in \/api\/v2\/geography\/list\//],
  ['limit', ['0', '-1', '101', '1e1', 'ten', '20.5', '99999999999999999999'], /whole number from 1 to 100$/],
  ['cursor', ['nonsense', '-', '1', 'zzzzzzzz-1', '1-zzzzzzz', 'a-b-c-d', "1-1'"], /next_url/],
  ['theme', ['blue', 'dark,light'], /must be one of auto, light, dark$/],
  ['accent', ['red', '#12345', '12345g'], /six hex digits/],
];

describe.each(TABLE)('feed parameter %s', (parameter, values, allowed) => {
  test.each(values)(`the feed parameter ${parameter} rejects %s`, async (value) => {
    const { status, data } = await faults(`${parameter}=${encodeURIComponent(value)}`);
    expect(status).toBe(400);
    expect(Object.keys(data)).toEqual([parameter]);
    expect(data[parameter]).toMatch(allowed);
  });

  test(`the feed parameter ${parameter} is rejected if repeated`, async () => {
    const { status, data } = await faults(`${parameter}=1&${parameter}=1`);
    expect(status).toBe(400);
    expect(data[parameter]).toMatch(/more than once/);
  });

  test(`the feed parameter ${parameter} is ignored if empty`, async () => {
    expect(await faults(`${parameter}=`)).toMatchObject({ status: 200 });
  });
});

test('a 400 response to a feed request lists all invalid parameters with the allowed values', async () => {
  const query = TABLE.map(([parameter, [value = '']]) => `${parameter}=${encodeURIComponent(value)}`).join('&');
  const { status, data } = await faults(query.replace('output=xml', 'output=csv'));
  expect(status).toBe(400);
  for (const [parameter, , allowed] of TABLE) expect(data[parameter]).toMatch(allowed);
  expect(Object.keys(data)).toHaveLength(TABLE.length);
});

describe('list parameters of feeds', () => {
  const LISTS = ['includeTopics', 'includeCompanies', 'excludeCompanies', 'searchTerms'];

  test.each(LISTS)('%s accepts 100 values and rejects 101', async (parameter) => {
    expect(await faults(`${parameter}=${numbers(100)}`)).toMatchObject({ status: 200 });
    const { status, data } = await faults(`${parameter}=${numbers(101)}`);
    expect(status).toBe(400);
    expect(data[parameter]).toMatch(/the limit is 100/);
  });

  test.each([
    [
      'the longest list',
      `includeTopics=${numbers(100)}&includeCompanies=${numbers(99)}&excludeCompanies=${numbers(52)}`,
      'includeTopics',
    ],
    [
      'words of a phrase',
      `searchTerms=${'word%20'.repeat(99)}&includeTopics=${numbers(99)}&includeCompanies=${numbers(53)}`,
      'includeTopics',
    ],
  ])(
    'more than 250 values across all lists are rejected, and the longest list is reported: %s',
    async (_, query, parameter) => {
      const { status, data } = await faults(query);
      expect(status).toBe(400);
      expect(Object.keys(data)).toEqual([parameter]);
      expect(data[parameter]).toMatch(/has 251 values together with the other lists.*the limit is 250/);
    },
  );

  const words = (count: number, of: string) => Array.from({ length: count }, (_, i) => `${of}${i}`).join(',');

  test.each<[searched: number, excluded: number, wrong: RegExp | null]>([
    [0, 50, null],
    [0, 51, /^has 51 words in all its terms, each of which counts twice; the limit is 50$/],
    [98, 1, null],
    [99, 1, /together with searchTerms they count as 101, because each excluded word counts twice; the limit is 100$/],
    [40, 30, null],
    [41, 30, /together with searchTerms they count as 101, because each excluded word counts twice; the limit is 100$/],
  ])(
    'an excluded word counts twice towards the limit of words: %i words with %i excluded',
    async (searched, excluded, wrong) => {
      const query = `searchTerms=${words(searched, 'a')}&excludeTerms=${words(excluded, 'b')}`;
      const { status, data } = await faults(query);
      expect(status).toBe(wrong ? 400 : 200);
      expect(Object.keys(data)).toEqual(wrong ? ['excludeTerms'] : []);
      if (wrong) expect(data.excludeTerms).toMatch(wrong);
    },
  );

  test('words of an excluded phrase count twice towards the limit of 250 values', async () => {
    const phrase = `excludeTerms=${'word%20'.repeat(50)}`;
    const lists = (count: number) => `includeTopics=${numbers(95)}&includeCompanies=${numbers(count)}`;
    expect((await faults(`${phrase}&${lists(55)}`)).status).toBe(200);
    const { status, data } = await faults(`${phrase}&${lists(56)}`);
    expect(status).toBe(400);
    expect(Object.keys(data)).toEqual(['excludeTerms']);
    expect(data.excludeTerms).toMatch(
      /^has 251 values together with the other lists.*excludeTerms twice\); the limit is 250/,
    );
  });

  test('saved searches, the desk and the list of articles enforce the same limits', async () => {
    const operator = await makeKey('operator');
    const errorsOf = async (path: string, init: RequestInit = {}) => {
      const response = await askWith(operator, path, init);
      return { status: response.status, text: await response.text() };
    };
    const wrong = { status: 400, text: expect.stringMatching(/"excludeTerms"?[ :].*count as 101.*the limit is 100/) };
    const terms = { searchTerms: words(41, 'a'), excludeTerms: words(30, 'b') };
    const query = `excludeTerms=${terms.excludeTerms}`;
    expect(await errorsOf(`/manage/candidates?searchTerms=${terms.searchTerms}&${query}`)).toEqual(wrong);
    expect(await errorsOf(`/manage/articles?search=${terms.searchTerms}&${query}`)).toEqual(wrong);
    const body = JSON.stringify({ name: 'Many', filter: terms });
    const saved = await errorsOf('/manage/searches/many', { method: 'PUT', body });
    expect(saved).toEqual({
      status: 400,
      text: expect.stringMatching(/excludeTerms .*count as 101.*the limit is 100/),
    });
  });

  test('250 values in several lists form one search expression that SQLite accepts', async () => {
    const words = Array.from({ length: 50 }, (_, i) => `word${i}`).join(',');
    const sites = Array.from({ length: 75 }, (_, i) => `site${i}.example/a/b`).join(',');
    const lists = LISTS.slice(0, 3).map((parameter) => `${parameter}=${numbers(40)}`);
    const query = [...lists, `searchTerms=${words}`, `additionalSources=${sites}`, 'includeCountries=gb,de,fr,us,jp'];
    expect(await faults(query.join('&'))).toMatchObject({ status: 200 });
  });

  test('repeated values of a list parameter count once', async () => {
    expect(await faults(`includeTopics=${'47,'.repeat(300)}`)).toMatchObject({ status: 200 });
  });
});

test.each([
  'unknown=1&another=',
  'articleTypes=ARTICLE,Video&includeCountries=gb,De&includeGeoGroups=EUROPE&output=JSON',
  'includeTopics=%2047%20,,%2012&additionalSources=%20example.com%20',
  'includeTopics=,,&searchTerms=%20,%20&cursor=&limit=',
  'includeTopics=9007199254740991',
  'limit=100&accent=%231A6FB5&theme=DARK',
  '__proto__=1&constructor=2&toString=3',
])('the feed accepts ?%s', async (query) => {
  expect(await faults(query)).toMatchObject({ status: 200 });
});

describe('/feed-recommended/', () => {
  const path = '/api/v2/feed-recommended/';

  test.each(['2026-02-30', '2026-1-1', 'today', '20260101', '2026-01-01T00:00:00Z'])(
    'the recommended feed rejects the date %s',
    async (day) => {
      expect(await faults(`date=${day}&output=csv`, path)).toMatchObject({
        status: 400,
        data: { date: expect.stringContaining('YYYY-MM-DD'), output: expect.stringContaining('json, rss, html') },
      });
    },
  );

  test('the recommended feed accepts an empty date', async () => {
    expect(await faults('date=', path)).toMatchObject({ status: 200 });
  });
});
