import { beforeAll, expect, test } from 'vitest';
import { askWith, makeKey } from '../../support/index.ts';

let key = '';
beforeAll(async () => {
  key = await makeKey('secret');
});

const POPULAR = '/api/v2/insights/popular-content/';
const asked = (accept: string, path = POPULAR) => askWith(key, path, { headers: { Accept: accept } });

test.each([
  ['text/csv', 'text/csv; charset=utf-8; header=present'],
  ['text/csv, application/json;q=0.5', 'text/csv; charset=utf-8; header=present'],
  ['application/json, text/csv;q=0.9', 'application/json'],
  ['*/*', 'application/json'],
  ['image/png', 'application/json'],
  ['', 'application/json'],
])('Accept: %s is answered with %s', async (accept, type) => {
  const response = await asked(accept);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe(type);
  expect(response.headers.get('Vary')).toContain('Accept');
});

test.each([
  [POPULAR, 'rank,contentId,title,url,source,contentType,organisationType,client'],
  [
    `${POPULAR}?breakdown=seniority`,
    'group,groupSlug,rank,contentId,title,url,source,contentType,organisationType,client',
  ],
  ['/api/v2/insights/trending-topics/', 'rank,topicId,name,slug,category'],
  ['/api/v2/insights/trending-topics/growth/', 'rank,topicId,name,slug,category,growthPercent,topSources,topContent'],
  ['/api/v2/insights/topics/47/content/', 'rank,contentId,title,url,source,contentType,organisationType,client'],
  ['/api/v2/insights/topics/47/co-topics/', 'rank,topicId,name,slug,category'],
])('%s has the columns %s', async (path, columns) => {
  const response = await asked('text/csv', path);
  const [first] = (await response.text()).split('\r\n');
  expect(first).toContain(columns.split(',').slice(0, 5).join(','));
});

test('an error is JSON for everybody, and the formats never share an answer or a tag', async () => {
  expect((await asked('text/csv', `${POPULAR}?limit=0`)).headers.get('Content-Type')).toBe('application/json');
  const [csv, json] = [await asked('text/csv'), await asked('application/json')];
  expect(csv.headers.get('ETag')).not.toBe(json.headers.get('ETag'));
});
