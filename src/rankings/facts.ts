import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { THIRD_PARTY_CLIENT } from '../content/types.ts';
import { articles } from '../db/schema.ts';

export interface ArticleFacts {
  id: number;
  publishedAt: number;
  topics: number[];
  contentType: string;
  sourceType: string | null;
  source: string;
  domain: string;
  companies: readonly number[];
  /** ISO 3166-1 alpha-2 codes of the countries with which the article itself is tagged. */
  countries: readonly string[];
  authors: readonly string[];
  section: string | null;
  /** Id of the article's story. Absent if the story contains no other article. */
  story?: number;
}

export type DayArticle = Omit<ArticleFacts, 'publishedAt' | 'story'>;

export interface FactsRow {
  id: number;
  facts: string;
}

const a = alias(articles, 'a');

/** Builds a query that returns article facts as `FactsRow` and skips unknown ids. It reads two rows per id. */
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

export function toFacts({ facts }: FactsRow): ArticleFacts {
  const { organisationType, client, ...known }: StoredFacts = JSON.parse(facts);
  const sourceType =
    client === THIRD_PARTY_CLIENT
      ? '3rd-party-publication'
      : (organisationType?.toLowerCase().replaceAll(' ', '-') ?? null);
  return { ...known, sourceType };
}

export const factsOfRow = z.object({ id: z.int(), facts: z.string() }).transform(toFacts);

/** Shares equal strings and lists between articles to save memory. JSON parsing creates copies for each article. */
export class SharedFacts {
  readonly #texts = new Map<string, string>();
  readonly #companies = new Map<string, readonly number[]>();
  readonly #countries = new Map<string, readonly string[]>();
  readonly #authors = new Map<string, readonly string[]>();

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

function first<V>(known: Map<string, V>, key: string, value: V): V {
  const sharedValue = known.get(key) ?? value;
  known.set(key, sharedValue);
  return sharedValue;
}
