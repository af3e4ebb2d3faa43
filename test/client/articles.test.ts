import { beforeAll, expect, test } from 'vitest';
import { readClaims } from '../../src/clicks/accept/claims.ts';
import {
  BadRequest,
  createClient,
  Forbidden,
  NotFound,
  PreconditionFailed,
  RequestFailed,
  signClick,
  Unauthorized,
} from '../../src/client/index.ts';
import { createManager } from '../../src/client/manage.ts';
import { publishNewsroom } from '../routes/reference/newsroom.ts';
import { ask, makeKey, ORIGIN } from '../support/index.ts';

const asked: string[] = [];
const fetch = (request: Request) => {
  asked.push(request.url.slice(ORIGIN.length));
  return ask(request.url.slice(ORIGIN.length), request);
};
let client: ReturnType<typeof createClient>;
beforeAll(async () => {
  await publishNewsroom(await makeKey('operator'));
  client = createClient({ baseUrl: ORIGIN, apiKey: await makeKey('secret'), fetch });
});

const titles = async (query: Parameters<typeof client.feed.list>[0]) => {
  const list: string[] = [];
  for await (const { title } of client.feed.list(query)) list.push(title);
  return list;
};

test('list() iterates over every page and returns each article once', async () => {
  const all = await titles({ limit: 100 });
  expect(all).toHaveLength(4);
  for (const limit of [1, 2, 3]) expect(await titles({ limit })).toEqual(all);
});

test('list() fetches pages lazily with the same filter', async () => {
  asked.length = 0;
  for await (const _ of client.feed.list({ limit: 1, articleTypes: ['article', 'report'] })) break;
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('articleTypes=article,report');
});

test('an unsuccessful response throws the error class of its status', async () => {
  const thrown = (call: Promise<unknown>) => call.catch((error: unknown) => error);
  const wrong = await thrown(client.feed.list({ limit: 0 }));
  expect(wrong).toBeInstanceOf(BadRequest);
  expect(wrong).toMatchObject({ status: 400, reason: 'parameterInvalid', data: { limit: expect.any(String) } });
  expect(await thrown(client.insights.contentInsights({ id: 4711 }))).toBeInstanceOf(NotFound);
  const stranger = createClient({ baseUrl: ORIGIN, apiKey: 'ngs_unknown', fetch });
  expect(await thrown(stranger.feed.list())).toBeInstanceOf(Unauthorized);
  expect(
    await thrown(createManager({ baseUrl: ORIGIN, apiKey: await makeKey('secret'), fetch }).status.get()),
  ).toBeInstanceOf(Forbidden);
});

test('a failed iteration throws once and leaves no unhandled rejection', async () => {
  await expect(titles({ limit: 0 })).rejects.toBeInstanceOf(RequestFailed);
});

test('the manager lists, gets, writes, iterates over and deletes topics', async () => {
  const newsroom = createManager({ baseUrl: ORIGIN, apiKey: await makeKey('operator'), fetch });
  const body = { name: 'Client', slug: 'client', category: 1 } as const;
  expect(await newsroom.topics.put({ id: 901, body })).toMatchObject({ id: 901, name: 'Client' });
  expect(await newsroom.topics.get({ id: 901 })).toMatchObject(body);
  const { topics } = await newsroom.topics.list({ limit: 2 });
  const walked: number[] = [];
  for await (const { id } of newsroom.topics.list({ limit: 2 })) walked.push(id);
  expect(topics).toHaveLength(2);
  expect(new Set(walked).size).toBe(walked.length);
  expect(walked.length).toBeGreaterThan(2);
  expect(walked).toContain(901);
  await newsroom.topics.delete({ id: 901 });
  await expect(newsroom.topics.get({ id: 901 })).rejects.toBeInstanceOf(NotFound);
  await expect(newsroom.topics.put({ id: 901, body }, { headers: { 'If-Match': '"gone"' } })).rejects.toBeInstanceOf(
    PreconditionFailed,
  );
});

test('a CSV method returns the table as text', async () => {
  expect(await client.insights.trendingTopicsCsv({ period: '7d' })).toMatch(/^rank,/);
});

test('a call is aborted by its signal or its timeout', async () => {
  const never = (request: Request) =>
    new Promise<Response>((_, reject) =>
      request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true }),
    );
  const options = { baseUrl: ORIGIN, apiKey: 'key', fetch: never, retries: 0 };
  await expect(createClient({ ...options, timeout: 20 }).feed.list()).rejects.toMatchObject({ name: 'TimeoutError' });
  const ending = new AbortController();
  const call = createClient(options).feed.list({}, { signal: ending.signal });
  ending.abort();
  await expect(call).rejects.toMatchObject({ name: 'AbortError' });
});

test('the service accepts a token from signClick until it expires', async () => {
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

test('list, range and table responses of the raw client match their types', async () => {
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
