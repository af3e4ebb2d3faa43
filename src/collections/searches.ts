import * as z from 'zod';
import { loadGeography } from '../content/geography.ts';
import { type Refusals, refuse } from '../content/import-lines.ts';
import { nonEmptyText } from '../content/input.ts';
import { savedSearches as table } from '../db/schema.ts';
import { describeIssues } from '../lib/faults.ts';
import { slugPath } from '../lib/formats/params.ts';
import {
  EVERYTHING,
  type FilterValues,
  fewEnough,
  filterParams,
  toQueryParameters,
  unknownSlugs,
} from '../search/feed-filters.ts';
import {
  namingWebhooks,
  removeSearch,
  SAVED_SEARCH,
  type SavedSearch,
  saveSearches,
} from '../search/saved-searches.ts';
import { savingMatches } from '../webhooks/detect/matches.ts';
import { collection } from './core/collection.ts';
import { count, makeField } from './core/field.ts';

const filterShape = z.strictObject(filterParams).check(fewEnough);

const filter = z
  .record(z.string(), z.string({ error: 'must be text, as in the URL of a feed' }), {
    error: 'must be an object with parameters of /feed/',
  })
  .transform((given, ctx): FilterValues => {
    const read = filterShape.safeParse(given);
    if (read.success) return read.data;
    for (const [name, text] of Object.entries(describeIssues(read.error)))
      ctx.addIssue({ code: 'custom', message: name === 'body' ? text : `${name} ${text}` });
    return z.NEVER;
  })
  .describe('Filters of `/api/v2/feed/` by parameter, as in the URL of a feed');

const shown = z
  .object({
    slug: z.string(),
    name: z.string(),
    filter: z.record(z.string(), z.string()).describe('Filters of `/api/v2/feed/` that differ from the defaults'),
    feed: z
      .string()
      .describe(
        'Path of the feed of this search. The feed accepts `output`, `limit`, `tracked` and the appearance parameters',
      ),
  })
  .meta({ id: 'SavedSearch' });

const SEARCH_EXAMPLE = {
  slug: 'floods-in-europe',
  name: 'Floods in Europe',
  filter: { searchTerms: 'flood*,storm surge', includeGeoGroups: 'europe' },
};
const FLOODS = { ...SEARCH_EXAMPLE, feed: '/feeds/floods-in-europe/' };

const DEFAULT_FILTERS = toQueryParameters(EVERYTHING);

const toShown = ({ slug, name, filter }: SavedSearch): z.output<typeof shown> => ({
  slug,
  name,
  feed: `/feeds/${slug}/`,
  filter: Object.fromEntries(
    Object.entries(toQueryParameters({ ...filter })).flatMap(([name, value]) =>
      DEFAULT_FILTERS[name] === value ? [] : [[name, String(value)]],
    ),
  ),
});

export const searches = collection({
  name: 'searches',
  one: 'saved search',
  many: 'saved searches',
  kind: 'search',
  schemas: { line: 'SavedSearchInput', shown: 'SavedSearch' },
  table,
  key: 'slug',
  fields: {
    slug: makeField('text', z.string(), slugPath.max(100), { label: 'Slug', isRequired: true, isIdentity: true }),
    name: makeField('text', z.string(), nonEmptyText(200), { label: 'Name', isRequired: true }),
    filter: makeField('text', z.custom<FilterValues>(), filter, { label: 'Filters' }),
  },
  stored: { ...SAVED_SEARCH, shape: SAVED_SEARCH.shape.transform(toShown) },
  shown,
  addresses: [
    {
      name: 'Search',
      words: 'a saved search',
      path: z.object({ slug: slugPath.describe('Slug of the search') }),
      example: FLOODS,
    },
  ],
  example: SEARCH_EXAMPLE,
  inputExample: { name: SEARCH_EXAMPLE.name, filter: SEARCH_EXAMPLE.filter },
  list: {
    search: 'Text that the name or slug must contain',
    sorts: ['name', '-name', 'slug', '-slug'],
    searched: ['name', 'slug'],
  },
  toLine: ({ feed: _, ...search }) => search,
  printed: ['slug', 'name', 'feed'],

  async save({ db, author }, lines, guard) {
    const refusals: Refusals = new Map();
    const names = lines.some(({ value }) => value.filter.includeGeoGroups.length > 0);
    const geography = names ? await loadGeography(db, author.now) : [];
    for (const { line, value } of lines) {
      const unknown = unknownSlugs(value.filter.includeGeoGroups, geography);
      if (unknown.length > 0)
        refuse(refusals, line, 'filter', `includeGeoGroups: unknown geo group ${unknown.join(', ')}`);
    }
    const good = lines.filter(({ line }) => !refusals.has(line));
    await savingMatches(db, author.now, () => saveSearches(db, good, author, guard));
    return { refusals };
  },
  uses: { shape: { webhooks: count.describe('Number of webhooks that use this search') }, example: { webhooks: 1 } },
  usesOf: async (db, { slug }) => ({ webhooks: await namingWebhooks(db, slug) }),
  remove: ({ db, author }, { slug }, guard) => removeSearch(db, slug, author, guard),
});
