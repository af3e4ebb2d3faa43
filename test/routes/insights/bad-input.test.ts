import { beforeAll, describe, expect, test } from 'vitest';
import { BREAKDOWNS } from '../../../src/rankings/dimensions.ts';
import { ask, askWith, makeKey, publish } from '../../support/index.ts';

const TRENDING = '/topics/trending';
const POPULAR = '/insights/popular-content';
const TOPICS = '/insights/trending-topics';
const GROWTH = '/insights/trending-topics/growth';
const CONTENT = '/insights/topics/1/content';
const CO_TOPICS = '/insights/topics/1/co-topics';
const RISING = '/insights/rising-content';
const AUDIENCE = '/insights/audience';
const HISTORIES = ['/insights/topics/1/history', '/insights/content/1/history', '/insights/content/1'];
const LISTS = [TRENDING, POPULAR, TOPICS, GROWTH, CONTENT, CO_TOPICS, RISING];
const ALL_BREAKDOWNS = new RegExp(`^must be one of ${BREAKDOWNS.join(', ')}$`);
const WITH_RISK = [...LISTS.slice(1), ...HISTORIES];
const WITH_PERIOD = [POPULAR, TOPICS, CONTENT, CO_TOPICS, AUDIENCE];

let secret = '';
beforeAll(async () => {
  secret = await makeKey('secret');
  const topic = { id: 1, name: 'Cyber', slug: 'cyber', description: '', category: 1 };
  const operator = await makeKey('operator');
  await publish(operator, 'topics', [topic]);
  const story = { id: 1, url: 'https://a.example/1', title: 'Story', contentType: 'article' };
  await publish(operator, 'articles', [{ ...story, publishedAt: '2026-01-01T00:00:00Z' }]);
});

interface Answer {
  status: number;
  data: Record<string, string>;
}

async function answerOf(path: string, query = '', key = secret): Promise<Answer> {
  const response = await askWith(key, `/api/v2${path}?${query}`);
  const body = (await response.json()) as { data: Record<string, string> };
  const reason = { 400: 'parameterInvalid', 403: 'forbidden', 404: 'notFound' }[response.status];
  if (reason) expect(body).toMatchObject({ status: 'fail', code: response.status, reason });
  return { status: response.status, data: body.data };
}

async function expectRefused(path: string, query: string, faults: Record<string, RegExp>): Promise<void> {
  const { status, data } = await answerOf(path, query);
  expect({ query, status, named: Object.keys(data).sort() }).toEqual({
    query,
    status: 400,
    named: Object.keys(faults).sort(),
  });
  for (const [parameter, allowed] of Object.entries(faults)) expect(data[parameter]).toMatch(allowed);
}

const LIMIT = /whole number from 1 to 50$/;
const LIMITS = ['0', '51', '1.5', '-1', '+1', '1e1', '0x10', 'ten', 'NaN', '10,20', '9'.repeat(20), '5 5', '٣'];
const MINIMUM = /whole number from 1 to 1000$/;
const BOOLEAN = /must be one of true, false$/;
const BOOLEANS = ['0', '1', 'yes', 'on', 'tru', 'null', 'true,false', 'tr ue', 'TRUE', 'False'];
const ID = /positive integer id/;
const IDS = ['47abc', '0', '-1', '1e3', '9007199254740992', '1.5', '+1', '0x10', 'NaN', '047', '1;2', '1,0'];

const TABLE: [paths: string[], parameter: string, values: string[], allowed: RegExp][] = [
  [LISTS, 'limit', LIMITS, LIMIT],
  [WITH_RISK, 'riskManagement', BOOLEANS, BOOLEAN],
  [HISTORIES, 'days', ['6', '91', '7.5', '-7', 'week'], /whole number from 7 to 90$/],
  [[RISING], 'topics', IDS, ID],
  [[AUDIENCE], 'topic', IDS.filter((id) => !id.includes(',')), ID],
  [WITH_PERIOD, 'period', ['week', 'now', '7', '24', '7 d', '30d', '24h,7d'], /must be one of 24h, 7d$/],
  [[TRENDING], 'period', ['7d', '24h', 'month', 'now,week', 'weeks'], /must be one of now, week$/],
  [[TRENDING], 'companyType', ['other', 'brokers', 'broker,carrier', 'all'], /must be one of broker, carrier$/],
  [[TRENDING], 'includeTopics', IDS, ID],
  [[TRENDING], 'excludeTopics', IDS, ID],
  [[GROWTH], 'minContentItems', ['0', '1001', '2.5', '-5', 'five', '1e2'], MINIMUM],
  [[POPULAR], 'breakdown', ['contenttype', 'content_type', 'topic', 'none', 'seniority,content-type'], ALL_BREAKDOWNS],
];

