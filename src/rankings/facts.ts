import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { THIRD_PARTY_CLIENT } from '../content/types.ts';
import { articles } from '../db/schema.ts';

/** What rankings need to know of an article besides its clicks. */
export interface ArticleFacts {
  id: number;
  /** Epoch seconds; an article that is not published yet is in no ranking. */
  publishedAt: number;
  topics: number[];
  contentType: string;
  /** Slug of the source-type breakdown; null where it is in none. */
  sourceType: string | null;
  /** Source name. */
  source: string;
  /** Host of the source. */
  domain: string;
  /** Company ids. */
  companies: readonly number[];
  /** Alpha-2 codes of the direct tags. */
  countries: readonly string[];
  /** Names. */
  authors: readonly string[];
  section: string | null;
  /** The story that it is a copy of; left out: one of its own. */
  story?: number;
}

/** A row of `selectFacts`. */
export interface FactsRow {
  id: number;
  facts: string;
}

const a = alias(articles, 'a');

/** Query for the facts of articles with these ids, as `FactsRow`; ids without an article are left out. Reads two rows per id. */
export const selectFacts = (ids: readonly number[]): SQL => sql`
  SELECT ${a.id}, json_object('id', ${a.id}, 'publishedAt', ${a.publishedAt}, 'contentType', ${a.contentType},
    'topics', (SELECT json_group_array(value ->> 'id') FROM json_each(${a.topics})),
    'organisationType', coalesce(${a.organisationType}, ${a.source} ->> 'organisationType'),
    'client', coalesce(${a.client}, ${a.source} ->> 'client'), 'source', ${a.source} ->> 'name', 'domain', ${a.source} ->> 'domain',
    'companies', (SELECT json_group_array(value ->> 'id') FROM json_each(${a.companies})), 'countries', json(${a.countries}),
    'authors', (SELECT json_group_array(value ->> 'name') FROM json_each(${a.authors})),
    'section', ${a.section}, 'story', ${a.storyId}) AS facts
  FROM json_each(${JSON.stringify(ids)}) wanted JOIN ${articles} ${a} ON ${a.id} = wanted.value`;

type StoredFacts = Omit<ArticleFacts, 'sourceType'> & { organisationType: string | null; client: string | null };

/** Facts of a row. */
export function toFacts({ facts }: FactsRow): ArticleFacts {
  const { organisationType, client, ...known }: StoredFacts = JSON.parse(facts);
  const sourceType =
    client === THIRD_PARTY_CLIENT
      ? '3rd-party-publication'
      : (organisationType?.toLowerCase().replaceAll(' ', '-') ?? null);
  return { ...known, sourceType };
}

/** The same of a checked row. */
export const factsOfRow = z.object({ id: z.int(), facts: z.string() }).transform(toFacts);

/** The facts of many articles, in which equal texts, companies and countries are kept once: parsed ones are different objects. */
export class SharedFacts {
  readonly #texts = new Map<string, string>();
  readonly #companies = new Map<string, readonly number[]>();
  readonly #countries = new Map<string, readonly string[]>();
  readonly #authors = new Map<string, readonly string[]>();

  /** Equal facts. */
  of(facts: ArticleFacts): ArticleFacts {
    const { contentType, sourceType, source, domain, companies, countries, authors, section } = facts;
    return {
      ...facts,
      contentType: this.#text(contentType),
      sourceType: sourceType === null ? null : this.#text(sourceType),
      source: this.#text(source),
      domain: this.#text(domain),
      companies: first(this.#companies, companies.join(), companies),
      countries: first(this.#countries, countries.join(), countries),
      authors: first(this.#authors, authors.join('\n'), authors),
      section: section === null ? null : this.#text(section),
    };
  }

  #text(text: string): string {
    return first(this.#texts, text, text);
  }
}

/** The value that was given first for a key. */
function first<V>(known: Map<string, V>, key: string, value: V): V {
  const kept = known.get(key) ?? value;
  known.set(key, kept);
  return kept;
}
