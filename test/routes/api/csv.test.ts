import { beforeAll, expect, test } from 'vitest';
import { askWith, makeKey } from '../../support/index.ts';
import { stage } from '../insights/stage.ts';

interface ContentInsights {
  ranks: { period: string; rank: number; previousRank: number | null }[];
  days: { date: string }[];
  growth: object | null;
}

let key = '';
beforeAll(async () => {
  const now = Math.floor(Date.now() / 1000);
  const risk = { id: 47, name: 'Risk Management', slug: 'risk-management', description: 'All of it', category: 2 };
  const story = { id: 1, url: 'https://a.example/1', title: 'Story', contentType: 'article', topics: [47] };
  const click = { contentId: 1, at: now, reader: 'a reader' };
  await stage({ topics: [risk], sources: [], articles: [story], clicks: [click] }, now);
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
])('a request with Accept: %s returns %s', async (accept, type) => {
  const response = await asked(accept);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe(type);
  expect(response.headers.get('Vary')).toContain('Accept');
});

const ITEM = 'contentId,title,url,source,contentType,organisationType,client';
const TOPIC = 'topicId,name,slug,category';
const SURENESS = 'intervalLow,intervalHigh,confidence';

test.each([
  [POPULAR, `rank,previousRank,${ITEM}`],
  [`${POPULAR}?breakdown=seniority`, `group,groupSlug,rank,previousRank,${ITEM}`],
  ['/api/v2/insights/rising-content/', `rank,${ITEM}`],
  ['/api/v2/insights/trending-topics/', `rank,${TOPIC},previousRank`],
  [
    '/api/v2/insights/trending-topics/growth/',
    `rank,${TOPIC},growthPercent,${SURENESS},cause,why,topSources,topContent`,
  ],
  ['/api/v2/insights/topics/47/content/', `rank,${ITEM}`],
  ['/api/v2/insights/topics/47/co-topics/', `rank,${TOPIC}`],
  ['/api/v2/insights/topics/47/history/', 'date,index'],
  ['/api/v2/insights/content/1/history/', 'date,index'],
  ['/api/v2/insights/content/1/', `part,slug,name,period,rank,previousRank,index,growthPercent,${SURENESS}`],
  ['/api/v2/insights/annotations/', 'date,scope,ref,text'],
  ['/api/v2/insights/audience/', `attribute,audience,rank,${TOPIC},index`],
  ['/api/v2/insights/audience/?topic=47', 'attribute,audience,index'],
  ['/api/v2/topics/trending/', 'rank,id,name,slug,description,category,previousRank'],
])('the CSV of %s has the columns %s and complete rows', async (path, columns) => {
  const lines = (await (await asked('text/csv', path)).text()).split('\r\n');
  expect(lines[0]).toBe(columns);
  expect(lines.at(-1)).toBe('');
  for (const line of lines.slice(1, -1)) expect(line.split(',')).toHaveLength(columns.split(',').length);
});

test('the CSV of an article contains the values of its JSON', async () => {
  const path = '/api/v2/insights/content/1/?days=7';
  const { data } = (await (await asked('application/json', path)).json()) as { data: ContentInsights };
  const lines = (await (await asked('text/csv', path)).text()).split('\r\n').map((line) => line.split(','));
  const of = (part: string) => lines.filter(([first]) => first === part);
  expect(data.ranks.map(({ period }) => period)).toEqual(['24h', '7d']);
  expect(of('site')).toEqual(
    data.ranks.map(({ period, rank, previousRank }) => [
      'site',
      '',
      '',
      period,
      String(rank),
      String(previousRank ?? ''),
      '',
      '',
      '',
      '',
      '',
    ]),
  );
  expect(of('topic').map(([, slug]) => slug)).toEqual(['risk-management', 'risk-management']);
  expect(of('content-type')).toEqual([['content-type', 'article', 'Article', '7d', '1', '', '', '', '', '', '']]);
  expect(of('history').map(([, date]) => date)).toEqual(data.days.map(({ date }) => date));
  expect(of('regions')).toHaveLength(7);
  expect(of('growth')).toHaveLength(data.growth ? 1 : 0);
});

test('errors are always JSON, and CSV and JSON have different ETags', async () => {
  expect((await asked('text/csv', `${POPULAR}?limit=0`)).headers.get('Content-Type')).toBe('application/json');
  const [csv, json] = [await asked('text/csv'), await asked('application/json')];
  expect(csv.headers.get('ETag')).not.toBe(json.headers.get('ETag'));
});
