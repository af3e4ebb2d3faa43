import { beforeAll, expect, test } from 'vitest';
import { ask, askWith, makeKey } from '../../support/index.ts';
import { type Operation, operations, undescribed } from './described.ts';
import { publishNewsroom } from './newsroom.ts';

let keys = { secret: '', publishable: '', operator: '' };
beforeAll(async () => {
  const [secret, publishable, operator] = [
    await makeKey('secret'),
    await makeKey('publishable'),
    await makeKey('operator'),
  ];
  keys = { secret, publishable, operator };
  await publishNewsroom(operator);
});

const body = (value: unknown): RequestInit => ({ body: JSON.stringify(value) });
const BREAKDOWNS = [
  'content-type',
  'source-type',
  'specialty-line',
  'interest-area',
  'audience-region',
  'seniority',
  'channel',
];

const QUESTIONS: [operation: string, path: string, status: number, init?: RequestInit][] = [
  ['GET /api/v2/feed/', '/api/v2/feed/?limit=2', 200],
  ['GET /api/v2/feed/', '/api/v2/feed/?output=rss', 200],
  ['GET /api/v2/feed/', '/api/v2/feed?output=html', 200],
  ['GET /api/v2/feed/', '/api/v2/feed/?limit=0', 400],
  ['GET /api/v2/feed/', '/api/v2/feed/?limit=0&output=html', 400],
  ['GET /api/v2/feed-recommended/', '/api/v2/feed-recommended/', 200],
  ['GET /api/v2/feed-recommended/', '/api/v2/feed-recommended/?date=2020-01-01', 200],
  ['GET /api/v2/feed-recommended/', '/api/v2/feed-recommended/?output=html', 200],
  ['GET /api/v2/geography/list/', '/api/v2/geography/list/', 200],
  ['GET /api/v2/topics/trending/', '/api/v2/topics/trending/', 200],
  ['GET /api/v2/topics/trending/', '/api/v2/topics/trending/?period=now&companyType=broker&includeTopics=47', 200],
  ['GET /api/v2/insights/popular-content/', '/api/v2/insights/popular-content/', 200],
  ...BREAKDOWNS.map((breakdown): [string, string, number] => [
    'GET /api/v2/insights/popular-content/',
    `/api/v2/insights/popular-content/?breakdown=${breakdown}`,
    200,
  ]),
  ['GET /api/v2/insights/trending-topics/', '/api/v2/insights/trending-topics/?riskManagement=true', 200],
  ['GET /api/v2/insights/trending-topics/growth/', '/api/v2/insights/trending-topics/growth/?minContentItems=1', 200],
  ['GET /api/v2/insights/topics/{id}/content/', '/api/v2/insights/topics/11/content/', 200],
  ['GET /api/v2/insights/topics/{id}/content/', '/api/v2/insights/topics/999/content/', 404],
  ['GET /api/v2/insights/topics/{id}/co-topics/', '/api/v2/insights/topics/11/co-topics/?period=24h', 200],
  ['GET /api/v2/insights/rising-content/', '/api/v2/insights/rising-content/?topics=11', 200],
  ['GET /api/v2/insights/audience/', '/api/v2/insights/audience/', 200],
  ['GET /api/v2/insights/pictures/', '/api/v2/insights/pictures/?ids=2001', 200],
  ['GET /api/v2/insights/audience/', '/api/v2/insights/audience/?topic=11', 200],
  ['GET /api/v2/insights/history/', '/api/v2/insights/history/?days=7', 200],
  ['GET /api/v2/insights/topics/{id}/history/', '/api/v2/insights/topics/11/history/?days=7', 200],
  ['GET /api/v2/insights/content/{id}/history/', '/api/v2/insights/content/2001/history/', 200],
  ['GET /api/v2/insights/hours/', '/api/v2/insights/hours/?hours=24', 200],
  ['GET /api/v2/insights/topics/{id}/hours/', '/api/v2/insights/topics/11/hours/', 200],
  ['GET /api/v2/insights/content/{id}/hours/', '/api/v2/insights/content/2001/hours/', 200],
  ['GET /api/v2/insights/content/{id}/', '/api/v2/insights/content/2001/', 200],
  ['GET /api/v2/insights/content/{id}/', '/api/v2/insights/content/999999/', 404],
  ['GET /api/v2/openapi.json', '/api/v2/openapi.json', 200],
  ['GET /docs', '/docs', 200],
  ['PUT /manage/topics', '/manage/topics', 200, body([{ id: 0 }])],
  ['PUT /manage/companies', '/manage/companies', 200, body([{ id: 4, name: 'A', organisationType: 'Broker' }])],
  ['PUT /manage/sources', '/manage/sources', 200, body([{ domain: 'a.example', name: 'A' }])],
  ['PUT /manage/geo-groups', '/manage/geo-groups', 200, body([{ slug: 'a', name: 'A', countries: ['GB'] }])],
  ['PUT /manage/articles', '/manage/articles', 200, body([{ id: 1 }])],
  ['PUT /manage/articles', '/manage/articles', 400, { body: '[' }],
  ['PUT /manage/articles', '/manage/articles', 413, { body: ' '.repeat(5 * 1024 * 1024 + 1) }],
  ['PUT /manage/pins/{id}', '/manage/pins/2001', 200, body({ position: 1, until: '2026-01-30T18:00:00Z' })],
  ['PUT /manage/pins/{id}', '/manage/pins/2001', 400, body({})],
  ['GET /manage/pins', '/manage/pins', 200],
  ['DELETE /manage/pins/{id}', '/manage/pins/2001', 200],
  ['DELETE /manage/pins/{id}', '/manage/pins/2001', 404],
  ['PUT /manage/annotations/{date}', '/manage/annotations/2026-01-31', 200, body({ text: 'A storm' })],
  ['PUT /manage/annotations/{date}', '/manage/annotations/2026-01-31', 400, body({ text: '' })],
  ['GET /manage/annotations/{date}', '/manage/annotations/2026-01-31', 200],
  ['GET /manage/annotations', '/manage/annotations?from=2026-01-31', 200],
  ['DELETE /manage/annotations/{date}', '/manage/annotations/2026-01-31', 200],
  ['DELETE /manage/annotations/{date}', '/manage/annotations/2026-01-31', 404],
  [
    'PUT /manage/annotations/{date}/{scope}/{ref}',
    '/manage/annotations/2026-01-31/topic/47',
    200,
    body({ text: 'Fog' }),
  ],
  [
    'PUT /manage/annotations/{date}/{scope}/{ref}',
    '/manage/annotations/2026-01-31/region/47',
    400,
    body({ text: 'Fog' }),
  ],
  ['GET /manage/annotations/{date}/{scope}/{ref}', '/manage/annotations/2026-01-31/topic/47', 200],
  ['DELETE /manage/annotations/{date}/{scope}/{ref}', '/manage/annotations/2026-01-31/topic/47', 200],
  ['GET /api/v2/insights/annotations/', '/api/v2/insights/annotations/?days=90&topic=47', 200],
  ['GET /api/v2/insights/annotations/', '/api/v2/insights/annotations/?days=91', 400],
  ['PUT /manage/recommended/{date}', '/manage/recommended/2026-01-30', 200, body({ articles: [2001] })],
  ['POST /manage/clicks', '/manage/clicks', 200, body([{ contentId: 2001, at: '2020-01-01T00:00:00Z', reader: 'a' }])],
  ['POST /manage/rebuild', '/manage/rebuild', 200],
  ['GET /manage/clock', '/manage/clock', 200],
  ['POST /manage/clock/confirm', '/manage/clock/confirm', 200],
  ['GET /manage/status', '/manage/status', 200],
  ['GET /manage/metrics', '/manage/metrics', 200],
  ['GET /health/live', '/health/live', 200],
  ['GET /health/ready', '/health/ready', 200],
  ['GET /manage/dead-letters', '/manage/dead-letters', 200],
  ['POST /manage/dead-letters/replay', '/manage/dead-letters/replay', 200],
  ['DELETE /manage/articles/{id}', '/manage/articles/2004', 200],
  ['DELETE /manage/articles/{id}', '/manage/articles/999', 404],
];

