import { expect, test } from 'vitest';
import { SEARCH_FIELDS } from '../../src/content/removal/remove-tags.ts';
import { builderFilters } from '../../src/search/feed-filters.ts';
import { askWith, makeKey, publish } from '../support/index.ts';

const operator = await makeKey('operator');
const topic = (id: number) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, category: 1 });
const company = (id: number) => ({ id, name: `Company ${id}`, organisationType: 'Broker' });

async function manage<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await askWith(operator, `/manage/${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  expect(answer.status, path).toBe(200);
  return ((await answer.json()) as { data: T }).data;
}
const filterOf = async (slug: string) =>
  (await manage<{ filter: Record<string, unknown> }>('GET', `searches/${slug}`)).filter;

test('merging a topic or company replaces it with the target in saved searches, without duplicates', async () => {
  await publish(operator, 'topics', [1, 2, 3].map(topic));
  await publish(operator, 'companies', [11, 12].map(company));
  const saved = {
    tide: { includeTopics: '1,2,3', excludeCompanies: '11' },
    wind: { includeTopics: '1', includeCompanies: '12,11' },
    calm: { includeTopics: '2', searchTerms: 'one, 1' },
  };
  for (const [slug, filter] of Object.entries(saved))
    await manage('PUT', `searches/${slug}`, { slug, name: slug, filter });
  const calm = await filterOf('calm');

  await manage('POST', 'topics/1/merge', { into: 2 });
  await manage('POST', 'companies/11/merge', { into: 12 });

  expect(await filterOf('tide')).toMatchObject({ includeTopics: '2,3', excludeCompanies: '12' });
  expect(await filterOf('wind')).toMatchObject({ includeTopics: '2', includeCompanies: '12' });
  expect(await filterOf('calm')).toEqual(calm);
});

test('each filter of topics or companies follows merges', () => {
  const namesOf = (type: string) => builderFilters().fields.flatMap((field) => (field.type === type ? field.name : []));
  expect({ topic: namesOf('topics'), company: namesOf('companies') }).toEqual(SEARCH_FIELDS);
});
