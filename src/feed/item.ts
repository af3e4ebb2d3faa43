import { sql } from 'drizzle-orm';
import type { ContentType, OrganisationType, TopicCategory } from '../content/types.ts';

export interface ItemTopic {
  id: number;
  name: string;
  slug: string;
  category: TopicCategory;
}

export interface ItemCompany {
  id: number;
  name: string;
}

export interface ItemSource {
  name: string;
  domain: string;
  icon: string | null;
  iframeable: boolean;
  https: boolean;
}

export interface ItemImage {
  url: string;
  width: number | null;
  height: number | null;
  alt: string;
}

/** An article as every output format sees it. */
export interface FeedItem {
  contentId: number;
  title: string;
  url: string;
  introduction: string;
  /** Epoch seconds. */
  publishedAt: number;
  modifiedAt: number;
  contentType: ContentType;
  organisationType: OrganisationType | null;
  client: string | null;
  source: ItemSource;
  topics: ItemTopic[];
  companies: ItemCompany[];
  /** ISO 3166-1 alpha-2. */
  countries: string[];
  /** Slugs. */
  geoGroups: string[];
  paywalled: boolean;
  registration: boolean;
  image: ItemImage | null;
}

/** A source as it stands inside its articles' rows. */
export interface StoredSource {
  domain: string;
  name: string;
  icon: string | null;
  iframeable: boolean;
  organisationType: OrganisationType | null;
  client: string | null;
}

/** Columns of `articles a` that `toItem` reads. */
export const ITEM_COLUMNS =
  sql.raw(`a.id, a.url, a.url_key AS urlKey, a.title, a.introduction, a.published_at AS publishedAt,
  a.modified_at AS modifiedAt, a.content_type AS contentType, a.organisation_type AS organisationType, a.client, a.paywalled,
  a.registration, a.image, a.source, a.topics, a.companies, a.countries, a.geo_groups AS geoGroups`);

export interface ItemRow {
  id: number;
  url: string;
  urlKey: string;
  title: string;
  introduction: string;
  publishedAt: number;
  modifiedAt: number;
  contentType: ContentType;
  organisationType: OrganisationType | null;
  client: string | null;
  paywalled: 0 | 1;
  registration: 0 | 1;
  image: string | null;
  source: string;
  topics: string;
  companies: string;
  countries: string;
  geoGroups: string;
}

/** What an article does not say of itself, its source says for it. */
export function toItem(row: ItemRow): FeedItem {
  const source: StoredSource = JSON.parse(row.source);
  return {
    contentId: row.id,
    title: row.title,
    url: row.url,
    introduction: row.introduction,
    publishedAt: row.publishedAt,
    modifiedAt: row.modifiedAt,
    contentType: row.contentType,
    organisationType: row.organisationType ?? source.organisationType,
    client: row.client ?? source.client,
    source: {
      name: source.name,
      domain: source.domain,
      icon: source.icon,
      iframeable: Boolean(source.iframeable),
      https: row.url.startsWith('https:'),
    },
    topics: JSON.parse(row.topics),
    companies: JSON.parse(row.companies),
    countries: JSON.parse(row.countries),
    geoGroups: JSON.parse(row.geoGroups),
    paywalled: Boolean(row.paywalled),
    registration: Boolean(row.registration),
    image: row.image ? JSON.parse(row.image) : null,
  };
}
