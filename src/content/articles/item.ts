import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { articles } from '../../db/schema.ts';
import { type ColumnName, inJson, joined } from '../../db/sql.ts';
import type { Tags } from '../../db/values.ts';
import { languageOf } from '../language.ts';

export type {
  ArticleCompany as ItemCompany,
  ArticleImage as ItemImage,
  ArticleTopic as ItemTopic,
} from '../../db/values.ts';

/** Displayed columns of an article, in the order of `ITEM_JSON`. */
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
  'words',
] as const satisfies readonly ColumnName<typeof articles>[];

type Row = Pick<typeof articles.$inferSelect, (typeof ITEM_COLUMNS)[number]>;

/** Article as output formats see it. `language`: from the publisher, otherwise detected. */
export interface FeedItem extends Omit<Row, 'id' | 'source'> {
  contentId: number;
  source: { name: string; domain: string; icon: string | null; iframeable: boolean; https: boolean };
  /** Present if the article represents a story. */
  story?: ItemStory;
}

export interface ItemStory {
  id: number;
  /** Number of published articles. */
  size: number;
  /** Names of at most five sources, earliest first. */
  sources: string[];
  /** RFC 3339. */
  firstAt: string;
}

const a = alias(articles, 'a');

/** Article as one JSON array, so that a page leaves the database as one text. */
export const itemJson = (row: typeof articles): SQL =>
  sql`json_array(${joined(ITEM_COLUMNS.map((name) => inJson(row[name])))})`;

/** JSON of an article of `articles a`. */
export const ITEM_JSON = itemJson(a as unknown as typeof articles);

/** Item of an `ITEM_JSON` row. The source supplies missing fields. */
export function toItem(stored: readonly unknown[]): FeedItem {
  const { id, ...row } = Object.fromEntries(ITEM_COLUMNS.map((name, i) => [name, stored[i]])) as unknown as Row;
  const { name, domain, icon, iframeable, organisationType, client } = row.source;
  return {
    contentId: id,
    ...row,
    organisationType: row.organisationType ?? organisationType,
    client: row.client ?? client,
    source: { name, domain, icon, iframeable: Boolean(iframeable), https: row.url.startsWith('https:') },
    language: row.language ?? languageOf(`${row.title} ${row.introduction}`),
  };
}

export const toTags = ({ topics, companies, countries, geoGroups }: TaggedRow): Tags => ({
  topics: topics.map(({ id }) => id),
  companies: companies.map(({ id }) => id),
  countries,
  geoGroups,
});

type TaggedRow = Pick<typeof articles.$inferSelect, 'topics' | 'companies' | 'countries' | 'geoGroups'>;