describe.each(TABLE.flatMap(([paths, ...rest]) => paths.map((path) => [path, ...rest] as const)))(
  '%s with the parameter %s',
  (path, parameter, values, allowed) => {
    test.each(values)(`${path}?${parameter} rejects %j`, (value) =>
      expectRefused(path, `${parameter}=${encodeURIComponent(value)}`, { [parameter]: allowed }),
    );

    test(`${path}?${parameter} is rejected if repeated, with equal or different values`, async () => {
      await expectRefused(path, `${parameter}=1&${parameter}=1`, { [parameter]: /more than once/ });
      await expectRefused(path, `${parameter}=&${parameter}=2`, { [parameter]: /more than once/ });
    });

    test(`${path}?${parameter} is ignored if empty`, async () => {
      expect(await answerOf(path, `${parameter}=`)).toEqual(await answerOf(path));
    });
  },
);

describe('all invalid parameters of a request', () => {
  const common = { period: /24h, 7d$/, limit: LIMIT, riskManagement: BOOLEAN };
  const COMMON = 'period=week&limit=51&riskManagement=1';

  test.each<[string, string, Record<string, RegExp>]>([
    [POPULAR, `${COMMON}&breakdown=x`, { ...common, breakdown: ALL_BREAKDOWNS }],
    [TOPICS, COMMON, common],
    [CONTENT, COMMON, common],
    [CO_TOPICS, COMMON, common],
    ['/insights/topics/47abc/content', COMMON, { ...common, id: ID }],
    ['/insights/topics/0/co-topics', COMMON, { ...common, id: ID }],
    [
      GROWTH,
      'limit=0&minContentItems=0&riskManagement=no',
      { limit: LIMIT, minContentItems: MINIMUM, riskManagement: BOOLEAN },
    ],
    [
      TRENDING,
      'period=7d&companyType=x&limit=0&includeTopics=a&excludeTopics=b',
      { period: /now, week$/, companyType: /broker, carrier$/, limit: LIMIT, includeTopics: ID, excludeTopics: ID },
    ],
  ])('a 400 response lists all invalid parameters of %s?%s', expectRefused);
});

describe('a topic in both includeTopics and excludeTopics', () => {
  const BOTH = /contains a topic of includeTopics/;

  test.each([
    'includeTopics=1&excludeTopics=1',
    'includeTopics=47,%202&excludeTopics=3,%20%2047',
    'excludeTopics=999,5&includeTopics=999',
  ])('a topic in both includeTopics and excludeTopics is rejected: %s', (query) =>
    expectRefused(TRENDING, query, { includeTopics: BOTH, excludeTopics: BOTH }),
  );

  test('a topic in both includeTopics and excludeTopics is reported together with other errors', () =>
    expectRefused(TRENDING, 'includeTopics=1&excludeTopics=1&limit=0&period=7d', {
      includeTopics: BOTH,
      excludeTopics: BOTH,
      limit: LIMIT,
      period: /now, week$/,
    }));

  test('different topics in includeTopics and excludeTopics are accepted', async () => {
    expect(await answerOf(TRENDING, 'includeTopics=1&excludeTopics=2')).toMatchObject({ status: 200 });
  });
});

test.each(['includeTopics', 'excludeTopics'])('%s accepts 100 ids and rejects 101', async (parameter) => {
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join(',');
  expect(await answerOf(TRENDING, `${parameter}=${numbers(100)},1,2,3`)).toMatchObject({ status: 200 });
  await expectRefused(TRENDING, `${parameter}=${numbers(101)}`, { [parameter]: /the limit is 100/ });
});

describe.each(['', '/history'])('/insights/content/{id}%s', (end) => {
  test.each(['47abc', '0', '-1', '9007199254740992', '1.5', '01', '%20', '1%2C2', '1%00'])(
    `/insights/content/{id}${end} rejects the id %s`,
    async (id) => {
      const { status, data } = await answerOf(`/insights/content/${id}${end}`);
      expect({ status, named: Object.keys(data) }).toEqual({ status: 400, named: ['id'] });
      expect(data.id).toMatch(ID);
    },
  );

  test(`/insights/content/{id}${end} returns 404 for an unpublished article`, async () => {
    for (const path of [`/insights/content/2${end}`, `/insights/content/2${end}/`])
      expect(await answerOf(path)).toEqual({ status: 404, data: { id: 'is not the id of an article' } });
  });
});

test('the audience of an unknown topic returns 404', async () => {
  expect(await answerOf(AUDIENCE, 'topic=2')).toEqual({ status: 404, data: { topic: 'is not the id of a topic' } });
});

