import { beforeAll, expect, test } from 'vitest';
import { askWith, makeKey, publish } from '../../support/index.ts';

type Named = { name: string };
let groups: (Named & { countries: Named[] })[] = [];

beforeAll(async () => {
  await publish(await makeKey('operator'), 'geo-groups', [
    { slug: 'aland-and-others', name: 'Åland and others', countries: ['ZW', 'AX', 'AF', 'AL'] },
    { slug: 'zeta', name: 'zeta', countries: ['GB'] },
    { slug: 'alpha', name: 'alpha', countries: ['GB'] },
  ]);
  const response = await askWith(await makeKey('publishable'), '/api/v2/geography/list/');
  groups = ((await response.json()) as { data: { groups: typeof groups } }).data.groups;
});

const sorted = (list: readonly Named[]) =>
  list.map(({ name }) => name).toSorted(new Intl.Collator('en', { usage: 'sort' }).compare);

test('geo groups and countries are sorted by name', () => {
  const names = groups.map(({ name }) => name);
  expect(names).toEqual(sorted(groups));
  expect(names.indexOf('Åland and others')).toBeLessThan(names.indexOf('alpha'));
  expect(names.indexOf('alpha')).toBeLessThan(names.indexOf('Caribbean'));
  for (const { countries } of groups) expect(countries.map(({ name }) => name)).toEqual(sorted(countries));
  expect(groups.find(({ name }) => name === 'Åland and others')?.countries.map(({ name }) => name)).toEqual([
    'Afghanistan',
    'Åland Islands',
    'Albania',
    'Zimbabwe',
  ]);
});
