import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { articles } from '../../db/schema.ts';
import { type ColumnName, inJson, joined } from '../../db/sql.ts';
import type { Tags } from '../../db/values.ts';
import { languageOfArticle } from '../language.ts';

export type {
  ArticleCompany as ItemCompany,
  ArticleImage as ItemImage,
  ArticleTopic as ItemTopic,
} from '../../db/values.ts';

export const ITEM_COLUMNS = [
  'id',
  'title',
  'url',
  'introduction',
  'publishedAt',
  'modifiedAt',
  'contentType',
  'organisationType',
  'client',
  'source',
  'topics',
  'companies',
  'countries',
  'geoGroups',
  'paywalled',
  'registration',
  'image',
  'authors',
  'section',
  'keywords',
  'language',
  'detectedLanguage',
  'words',
] as const satisfies readonly ColumnName<typeof articles>[];

type Row = Pick<typeof articles.$inferSelect, (typeof ITEM_COLUMNS)[number]>;

/** Article in the form that all feed formats use. `language` comes from the publisher or is detected. */
export interface FeedItem extends Omit<Row, 'id' | 'source' | 'detectedLanguage'> {
  contentId: number;
  source: { name: string; domain: string; icon: string | null; iframeable: boolean; https: boolean };
  story?: ItemStory;
  /** Reason for the article’s position in a drawn order. Only secret keys see it. */
  pick?: 'engaging' | 'exploring' | 'pinned';
}

export interface ItemStory {
  id: number;
  size: number;
  /** Names of up to five sources that reported the story, earliest report first. */
  sources: string[];
  /** Publication time of the first article, in RFC 3339 format. */
  firstAt: string;
}

const a = alias(articles, 'a');

/** SQL expression: an article as a JSON array. With it, the database returns a page of articles as one string. */
export const itemJson = (row: typeof articles): SQL =>
  sql`json_array(${joined(ITEM_COLUMNS.map((name) => inJson(row[name])))})`;

export const ITEM_JSON = itemJson(a as unknown as typeof articles);

type ValuesOf<Names extends readonly (keyof Row)[]> = { [I in keyof Names]: Row[Names[I]] };

/** Converts an `ITEM_JSON` row to an item. Fields that the article lacks come from its source. */
export function toItem(stored: readonly unknown[]): FeedItem {
  // A loop over the names takes 20 times as long, because V8 gives its results no common hidden class.
  const [
    contentId,
    title,
    url,
    introduction,
    publishedAt,
    modifiedAt,
    contentType,
    organisationType,
    client,
    source,
    topics,
    companies,
    countries,
    geoGroups,
    paywalled,
    registration,
    image,
    authors,
    section,
    keywords,
    language,
    detectedLanguage,
    words,
  ] = stored as ValuesOf<typeof ITEM_COLUMNS>;
  return {
    contentId,
    title,
    url,
    introduction,
    publishedAt,
    modifiedAt,
    contentType,
    organisationType: organisationType ?? source.organisationType ?? null,
    client: client ?? source.client ?? null,
    source: {
      name: source.name,
      domain: source.domain,
      icon: source.icon ?? null,
      iframeable: Boolean(source.iframeable),
      https: url.startsWith('https:'),
    },
    topics,
    companies,
    countries,
    geoGroups,
    paywalled,
    registration,
    image,
    authors,
    section,
    keywords,
    language: languageOfArticle({ title, introduction, language, detectedLanguage }),
    words,
  };
}

export const toTags = ({ topics, companies, countries, geoGroups }: TaggedRow): Tags => ({
  topics: topics.map(({ id }) => id),
  companies: companies.map(({ id }) => id),
  countries,
  geoGroups,
});

type TaggedRow = Pick<typeof articles.$inferSelect, 'topics' | 'companies' | 'countries' | 'geoGroups'>;
