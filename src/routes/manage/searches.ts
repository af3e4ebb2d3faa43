import * as z from 'zod';
import { loadGeography } from '../../content/geography.ts';
import type { Author } from '../../content/history/audit.ts';
import { plain } from '../../content/input.ts';
import { type Line, type Refusals, refuse } from '../../content/saved.ts';
import type { Db } from '../../db/client.ts';
import type { Guard } from '../../db/guard.ts';
import { EVERYTHING, type SavedFilter } from '../../db/values.ts';
import { router } from '../../http/base.ts';
import { endpoint } from '../../http/endpoint.ts';
import { describeIssues, slugPath } from '../../http/params.ts';
import { unknownSlugs } from '../../search/filter.ts';
import {
  namingWebhooks,
  removeSearch,
  SAVED_SEARCH,
  type SavedSearch,
  saveSearches,
  searchIs,
} from '../../search/saved.ts';
import { GEO_GROUP_SORTS, savedSearchListing } from '../../search/thing-lists.ts';
import { savingMatches } from '../../webhooks/detect/matches.ts';
import { echo } from '../api/feed.ts';
import { fewEnough, filterParams } from '../feed/feed-params.ts';
import { count } from '../shapes.ts';
import { authorOf, upsert } from './lines.ts';
import { cursor, limit, loadPage, PAGE_FIELDS, pageFields, search, sortedBy } from './list-parameters.ts';
import { mountResource } from './resource.ts';

/** Feed filters with a name, for feeds, embeds and webhooks. */
export const manageSearches = router();

const filterShape = z.strictObject(filterParams).check(fewEnough);

/** The filters as `/feed/` takes them, and what is wrong with them. */
const filter = z
  .record(z.string(), z.string({ error: 'must be text, as in the address of a feed' }), {
    error: 'must be an object of parameters of /feed/',
  })
  .transform((given, ctx): SavedFilter => {
    const read = filterShape.safeParse(given);
    if (read.success) return read.data;
    for (const [name, text] of Object.entries(describeIssues(read.error)))
      ctx.addIssue({ code: 'custom', message: name === 'body' ? text : `${name} ${text}` });
    return z.NEVER;
  })
  .describe('Filters of `/api/v2/feed/` by parameter, each as the address of a feed has it');

const searchInput = z
  .object({
    slug: slugPath.max(100),
    name: plain(200).refine((text) => text !== '', { error: 'must not be empty' }),
    filter,
  })
  .meta({ id: 'SavedSearchInput' });

const shown = z
  .object({
    slug: z.string(),
    name: z.string(),
    filter: z.record(z.string(), z.string()).describe('Filters of `/api/v2/feed/` that are not as usual'),
    feed: z.string().describe('Path of its feed; it takes `output`, `limit`, `tracked` and how a page looks'),
  })
  .meta({ id: 'SavedSearch' });

const FLOODS = {
  slug: 'floods-in-europe',
  name: 'Floods in Europe',
  filter: { searchTerms: 'flood*,storm surge', includeGeoGroups: 'europe' },
  feed: '/feeds/floods-in-europe/',
};
const { feed: _, ...INPUT } = FLOODS;

/** What says nothing, because it is so without being said. */
const USUAL = echo(EVERYTHING);

const toShown = ({ slug, name, filter }: SavedSearch): z.output<typeof shown> => {
  return {
    ...{ slug, name, feed: `/feeds/${slug}/` },
    filter: Object.fromEntries(
      Object.entries(echo({ ...filter })).flatMap(([name, value]) =>
        USUAL[name] === value ? [] : [[name, String(value)]],
      ),
    ),
  };
};

/** Saves the good ones; those that name unknown geo groups are refused. */
async function save(
  { db, now }: { db: Db; now: number },
  lines: readonly Line<SavedSearch>[],
  author: Author,
  guard?: Guard,
): Promise<Refusals> {
  const refusals: Refusals = new Map();
  const geography = lines.some(({ value }) => value.filter.includeGeoGroups.length > 0)
    ? await loadGeography(db, now)
    : [];
  for (const { line, value } of lines) {
    const unknown = unknownSlugs(value.filter.includeGeoGroups, geography);
    if (unknown.length > 0)
      refuse(refusals, line, 'filter', `includeGeoGroups names no geo group: ${unknown.join(', ')}`);
  }
  const good = lines.filter(({ line }) => !refusals.has(line));
  await savingMatches(db, now, () => saveSearches(db, good, author, guard));
  return refusals;
}

manageSearches.put(
  '/',
  upsert(
    { operationId: 'putSearches', summary: 'Add or change saved searches', line: searchInput, example: INPUT },
    (_, lines, { author, ...context }) => save(context, lines, author),
  ),
);

manageSearches.get(
  '/',
  endpoint(
    {
      operationId: 'listSearches',
      summary: 'Saved searches, page by page',
      tag: 'Management',
      query: z.object({
        search: search.describe('Part of a name or slug'),
        ...{ sort: sortedBy(GEO_GROUP_SORTS), cursor, limit },
      }),
      data: z.object({ searches: z.array(shown), ...pageFields }),
      example: { searches: [FLOODS], ...PAGE_FIELDS },
    },
    async ({ var: { db } }, { query }) => {
      const { rows, ...page } = await loadPage(db, savedSearchListing(query), query);
      return { searches: rows.map(toShown), ...page };
    },
  ),
);

mountResource(manageSearches, {
  ...{ name: 'Search', words: 'a saved search', at: '/:slug' },
  path: z.object({ slug: slugPath.describe('Slug of the search') }),
  shown,
  example: FLOODS,
  input: searchInput.partial({ slug: true }),
  inputExample: { name: FLOODS.name, filter: FLOODS.filter },
  kind: { ...SAVED_SEARCH, shape: SAVED_SEARCH.shape.transform(toShown) },
  where: ({ slug }) => searchIs(slug),
  keyOf: ({ slug }) => ({ slug }),
  save: (c, line, { all }) => save(c.var, [{ line: 1, value: line as SavedSearch }], authorOf(c), all),
  removal: {
    loses: { webhooks: count.describe('Webhooks that name it') },
    example: { webhooks: 1 },
    losing: async (c, { slug }) => ({ webhooks: await namingWebhooks(c.var.db, slug) }),
    remove: (c, { slug }, guard) => removeSearch(c.var.db, slug, authorOf(c), guard),
  },
});
