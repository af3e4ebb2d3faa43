import { beforeAll, expect, test } from 'vitest';
import { readClaims } from '../../src/clicks/accept/claims.ts';
import { createClient, RequestFailed, signClick } from '../../src/client/index.ts';
import { publishNewsroom } from '../routes/reference/newsroom.ts';
import { ask, makeKey, ORIGIN } from '../support/index.ts';

const asked: string[] = [];
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  await publishNewsroom(await makeKey('operator'));
  client = createClient({
    baseUrl: ORIGIN,
    apiKey: await makeKey('secret'),
    fetch: (request) => {
      asked.push(request.url.slice(ORIGIN.length));
      return ask(request.url.slice(ORIGIN.length), request);
    },
  });
});

const titles = async (query: Parameters<typeof client.articles>[0]) => {
  const list: string[] = [];
  for await (const { title } of client.articles(query)) list.push(title);
  return list;
};

test('a walk finds what one page has, each article once', async () => {
  const all = await titles({ limit: 100 });
  expect(all).toHaveLength(4);
  for (const limit of [1, 2, 3]) expect(await titles({ limit })).toEqual(all);
});

test('pages are asked for as they are needed, with the same filter', async () => {
  asked.length = 0;
  for await (const _ of client.articles({ limit: 1, articleTypes: ['article', 'report'] })) break;
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('articleTypes=article,report');
});

test('a wrong question throws what is wrong', async () => {
  const error = await client
    .articles({ limit: 0 })
    .next()
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RequestFailed);
  expect(error).toMatchObject({ status: 400, reason: 'parameterInvalid', data: { limit: expect.any(String) } });
});

test('a signed token is one that the service believes', async () => {
  const secret = 's'.repeat(43);
  const token = await signClick(secret, { reader: 'p1', companyType: 'broker', seniority: 'director', lifetime: 60 });
  const now = Date.now();
  expect(await readClaims({ token }, [secret], now)).toMatchObject({
    subject: 'p1',
    companyType: 'broker',
    ignored: [],
  });
  expect(await readClaims({ token }, [secret], now + 120_000)).toMatchObject({ subject: null, ignored: ['token'] });
  expect(await readClaims({ token }, ['another'.repeat(6)], now)).toMatchObject({ subject: null, ignored: ['token'] });
});

test('a list, a range and a table are what their types say, as a client asks by itself', async () => {
  const query = { topics: [11, 12], limit: 5 };
  const { data } = await client.GET('/api/v2/insights/rising-content/', { params: { query } });
  const items: { contentId: number }[] = data?.data.items ?? [];
  expect(Array.isArray(items)).toBe(true);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const range = await client.GET('/api/v2/insights/trending-topics/', {
    params: { query: { from: yesterday, to: yesterday } },
  });
  const answer = range.data?.data;
  expect(answer && 'from' in answer ? answer.from : null).toBe(yesterday);
  for (const query of [{}, { from: yesterday, to: yesterday }]) {
    const table = await client.GET('/api/v2/insights/trending-topics/csv/', { params: { query }, parseAs: 'text' });
    const text: string = table.data ?? '';
    expect(text).toMatch(/^rank,topicId,name/);
  }
  const from = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  const week = await client.GET('/api/v2/insights/week/', { params: { query: { from, to: yesterday } } });
  const days = week.data && typeof week.data === 'object' ? week.data.data : undefined;
  expect(days && 'from' in days ? [days.from, days.to, days.rose] : null).toEqual([from, yesterday, []]);
});
