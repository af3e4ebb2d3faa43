import { sql } from 'drizzle-orm';
import type { ContentType, OrganisationType, TopicCategory } from './types.ts';

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

/** An article of `articles a` as one JSON value, in the order of `StoredItem`: a page crosses from the database as one text. */
export const ITEM_JSON =
  sql.raw(`json_array(a.id, a.url, a.title, a.introduction, a.published_at, a.modified_at, a.content_type,
  a.organisation_type, a.client, a.paywalled, a.registration, json(a.image), json(a.source), json(a.topics), json(a.companies),
  json(a.countries), json(a.geo_groups))`);

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
  image: ItemImage | null,
  source: StoredSource,
  topics: ItemTopic[],
  companies: ItemCompany[],
  countries: string[],
  geoGroups: string[],
];

/** What an article does not say of itself, its source says for it. */
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
  };
}
