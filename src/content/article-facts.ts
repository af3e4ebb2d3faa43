import { sql } from 'drizzle-orm';
import type { Article } from './input.ts';
import type { Tagged } from './tag-merge.ts';
import { tagsOf } from './tags.ts';

/** An article as it is about to be stored. */
export interface Draft extends Omit<Article, 'id' | 'image'> {
  id: number;
  image: string | null;
  urlKey: string;
  domain: string;
  facets: string;
  /** JSON of `RuleTags`, or null. */
  ruleTags: string | null;
}

/** Columns of `StoredFacts`. */
export const FACT_COLUMNS =
  sql.raw(`id, url, title, introduction, published_at AS publishedAt, content_type AS contentType,
  organisation_type AS organisationType, client, paywalled, registration, image, facets, rule_tags AS ruleTags, modified_at AS modifiedAt,
  (SELECT json_group_array(value ->> 'id' ORDER BY key) FROM json_each(topics)) AS topics,
  (SELECT json_group_array(value ->> 'id' ORDER BY key) FROM json_each(companies)) AS companies, countries, geo_groups AS geoGroups`);

export interface StoredFacts {
  id: number;
  url: string;
  topics: string;
  companies: string;
  countries: string;
  geoGroups: string;
  ruleTags: string | null;
  modifiedAt: number;
  facets: string;
  [column: string]: unknown;
}

/** An article as it stands: its tags, and its facts as one text. */
export interface Stored extends Tagged {
  url: string;
  facts: string;
  /** By which a change is noticed: `modified_at`, facets, what is remembered of tags. */
  version: [modifiedAt: number, facets: string, ruleTags: string | null];
}

export const toStored = (row: StoredFacts): Stored => ({
  url: row.url,
  facts: storedFacts(row),
  version: [row.modifiedAt, row.facets, row.ruleTags],
  tags: tagsOf((kind) => JSON.parse(row[kind])),
  ruleTags: row.ruleTags === null ? null : JSON.parse(row.ruleTags),
});

/** The stored facts as one text, to see whether anything changes. */
const storedFacts = (row: StoredFacts): string =>
  JSON.stringify([
    ...[row.url, row.title, row.introduction, row.publishedAt, row.contentType, row.organisationType, row.client],
    ...[Boolean(row.paywalled), Boolean(row.registration), row.image, row.facets],
    ...[row.topics, row.companies, row.countries, row.geoGroups],
  ]);

/** As `storedFacts`. */
const facts = (draft: Draft): string =>
  JSON.stringify([
    ...[draft.url, draft.title, draft.introduction, draft.publishedAt, draft.contentType],
    ...[
      draft.organisationType ?? null,
      draft.client ?? null,
      draft.paywalled,
      draft.registration,
      draft.image,
      draft.facets,
    ],
    ...[draft.topics, draft.companies, draft.countries, draft.geoGroups].map((list) => JSON.stringify(list)),
  ]);

/** What has to be written: whole articles, and those where only what is remembered of their tags has changed. */
export interface Differences {
  different: Draft[];
  remembered: Draft[];
}

export function differences(drafts: readonly Draft[], byId: ReadonlyMap<number, Stored>): Differences {
  const different = drafts.filter((draft) => byId.get(draft.id)?.facts !== facts(draft));
  const remembered = drafts.filter(
    (draft) => !different.includes(draft) && draft.ruleTags !== jsonOrNull(byId.get(draft.id)?.ruleTags),
  );
  return { different, remembered };
}

export const jsonOrNull = (value: unknown): string | null => (value ? JSON.stringify(value) : null);
