import { beforeEach, expect, test } from 'vitest';
import { saveCompanies } from '../../src/content/rows.ts';
import { retagUntagged } from '../../src/content/rules/retag.ts';
import { loadTagger } from '../../src/content/rules/rules.ts';
import { author, openTestDb } from '../support/index.ts';
import { companyInput } from '../support/lines.ts';
import { emptyNewsroom, NOW, openNewsroom, rule, save, stored, story } from './newsroom.ts';

beforeEach(async () => {
  await openNewsroom();
  await emptyNewsroom();
});

const addCompany = (id: number, name: string) =>
  saveCompanies(
    openTestDb(),
    [{ line: 1, value: companyInput.parse({ id, name, organisationType: 'Carrier' }) }],
    author,
  );

const day = 86_400_000;
const aged = (id: number, title: string, days: number) => ({
  ...story(id, title),
  publishedAt: Math.floor((NOW - days * day) / 1000),
});

test('loadTagger uses added rules and companies at once and otherwise returns the same tagger', async () => {
  const text = { title: 'Corvallen pays for flood damage', introduction: '' };
  const before = await loadTagger(openTestDb());
  expect(before.tags(text)).toMatchObject({ companies: [], topics: [] });
  expect(await loadTagger(openTestDb())).toBe(before);
  await addCompany(77, 'Corvallen');
  await rule('topic', 1, ['flood damage']);
  expect((await loadTagger(openTestDb())).tags(text)).toMatchObject({ companies: [77], topics: [1] });
});

test('untagged articles from the last 14 days are tagged with new companies, and others are not changed', async () => {
  await save([
    aged(1, 'Thornwick pays', 1),
    aged(2, 'Thornwick pays again', 15),
    { ...aged(3, 'Thornwick pays more', 2), topics: [2] },
    aged(4, 'Nobody pays', 3),
  ]);
  await addCompany(78, 'Thornwick');
  expect(await retagUntagged(openTestDb(), NOW)).toMatchObject({ changed: 1 });
  expect((await stored(1)).tags.companies).toEqual([78]);
  expect((await stored(2)).tags.companies).toEqual([]);
  expect((await stored(3)).tags.companies).toEqual([]);
  const again = openTestDb();
  expect(await retagUntagged(again, NOW)).toMatchObject({ changed: 0 });
  expect(again.usage.rowsWritten).toBe(0);
});
