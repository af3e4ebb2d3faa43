import { expect, test } from 'vitest';
import { SEARCH_FIELDS } from '../../src/content/removal/remove-tags.ts';
import { builderFilters, EVERYTHING, filterOf } from '../../src/search/feed-filters.ts';
import { compileMatch } from '../../src/search/match.ts';

test('a search that was saved before a filter existed matches as before', () => {
  const { includeLanguages: _, includePaywalled: __, ...older } = { ...EVERYTHING, includeTopics: [1] };
  expect(compileMatch(filterOf(older), [])).toEqual(compileMatch({ ...EVERYTHING, includeTopics: [1] }, []));
});

test('saved searches follow a merged or deleted topic or company in each filter', () => {
  const namesOf = (type: string) => builderFilters().fields.flatMap((field) => (field.type === type ? field.name : []));
  expect({ topic: namesOf('topics'), company: namesOf('companies') }).toEqual(SEARCH_FIELDS);
});