describe.each(['content', 'co-topics', 'history'])('/insights/topics/{id}/%s', (end) => {
  test.each(['47abc', '0', '-1', '1e3', '9007199254740992', '1.5', '01', '+1', 'NaN', '%20', '1%2C2', '1%00'])(
    `/insights/topics/{id}/${end} rejects the id %s`,
    async (id) => {
      const { status, data } = await answerOf(`/insights/topics/${id}/${end}`);
      expect(status).toBe(400);
      expect(Object.keys(data)).toEqual(['id']);
      expect(data.id).toMatch(ID);
    },
  );

  test.each(['2', '48', '9007199254740991'])(
    `/insights/topics/{id}/${end} returns 404 for the unknown topic %s`,
    async (id) => {
      const path = `/insights/topics/${id}/${end}`;
      for (const each of [path, `${path}/`, path])
        expect(await answerOf(each)).toEqual({ status: 404, data: { id: 'is not the id of a topic' } });
      expect(await answerOf(path, 'riskManagement=no')).toMatchObject({ status: 400 });
    },
  );

  test(`/insights/topics/{id}/${end} returns 200 for a topic without clicks`, async () => {
    expect(await answerOf(`/insights/topics/47/${end}/`)).toMatchObject({ status: 200 });
  });
});

test.each([
  '/insights',
  '/insights/topics/1',
  '/insights/topics/1/contents',
  '/insights/topics//content',
  '/topics',
  '/insights/growth',
])('the unknown path %s returns 404', async (path) => {
  expect(await answerOf(path)).toMatchObject({ status: 404, data: { path: expect.any(String) } });
});

describe('breakdown and period of popular content', () => {
  test.each(['24h', 'week', '%20', 'x'.repeat(300)])(
    'a breakdown always covers seven days, whatever the period: %s',
    async (period) => {
      expect(await answerOf(POPULAR, `breakdown=seniority&period=${period}`)).toMatchObject({
        status: 200,
        data: { breakdown: 'seniority', period: '7d', groups: [] },
      });
    },
  );

  test('an invalid or empty breakdown does not hide an invalid or repeated period', async () => {
    const period = /24h, 7d$/;
    await expectRefused(POPULAR, 'breakdown=x&period=week', { period, breakdown: /author, section$/ });
    await expectRefused(POPULAR, 'breakdown=&period=week', { period });
    await expectRefused(POPULAR, 'breakdown=seniority&period=7d&period=7d', { period: /more than once/ });
  });
});

test.each([
  [TRENDING, 'PERIOD=x&unknown=1&period=WEEK&companyType=Broker&limit=50'],
  [TRENDING, 'includeTopics=%2047,,1,&excludeTopics=,'],
  [POPULAR, 'riskManagement=true&breakdown=Content-Type&period=7D&limit=1'],
  [POPULAR, 'riskManagement=%20true&period=7d%20&limit=%205%09&breakdown=%20'],
  [GROWTH, 'riskManagement=false&minContentItems=1000&limit=050&period=week'],
  [TOPICS, '__proto__=1&constructor=1'],
])('%s accepts %s', async (path, query) => {
  expect(await answerOf(path, query)).toMatchObject({ status: 200 });
});

test.each([
  [TRENDING, ['riskManagement', 'breakdown', 'minContentItems']],
  [TOPICS, ['breakdown', 'companyType', 'minContentItems']],
  [GROWTH, ['breakdown', 'companyType']],
])('%s rejects parameters of related endpoints: %s', async (path, names) => {
  const refused = Object.fromEntries(names.map((name) => [name, /^is not supported here/]));
  await expectRefused(path, names.map((name) => `${name}=x`).join('&'), refused);
});

describe.each([...LISTS, AUDIENCE, ...HISTORIES])('%s', (path) => {
  test(`${path} responds equally with and without a trailing slash`, async () => {
    const [bare, slashed] = await Promise.all([answerOf(path), answerOf(`${path}/`)]);
    expect(bare.status).toBe(200);
    expect(slashed).toEqual(bare);
  });

  test(`${path} requires a secret or operator key unless it lists trending topics`, async () => {
    const { status, data } = await answerOf(path, '', await makeKey('publishable'));
    if (path === TRENDING) expect(status).toBe(200);
    else expect({ status, data }).toEqual({ status: 403, data: { apiKey: expect.stringContaining('publishable') } });
    expect((await askWith(await makeKey('operator'), `/api/v2${path}`)).status).toBe(200);
    expect((await ask(`/api/v2${path}`)).status).toBe(401);
  });

  test(`${path} rejects other methods than GET`, async () => {
    const response = await askWith(secret, `/api/v2${path}/`, { method: 'POST', body: '{}' });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

test('a rejected analytics query reads no rows', async () => {
  await answerOf(POPULAR);
  const refused = () => askWith(secret, `/api/v2${POPULAR}?limit=0`);
  // The first request may read the key from the database.
  await refused();
  expect((await refused()).headers.get('Server-Timing')).toContain('rows=0');
});
