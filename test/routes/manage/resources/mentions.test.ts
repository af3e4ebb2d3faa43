import { expect, test } from 'vitest';
import { duplicateNames } from '../../../../src/content/rules/duplicate-names.ts';
import { askWith, makeKey, publish } from '../../../support/index.ts';

const DAY_MS = 86_400_000;

interface Mentions {
  total: number;
  mentions: { ref: string; articles: number; before: number | null }[];
  duplicates: { ref: string; name: string; of: { ref: string; name: string } }[];
}

async function newsroom() {
  const operator = await makeKey('operator');
  const topic = (id: number, name: string) => ({ id, name, slug: `topic-${id}`, category: 1 });
  await publish(operator, 'topics', [topic(1, 'Cyber'), topic(2, 'Marine'), topic(3, 'Cybers'), topic(4, 'Space')]);
  await publish(operator, 'companies', [
    { id: 1, name: 'Varnholt Re', organisationType: 'Carrier' },
    { id: 2, name: 'Varnholt Ré plc', organisationType: 'Carrier' },
  ]);
  const now = Date.now();
  const ages = [-2, 0.1, 1, 6.9, 7.1, 13.9, 14.1];
  await publish(
    operator,
    'articles',
    ages.map((age, i) => ({
      id: i + 1,
      url: `https://${i % 2 === 0 ? 'even' : 'odd'}.example/${i + 1}`,
      title: 'A dull day',
      contentType: 'article',
      publishedAt: new Date(now - age * DAY_MS).toISOString(),
      topics: i % 2 === 0 ? [1, 2] : [2],
      companies: i === 1 ? [2] : [],
    })),
  );
  return operator;
}

const mentionsOf = async (operator: string, kind: string) =>
  (await (await askWith(operator, `/manage/${kind}/mentions`)).json<{ data: Mentions }>()).data;
const sorted = ({ mentions }: Mentions) => mentions.toSorted((a, b) => a.ref.localeCompare(b.ref));

test('mentions count the published articles of seven days and of the seven days before', async () => {
  const operator = await newsroom();
  const topics = await mentionsOf(operator, 'topics');
  expect(sorted(topics)).toEqual([
    { ref: '1', articles: 1, before: 1 },
    { ref: '2', articles: 3, before: 2 },
  ]);
  // Every installation also has the topic Risk Management.
  expect(topics.total).toBe(5);
  expect(sorted(await mentionsOf(operator, 'sources'))).toEqual([
    { ref: 'even.example', articles: 1, before: 1 },
    { ref: 'odd.example', articles: 2, before: 1 },
  ]);
  expect((await mentionsOf(operator, 'companies')).mentions).toEqual([{ ref: '2', articles: 1, before: 0 }]);
});

test('lists of topics and companies return only the named ids, also in a search', async () => {
  const operator = await newsroom();
  const idsOf = async (kind: 'topics' | 'companies', query: string) => {
    const response = await askWith(operator, `/manage/${kind}?${query}`);
    const { data } = await response.json<{ data: Record<string, { id: number }[]> }>();
    return data[kind]?.map(({ id }) => id);
  };
  expect(await idsOf('topics', 'ids=4,2,99&sort=id')).toEqual([2, 4]);
  expect(await idsOf('topics', 'ids=1,2&search=cyb')).toEqual([1]);
  expect(await idsOf('topics', 'ids=1,2&category=2')).toEqual([]);
  expect(await idsOf('companies', 'ids=2')).toEqual([2]);
  expect((await askWith(operator, '/manage/companies?ids=no')).status).toBe(400);
});

test('names that differ only in accents, plurals and legal forms are suggested as duplicates', async () => {
  const operator = await newsroom();
  expect((await mentionsOf(operator, 'topics')).duplicates).toEqual([
    { ref: '3', name: 'Cybers', of: { ref: '1', name: 'Cyber' } },
  ]);
  // The company with more articles remains.
  expect((await mentionsOf(operator, 'companies')).duplicates).toEqual([
    { ref: '1', name: 'Varnholt Re', of: { ref: '2', name: 'Varnholt Ré plc' } },
  ]);
});

test.each([
  ['Marsh & Co', 'Marsh and Co.', true],
  ['The Cover Note', 'Cover Note', true],
  ['Holding', 'Group', false],
  ['Cyber', 'Cyber Crime', false],
  ['Swiss Re', 'Munich Re', false],
  ['東京海上', '東京海上', true],
  ['東京海上', '日本生命', false],
  ['AXA XL', 'AXA', false],
])('%s and %s are duplicates: %s', (a, b, isDuplicate) => {
  const records = [
    { key: '1', name: a },
    { key: '2', name: b },
  ];
  expect(duplicateNames(records, () => 0).length > 0).toBe(isDuplicate);
});

test('deleted records and the history name the record into which a topic was merged', async () => {
  const operator = await newsroom();
  const merged = await askWith(operator, '/manage/topics/3/merge', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ into: 1 }),
  });
  expect(merged.status).toBe(200);
  const { data } = await (await askWith(operator, '/manage/deleted?kind=topic')).json<{
    data: { deleted: object[] };
  }>();
  expect(data.deleted).toMatchObject([{ name: 'Cybers', mergedInto: '1', mergedIntoName: 'Cyber' }]);
  const audit = await askWith(operator, '/manage/audit?kind=topic&action=merge');
  const { entries } = (await audit.json<{ data: { entries: object[] } }>()).data;
  expect(entries).toMatchObject([{ name: 'Cybers', mergedIntoName: 'Cyber' }]);
});