const find = (name: string): Operation => {
  const operation = operations.find(({ method, path }) => `${method} ${path}` === name);
  if (!operation) throw new Error(`${name} is not described`);
  return operation;
};

test.each(QUESTIONS)(
  '%s: the response to %s has status %d and matches the API description',
  async (name, path, status, init = {}) => {
    const operation = find(name);
    const key = path.startsWith('/manage') ? keys.operator : keys.secret;
    const response = await askWith(key, path, { method: operation.method, ...init });
    expect(response.status).toBe(status);
    expect(await undescribed(operation, response)).toEqual([]);
  },
);

test('responses of the newsroom are not empty, so the comparison with the API description is meaningful', async () => {
  const { data } = (await (
    await askWith(keys.secret, '/api/v2/insights/trending-topics/growth/?minContentItems=1')
  ).json()) as { data: { topics: { topContent: unknown[]; topSources: unknown[] }[] } };
  expect(data.topics[0]?.topContent.length).toBeGreaterThan(0);
  expect(data.topics[0]?.topSources).toEqual(['Ledger']);
});

test('the responses of POST /clicks match the API description', async () => {
  const operation = find('POST /clicks');
  const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const click = (value: unknown) => ask('/clicks', { method: 'POST', headers, ...body(value) });
  for (const [value, status] of [
    [{ key: keys.publishable, contentId: 2001, seniority: 'director' }, 202],
    [{ key: keys.publishable, contentId: 'a' }, 400],
    [{ contentId: 2001 }, 401],
    [{ key: keys.secret, contentId: 2001 }, 403],
  ] as const) {
    const response = await click(value);
    expect(response.status).toBe(status);
    expect(await undescribed(operation, response)).toEqual([]);
  }
});

test.each([
  ['2001', 302],
  ['999', 404],
  ['x', 400],
])('the response of GET /go/%s matches the API description, with status %d', async (contentId, status) => {
  const response = await ask(`/go/${contentId}?key=${keys.publishable}`, { redirect: 'manual' });
  expect(response.status).toBe(status);
  expect(await undescribed(find('GET /go/{contentId}'), response)).toEqual([]);
});
