import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { loadGeography } from '../content/geography.ts';
import { withLanguages } from '../content/index/newsroom-languages.ts';
import type { Db } from '../db/client.ts';
import { companies, topics } from '../db/schema.ts';
import { operations } from '../http/endpoint.ts';
import { notFound } from '../http/errors.ts';
import { choice, ids, integer, shaped } from '../lib/formats/params.ts';
import { lazy } from '../lib/lazy.ts';
import { MINUTE_MS, toSeconds } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { newest } from '../search/cursor.ts';
import { fewEnough, filterParams, needsGeography } from '../search/feed-filters.ts';
import { countMatches } from '../search/page.ts';
import { findSearch, listSearches } from '../search/saved-searches.ts';
import { type NamedChoice, searchNames } from '../search/search-names.ts';
import { unknownGroups } from './api/feed.ts';

const CHOICES = ['topics', 'companies'] as const;
type Choice = (typeof CHOICES)[number];
const TABLES = { topics, companies } as const satisfies Record<Choice, unknown>;

const stored = z.array(z.tuple([z.int(), z.string()]));

/** Cache time of the names. Without a cache, each keystroke on the page would read all names. */
const REMEMBERED_MS = MINUTE_MS;
const remembered = new TtlCache<NamedChoice<number>[]>({ ttl: REMEMBERED_MS, capacity: CHOICES.length });

async function loadNames(db: Db, kind: Choice): Promise<NamedChoice<number>[]> {
  const { id, name } = TABLES[kind];
  const [row] = await db
    .select({ names: sql<string>`json_group_array(json_array(${id}, ${name}))`.as('names') })
    .from(TABLES[kind]);
  const names = stored.parse(JSON.parse(row?.names ?? '[]')).map(([id, name]) => ({ id, name }));
  return names.sort((a, b) => order().compare(a.name, b.name) || a.id - b.id);
}

const order = lazy(() => new Intl.Collator('en', { sensitivity: 'base', numeric: true }));

export const embedChoices = operations('Feed');

embedChoices.get('/', {
  operationId: 'getChoices',
  summary: 'Search topics or companies by name',
  description: 'Names that begin with the search text come first.',
  query: z.object({
    kind: choice(CHOICES, 'topics').describe('Kind of names to search'),
    q: shaped(/^[\s\S]{0,100}$/u, 'at most 100 characters').describe('Part of the name (default: all names)'),
    ids: ids.describe('Only these ids, to get their names'),
    limit: integer(1, 100, 20).describe('Maximum number of names'),
  }),
  data: z.object({
    choices: z.array(z.object({ id: z.int().positive(), name: z.string() })),
    more: z.boolean().describe('Whether more names match'),
  }),
  example: { choices: [{ id: 12, name: 'Cyber' }], more: false },
  answer: async (c, { query: { kind, q = '', ids, limit } }) => {
    const { db, now } = c.var;
    const names = await remembered.getOrLoad(kind, now, () => loadNames(db, kind));
    const found = searchNames(ids.length > 0 ? names.filter(({ id }) => ids.includes(id)) : names, q);
    return { choices: found.slice(0, limit), more: found.length > limit };
  },
});

embedChoices.get('/searches', {
  operationId: 'getSearchChoices',
  summary: 'List saved searches for embedding',
  data: z.object({ searches: z.array(z.object({ slug: z.string(), name: z.string() })) }),
  example: { searches: [{ slug: 'floods-in-europe', name: 'Floods in Europe' }] },
  answer: async (c) => ({ searches: await listSearches(c.var.db) }),
});

const MAX_MATCHES = 100;

embedChoices.get('/matches', {
  operationId: 'countMatches',
  summary: 'Count articles that match filters',
  description: `Counts up to ${MAX_MATCHES} articles of a feed, without loading them.`,
  query: z
    .object({
      search: shaped(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'the slug of a saved search').describe(
        'Saved search, whose filters apply instead',
      ),
      ...filterParams,
    })
    .check(fewEnough),
  check: unknownGroups,
  isCostly: () => true,
  errors: [404],
  data: z.object({ matches: z.int(), more: z.boolean().describe('Whether more articles match') }),
  example: { matches: 12, more: false },
  answer: async (c, { query: { search, ...filters } }) => {
    const { db, now } = c.var;
    const saved = search === undefined ? undefined : await findSearch(db, search);
    if (saved === null) throw notFound({ search: 'is not the slug of a saved search' });
    const filter = await withLanguages(db, saved ? { ...filters, ...saved.filter } : filters, now);
    const geography = needsGeography(filter) ? await loadGeography(db, now) : [];
    const before = newest(toSeconds(now));
    const matches = await countMatches(db, { filter, geography, before, most: MAX_MATCHES + 1 });
    return { matches: Math.min(matches, MAX_MATCHES), more: matches > MAX_MATCHES };
  },
});
