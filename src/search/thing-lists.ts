import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { SOURCE_WITH_FEEDS, THINGS } from '../content/things.ts';
import type { OrganisationType, TopicCategory } from '../content/types.ts';
import { objectOf } from '../db/json.ts';
import { annotations, apiKeys, companies, geoGroups, savedSearches, sources, tagRules, topics } from '../db/schema.ts';
import { KEY_KINDS, type KeyKind } from '../keys/key.ts';
import type { KeyRecord } from '../keys/store.ts';
import type { Seconds } from '../lib/time.ts';
import { type Listing, type Order, orderBy, orderByKey, orderByPair } from './listing.ts';
import type { NameSearch } from './names.ts';
import { SAVED_SEARCH, type SavedSearch } from './saved.ts';

/** Lists of what editors manage beside articles. A page reads limit + 1 rows of an index, however many there are, and eight more for a search. */

const text = z.string().max(2000);
const NAMED = ['name', '-name'] as const;
export const TOPIC_SORTS = [...NAMED, 'id', '-id'] as const;
export const SOURCE_SORTS = ['domain', '-domain', ...NAMED] as const;
export const GEO_GROUP_SORTS = [...NAMED, 'slug', '-slug'] as const;
export const RULE_SORTS = ['kind', '-kind'] as const;

const byName = (name: SQL, key: SQL, shape: z.ZodType<string | number>): Order =>
  orderBy(sql`${name} COLLATE NOCASE`, key, z.tuple([text, shape]));

interface Asked<S extends string> {
  /** Part of a name; undefined: all. */
  search: string | undefined;
  sort: S;
}

/** One of the columns contains the words, in any case. */
const contains = (search: string | undefined, ...columns: SQL[]): SQL[] =>
  search === undefined
    ? []
    : [
        sql`(${sql.join(
          columns.map((column) => sql`instr(lower(${column}), lower(${search})) > 0`),
          sql` OR `,
        )})`,
      ];

const equals = (column: SQL, value: string | number | boolean | undefined): SQL[] =>
  value === undefined ? [] : [sql`${column} = ${typeof value === 'boolean' ? Number(value) : value}`];

/** A search by name in the order of a list: by name, or by the key alone. */
function searching(
  asked: Asked<string>,
  kind: NameSearch['kind'],
  key: SQL,
  ...filters: (string | number | boolean | undefined)[]
): { search: NameSearch | undefined } {
  const { search: text, sort } = asked;
  if (text === undefined) return { search: undefined };
  const isByName = sort.endsWith('name');
  return {
    search: {
      ...{ kind, text, isWanted: sql`${key} = wanted.value` },
      filters: filters.map((value) => (typeof value === 'boolean' ? Number(value) : value)),
      placeOf: ({ key, words }) => (isByName ? [words[0] ?? '', key] : [key]),
    },
  };
}

const among = ({ search }: { search: NameSearch | undefined }, keys: readonly string[] | undefined) => ({
  search: search && { ...search, among: keys },
});

const direction = (sort: string) => ({ sort, isDescending: sort.startsWith('-') });

export const topicListing = (
  asked: Asked<(typeof TOPIC_SORTS)[number]> & { category: TopicCategory | undefined },
): Listing<z.output<(typeof THINGS)['topic']['shape']>> => ({
  ...THINGS.topic,
  ...direction(asked.sort),
  from: THINGS.topic.table,
  where: equals(sql`${topics.category}`, asked.category),
  ...searching(asked, 'topic', sql`${topics.id}`, asked.category),
  order: asked.sort.endsWith('id')
    ? orderByKey(sql`${topics.id}`, z.int())
    : byName(sql`${topics.name}`, sql`${topics.id}`, z.int()),
});

export const companyListing = (
  asked: Asked<(typeof TOPIC_SORTS)[number]> & { organisationType: string | undefined },
): Listing<z.output<(typeof THINGS)['company']['shape']>> => ({
  ...THINGS.company,
  ...direction(asked.sort),
  from: THINGS.company.table,
  where: equals(sql`${companies.organisationType}`, asked.organisationType),
  ...searching(asked, 'company', sql`${companies.id}`, asked.organisationType),
  order: asked.sort.endsWith('id')
    ? orderByKey(sql`${companies.id}`, z.int())
    : byName(sql`${companies.name}`, sql`${companies.id}`, z.int()),
});

export const sourceListing = (
  asked: Asked<(typeof SOURCE_SORTS)[number]> & {
    organisationType: OrganisationType | undefined;
    withFeeds: boolean | undefined;
  },
): Listing<z.output<(typeof SOURCE_WITH_FEEDS)['shape']>> => ({
  ...SOURCE_WITH_FEEDS,
  ...direction(asked.sort),
  from: SOURCE_WITH_FEEDS.table,
  where: [
    ...equals(sql`${sources.organisationType}`, asked.organisationType),
    ...equals(sql`${sources.hasFeeds}`, asked.withFeeds),
  ],
  ...searching(asked, 'source', sql`${sources.domain}`, asked.organisationType, asked.withFeeds),
  order: asked.sort.endsWith('domain')
    ? orderByKey(sql`${sources.domain}`, text)
    : byName(sql`${sources.name}`, sql`${sources.domain}`, text),
});

