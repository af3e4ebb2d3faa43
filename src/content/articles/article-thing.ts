import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { articles } from '../../db/schema.ts';
import { columnNames, objectOf } from '../../db/sql.ts';
import type { RuleTags } from '../../db/values.ts';
import { rfc3339 } from '../../lib/time.ts';
import { NO_TAGS, TAG_KINDS, type Tags } from '../../tagging/tags.ts';
import type { ThingKind } from '../things.ts';
import { CONTENT_TYPES, ORGANISATION_TYPES } from '../types.ts';
import { toTags } from './item.ts';

export const tags = z.object({
  topics: z.array(z.int()),
  companies: z.array(z.int()),
  countries: z.array(z.string()),
  geoGroups: z.array(z.string()),
});

export const storedArticle = z.object({
  id: z.int(),
  url: z.string(),
  title: z.string(),
  introduction: z.string(),
  publishedAt: z.string(),
  contentType: z.enum(CONTENT_TYPES),
  ...tags.shape,
  organisationType: z.enum(ORGANISATION_TYPES).nullable(),
  client: z.string().nullable(),
  paywalled: z.boolean(),
  registration: z.boolean(),
  image: z
    .object({ url: z.string(), width: z.int().nullable(), height: z.int().nullable(), alt: z.string() })
    .nullable(),
  authors: z.array(z.object({ name: z.string(), url: z.string().optional() })),
  section: z.string().nullable(),
  keywords: z.array(z.string()),
  language: z.string().nullable(),
  words: z.int().nullable(),
  modifiedAt: z.string(),
  source: z.object({ domain: z.string(), name: z.string(), icon: z.string().nullable() }),
  topicNames: z.array(z.string()),
  companyNames: z.array(z.string()),
  byRules: tags,
  fromPage: z.object({ at: z.string(), fields: z.array(z.string()) }).nullable(),
});

type ArticleRow = Omit<typeof articles.$inferSelect, 'position' | 'storyId' | 'urlHash' | 'ruleTags'> & {
  ruleTags: RuleTags | null;
};

function toArticle({ ruleTags, source, ...row }: ArticleRow): z.output<typeof storedArticle> {
  const own = toTags(row);
  const added = ruleTags?.added ?? NO_TAGS;
  return {
    ...row,
    ...own,
    publishedAt: rfc3339(row.publishedAt),
    modifiedAt: rfc3339(row.modifiedAt),
    fromPage: row.fromPage && { ...row.fromPage, at: rfc3339(row.fromPage.at) },
    source: { domain: source.domain, name: source.name, icon: source.icon ?? null },
    topicNames: row.topics.map(({ name }) => name),
    companyNames: row.companies.map(({ name }) => name),
    byRules: Object.fromEntries(
      TAG_KINDS.map((kind) => [
        kind,
        (added[kind] as unknown[]).filter((tag) => (own[kind] as unknown[]).includes(tag)),
      ]),
    ) as unknown as Tags,
  };
}

export const ARTICLE: ThingKind<z.output<typeof storedArticle>> = {
  shape: z.custom<ArticleRow>().transform(toArticle),
  row: objectOf(articles, columnNames(articles, 'position', 'storyId', 'urlHash')),
  table: sql`${articles}`,
};

export const articleIs = (id: number) => sql`${articles.id} = ${id}`;
