import { expect, test } from 'vitest';
import { GEO_GROUPS } from '../../src/content/reference/geo-groups.ts';
import { makeTagger } from '../../src/tagging/tagger.ts';
import { FALSE_FRIENDS } from './false-friends.ts';

const companies = ['Gap', 'Target', 'News'].map((name, i) => ({ id: i + 1, name }));
const tagger = makeTagger({ companies, groups: GEO_GROUPS, rules: [] });

const probes = FALSE_FRIENDS.trim()
  .split('\n')
  .map((line) => line.split('=>').map((part) => part.trim()) as [text: string, tags: string]);

test('there are at least 120 probes', () => expect(probes.length).toBeGreaterThanOrEqual(120));

test.each(probes)('%s: %s', (title, expected) => {
  const { companies: named, countries, geoGroups } = tagger.tags({ title, introduction: '' });
  expect([...named.map((id) => `c${id}`), ...countries, ...geoGroups].join(' ')).toBe(expected);
});