/** `slugs`: those that are looked at, such as the groups of a country; undefined: all. */
export const geoGroupListing = (
  asked: Asked<(typeof GEO_GROUP_SORTS)[number]> & { slugs: readonly string[] | undefined },
): Listing<z.output<(typeof THINGS)['geoGroup']['shape']>> => ({
  ...THINGS.geoGroup,
  ...direction(asked.sort),
  from:
    asked.slugs === undefined || asked.search !== undefined
      ? THINGS.geoGroup.table
      : sql`json_each(${JSON.stringify(asked.slugs)}) w CROSS JOIN ${THINGS.geoGroup.table} ON ${geoGroups.slug} = w.value`,
  where: [],
  ...among(searching(asked, 'geoGroup', sql`${geoGroups.slug}`), asked.slugs),
  order: asked.sort.endsWith('slug')
    ? orderByKey(sql`${geoGroups.slug}`, text)
    : byName(sql`${geoGroups.name}`, sql`${geoGroups.slug}`, text),
});

export const savedSearchListing = (asked: Asked<(typeof GEO_GROUP_SORTS)[number]>): Listing<SavedSearch> => ({
  ...SAVED_SEARCH,
  ...direction(asked.sort),
  from: SAVED_SEARCH.table,
  where: contains(asked.search, sql`${savedSearches.name}`, sql`${savedSearches.slug}`),
  order: asked.sort.endsWith('slug')
    ? orderByKey(sql`${savedSearches.slug}`, text)
    : byName(sql`${savedSearches.name}`, sql`${savedSearches.slug}`, text),
});

/** The key of a rule in a list is `kind/ref`. */
const IS_WANTED_RULE = sql`(${tagRules.kind}, ${tagRules.ref}) = (substr(wanted.value, 1, instr(wanted.value, '/') - 1), substr(wanted.value, instr(wanted.value, '/') + 1))`;

export const ruleListing = (
  asked: Asked<(typeof RULE_SORTS)[number]> & { kind: string | undefined },
): Listing<z.output<(typeof THINGS)['rule']['shape']>> => ({
  ...THINGS.rule,
  ...direction(asked.sort),
  sort: `${asked.sort} ${asked.kind ?? ''}`,
  from: THINGS.rule.table,
  where: equals(sql`${tagRules.kind}`, asked.kind),
  search:
    asked.search === undefined
      ? undefined
      : {
          ...{ kind: 'rule', text: asked.search, isWanted: IS_WANTED_RULE },
          filters: [asked.kind],
          placeOf: ({ words: [ref = ''], filters: [kind] }) => (asked.kind === undefined ? [String(kind), ref] : [ref]),
        },
  // Of one kind only what rules are for makes an order.
  order:
    asked.kind === undefined
      ? orderByPair(sql`${tagRules.kind}`, sql`${tagRules.ref}`, z.tuple([text, text]))
      : orderByKey(sql`${tagRules.ref}`, text),
});

export const annotationListing = ({
  from,
  to,
}: Record<'from' | 'to', string | undefined>): Listing<z.output<(typeof THINGS)['annotation']['shape']>> => ({
  ...THINGS.annotation,
  ...direction('-date'),
  from: THINGS.annotation.table,
  where: [
    ...(from === undefined ? [] : [sql`${annotations.key} >= ${from}`]),
    ...(to === undefined ? [] : [sql`${annotations.key} < ${`${to}0`}`]),
  ],
  order: orderByKey(sql`${annotations.key}`, text),
});

export const KEY_SORTS = ['id', '-id', ...NAMED] as const;
export const KEY_STATES = ['living', 'expired', 'revoked'] as const;

const keyRecord: z.ZodType<KeyRecord> = z.object({
  ...{ id: z.int(), kind: z.enum(KEY_KINDS), name: z.string(), origins: z.array(z.string()), createdAt: z.int() },
  ...{ expiresAt: z.int().nullable(), revokedAt: z.int().nullable(), signer: z.int().nullable() },
});

/** The state of a key, as `isAlive` of `src/keys/store.ts` sees it. */
function inState(state: (typeof KEY_STATES)[number] | undefined, now: Seconds): SQL[] {
  const { expiresAt, revokedAt } = apiKeys;
  const isOver = sql`coalesce(${expiresAt} <= ${now}, false)`;
  if (state === undefined) return [];
  if (state === 'revoked') return [sql`${revokedAt} IS NOT NULL`];
  return [sql`${revokedAt} IS NULL`, state === 'expired' ? isOver : sql`NOT ${isOver}`];
}

/** Keys; of a kind, a state or a part of a name the ones in between are read, too. */
export const keyListing = (
  asked: Asked<(typeof KEY_SORTS)[number]> & {
    kind: KeyKind | undefined;
    state: (typeof KEY_STATES)[number] | undefined;
  },
  now: Seconds,
): Listing<KeyRecord> => ({
  ...direction(asked.sort),
  shape: keyRecord,
  row: objectOf(apiKeys, ['id', 'kind', 'name', 'origins', 'createdAt', 'expiresAt', 'revokedAt', 'signer']),
  from: sql`${apiKeys}`,
  where: [
    ...contains(asked.search, sql`${apiKeys.name}`),
    ...equals(sql`${apiKeys.kind}`, asked.kind),
    ...inState(asked.state, now),
  ],
  order: asked.sort.endsWith('id')
    ? orderByKey(sql`${apiKeys.id}`, z.int())
    : byName(sql`${apiKeys.name}`, sql`${apiKeys.id}`, z.int()),
});
