import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { articles } from '../../db/schema.ts';
import type {
  ArticleCompany,
  ArticleImage,
  ArticleSource,
  ArticleTopic,
  Byline,
  ContentType,
  OrganisationType,
  Tags,
} from '../../db/values.ts';
import type { Seconds } from '../../lib/time.ts';
import { languageOf } from '../language.ts';

export type {
  ArticleCompany as ItemCompany,
  ArticleImage as ItemImage,
  ArticleTopic as ItemTopic,
} from '../../db/values.ts';

export interface ItemSource {
  name: string;
  domain: string;
  icon: string | null;
  iframeable: boolean;
  https: boolean;
}

/** An article as every output format sees it. */
export interface FeedItem {
  contentId: number;
  title: string;
  url: string;
  introduction: string;
  publishedAt: Seconds;
  modifiedAt: number;
  contentType: ContentType;
  organisationType: OrganisationType | null;
  client: string | null;
  source: ItemSource;
  topics: ArticleTopic[];
  companies: ArticleCompany[];
  /** ISO 3166-1 alpha-2. */
  countries: string[];
  /** Slugs. */
  geoGroups: string[];
  paywalled: boolean;
  registration: boolean;
  image: ArticleImage | null;
  authors: Byline[];
  section: string | null;
  keywords: string[];
  /** BCP 47, as its publisher says, else as its words show; null: unknown. */
  language: string | null;
  words: number | null;
}

const a = alias(articles, 'a');

/** An article of `articles a` as one JSON value, in the order of `StoredItem`: a page leaves the database as one text. */
export const ITEM_JSON = sql`json_array(${a.id}, ${a.url}, ${a.title}, ${a.introduction}, ${a.publishedAt}, ${a.modifiedAt},
  ${a.contentType}, ${a.organisationType}, ${a.client}, ${a.paywalled}, ${a.registration}, json(${a.image}), json(${a.source}),
  json(${a.topics}), json(${a.companies}), json(${a.countries}), json(${a.geoGroups}),
  json(${a.authors}), ${a.section}, json(${a.keywords}), ${a.language}, ${a.words})`;

export type StoredItem = [
  contentId: number,
  url: string,
  title: string,
  introduction: string,
  publishedAt: number,
  modifiedAt: number,
  contentType: ContentType,
  organisationType: OrganisationType | null,
  client: string | null,
  paywalled: 0 | 1,
  registration: 0 | 1,
  image: ArticleImage | null,
  source: ArticleSource,
  topics: ArticleTopic[],
  companies: ArticleCompany[],
  countries: string[],
  geoGroups: string[],
  authors: Byline[],
  section: string | null,
  keywords: string[],
  language: string | null,
  words: number | null,
];

/** The item of a row; missing fields are those of the source. */
export function toItem([
  contentId,
  url,
  title,
  introduction,
  publishedAt,
  modifiedAt,
  contentType,
  organisationType,
  client,
  paywalled,
  registration,
  image,
  source,
  topics,
  companies,
  countries,
  geoGroups,
  authors,
  section,
  keywords,
  language,
  words,
]: StoredItem): FeedItem {
  const { name, domain, icon, iframeable } = source;
  return {
    contentId,
    title,
    url,
    introduction,
    publishedAt,
    modifiedAt,
    contentType,
    organisationType: organisationType ?? source.organisationType,
    client: client ?? source.client,
    source: { name, domain, icon, iframeable: Boolean(iframeable), https: url.startsWith('https:') },
    topics,
    companies,
    countries,
    geoGroups,
    paywalled: Boolean(paywalled),
    registration: Boolean(registration),
    image,
    authors,
    section,
    keywords,
    language: language ?? languageOf(`${title} ${introduction}`),
    words,
  };
}

/** The ids, codes and slugs of what an article's row names. */
export const toTags = ({ topics, companies, countries, geoGroups }: TaggedRow): Tags => ({
  topics: topics.map(({ id }) => id),
  companies: companies.map(({ id }) => id),
  countries,
  geoGroups,
});

type TaggedRow = Pick<typeof articles.$inferSelect, 'topics' | 'companies' | 'countries' | 'geoGroups'>;
