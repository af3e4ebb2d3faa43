import { beforeAll, expect, test } from 'vitest';
import { exported, imported } from '../../../../src/cli/manage/round-trip.ts';
import { apiBy } from '../../../../src/command/api.ts';
import { annotations, audit, feeds, pins, savedSearches } from '../../../../src/db/schema.ts';
import { emptyContent } from '../../../support/empty-content.ts';
import { askWith, freshItems, makeKey, publish } from '../../../support/index.ts';

let operator = '';
let secret = '';
beforeAll(async () => {
  operator = await makeKey('operator');
  secret = await makeKey('secret');
});

const api = apiBy((path, init) => askWith(operator, `/manage/${path}`, init as never));

async function linesOf(): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exported(api, Date.now())) lines.push(JSON.stringify(line));
  return lines;
}

async function* each(lines: readonly string[]) {
  yield* lines;
}

const QUESTIONS = [
  'limit=100',
  'includeTopics=1',
  'includeCompanies=3',
  'searchTerms=flood',
  'includeGeoGroups=here',
  'excludeNonIframeableSources=1',
];
const EVERYTHING = [
  'geo-groups',
  'topics',
  'companies',
  'sources',
  'rules',
  'articles',
  'searches',
  'annotations',
  'pins',
  'recommended',
];
const answers = () => Promise.all(QUESTIONS.map((query) => freshItems(secret, query)));

test('an export imported into an empty newsroom returns equal responses and an equal export', async () => {
  await publish(operator, 'geo-groups', [{ slug: 'here', name: 'Here “quoted” 🌊', countries: ['GB', 'FR'] }]);
  await publish(operator, 'topics', [
    { id: 1, name: 'Cyber', slug: 'cyber', description: 'Risks', category: 1, excludedFromTrending: true },
    { id: 2, name: 'Floods', slug: 'floods', category: 2 },
  ]);
  await publish(operator, 'companies', [{ id: 3, name: 'Varnholt Re', organisationType: 'Carrier' }]);
  await publish(operator, 'sources', [
    {
      domain: 'a.example',
      name: 'A',
      iframeable: false,
      client: 'Topic Article',
      icon: 'https://a.example/icon.png',
      aggregator: true,
      publishes: ['b.example'],
      itemIdentity: 'id',
      itemRules: ['drop category: Sport', 'keep address: a.example/news in https://a.example/feed'],
      feeds: ['https://a.example/feed'],
    },
    { domain: 'd.example', name: 'D' },
    { domain: 'e.example', name: 'E' },
  ]);
  await publish(operator, 'rules', [{ kind: 'topic', ref: '2', words: ['flood'], exclusions: ['flood of claims'] }]);
  const stories = Array.from({ length: 230 }, (_, i) => ({
    id: 10 + i * 3,
    url: `https://${i % 2 ? 'a' : 'c'}.example/${i}`,
    title: `Story\u2028 ${i}`,
    contentType: 'article',
    introduction: i % 5 ? 'Calm' : 'A flood',
    publishedAt: '2026-01-01T00:00:00Z',
    topics: [1],
    companies: [3],
    countries: ['GB'],
    geoGroups: i % 3 ? [] : ['here'],
    image: { url: 'https://a.example/i.jpg', width: 10, height: 5, alt: 'x' },
  }));
  await publish(operator, 'articles', stories);
  await api.ask('POST', 'sources/d.example/merge', { into: 'a.example' });
  await api.ask('POST', 'sources/e.example/merge', { into: 'a.example' });
  await api.ask('POST', 'retag');
  await api.ask('PUT', 'articles/10', { ...stories[0], title: 'Edited later' });
  await api.ask('PUT', 'recommended/2026-01-02', { articles: [16, 10] });
  await api.ask('PUT', 'articles/13', { ...stories[1], paywalled: true, registration: true, client: 'Ours' });
  await api.ask('PUT', 'searches', [{ slug: 'floods', name: 'Floods', filter: { searchTerms: 'flood*' } }]);
  await api.ask('PUT', 'annotations/2026-01-02', { text: 'The river “rose”' });
  await api.ask('PUT', 'annotations/2026-01-02/article/13', { text: 'Sent with the newsletter' });
  await api.ask('PUT', 'pins/13', { position: 2, until: '2026-01-02T18:00:00Z', notice: 'correction' });

  const [before, asked] = [await linesOf(), await answers()];
  const collections = before.map((line) => (JSON.parse(line) as { collection: string }).collection);
  expect([...new Set(collections)]).toEqual(EVERYTHING);
  await emptyContent(feeds, audit, annotations, pins, savedSearches);
  expect(await freshItems(secret, 'limit=100')).toEqual([]);
  expect(await imported(api, each(before))).toEqual({ accepted: before.length, rejected: [] });
  expect(await linesOf()).toEqual(before);
  expect(await answers()).toEqual(asked);
  expect(await imported(api, each(before))).toEqual({ accepted: before.length, rejected: [] });
  expect(await linesOf()).toEqual(before);

  // Merged hosts remain aliases in the new newsroom.
  const { aliases } = await api.ask('GET', 'sources/a.example');
  expect(aliases).toEqual(['d.example', 'e.example']);
  const story = { ...stories[0], id: 5000, url: 'https://d.example/later' };
  await publish(operator, 'articles', [story]);
  expect(await api.ask('GET', 'articles/5000')).toMatchObject({ source: { domain: 'a.example', name: 'A' } });
});
