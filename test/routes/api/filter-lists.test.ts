import { beforeAll, expect, test } from 'vitest';
import { askWith, makeKey, publish } from '../../support/index.ts';

const topic = (id: number, name: string) => ({
  id,
  name,
  slug: `topic-${id}`,
  description: `About ${name}`,
  category: 2,
  excludedFromTrending: id === 3,
});

let key = '';
beforeAll(async () => {
  key = await makeKey('publishable');
  const operator = await makeKey('operator');
  await publish(operator, 'topics', [topic(1, 'Zebra'), topic(2, 'Éclair'), topic(3, 'apple')]);
  await publish(operator, 'companies', [
    { id: 9, name: 'Zürich', organisationType: 'Carrier' },
    { id: 7, name: 'Same', organisationType: 'Broker' },
    { id: 5, name: 'Same', organisationType: 'Broker' },
  ]);
});

const data = async (path: string) =>
  ((await (await askWith(key, path)).json()) as { data: Record<string, object[]> }).data;

test('the list of topics is sorted by name and contains the specified fields', async () => {
  const { topics = [] } = await data('/api/v2/topics/list/');
  // Topic 47 exists in every newsroom.
  expect(topics.map((topic) => (topic as { id: number }).id)).toEqual([3, 2, 47, 1]);
  expect(topics[0]).toEqual({ id: 3, name: 'apple', slug: 'topic-3', description: 'About apple', category: 2 });
});

test('the list of companies is sorted by name, then by id', async () => {
  expect(await data('/api/v2/companies/list')).toEqual({
    companies: [
      { id: 5, name: 'Same', organisationType: 'Broker' },
      { id: 7, name: 'Same', organisationType: 'Broker' },
      { id: 9, name: 'Zürich', organisationType: 'Carrier' },
    ],
  });
});
