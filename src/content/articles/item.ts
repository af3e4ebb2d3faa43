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

/** Converts an `ITEM_JSON` row to an item. Fields that the article lacks come from its source. */
export function toItem(stored: readonly unknown[]): FeedItem {
  const values: Record<string, unknown> = { contentId: stored[0] };
  for (const [i, name] of ITEM_COLUMNS.entries()) if (i > 0) values[name] = stored[i];
  const { detectedLanguage, ...row } = values as unknown as Omit<Row, 'id'> & Pick<FeedItem, 'contentId'>;
  const { name, domain, icon = null, iframeable, organisationType = null, client = null } = row.source;
  return Object.assign(row, {
    organisationType: row.organisationType ?? organisationType,
    client: row.client ?? client,
    source: { name, domain, icon, iframeable: Boolean(iframeable), https: row.url.startsWith('https:') },
    language: languageOfArticle({ ...row, detectedLanguage }),
  });
}

export const toTags = ({ topics, companies, countries, geoGroups }: TaggedRow): Tags => ({
  topics: topics.map(({ id }) => id),
  companies: companies.map(({ id }) => id),
  countries,
  geoGroups,
});

type TaggedRow = Pick<typeof articles.$inferSelect, 'topics' | 'companies' | 'countries' | 'geoGroups'>;
