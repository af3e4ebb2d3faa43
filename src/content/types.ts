import type { ContentType, OrganisationType, TopicCategory } from '../db/values.ts';

export {
  CONTENT_TYPES,
  type ContentType,
  ORGANISATION_TYPES,
  type OrganisationType,
  TOPIC_CATEGORIES,
  type TopicCategory,
  TYPE_NAMES,
} from '../db/values.ts';

/** The `client` that marks an article as a third-party publication. */
export const THIRD_PARTY_CLIENT = 'Topic Article';

/** The topic that `riskManagement=true` restricts to. */
export const RISK_MANAGEMENT_TOPIC = 47;

/** What publishers send to `PUT /manage/topics`. */
export interface TopicInput {
  id: number;
  name: string;
  slug: string;
  description: string;
  category: TopicCategory;
  excludedFromTrending?: boolean | undefined;
}

/** What publishers send to `PUT /manage/companies`. */
export interface CompanyInput {
  id: number;
  name: string;
  /** Any word; the usual ones are `ORGANISATION_TYPES`. */
  organisationType: string;
}

/** What publishers send to `PUT /manage/sources`; `domain` is the URL's host without a leading `www.`. */
export interface SourceInput {
  domain: string;
  name: string;
  icon?: string | undefined;
  iframeable?: boolean | undefined;
  organisationType?: OrganisationType | undefined;
  client?: string | undefined;
}

/** What publishers send to `PUT /manage/geo-groups`; countries are ISO 3166-1 alpha-2 codes. */
export interface GeoGroupInput {
  slug: string;
  name: string;
  countries: string[];
}

/** An image with its size in CSS pixels where known. */
export interface ImageInput {
  url: string;
  width?: number | undefined;
  height?: number | undefined;
  alt?: string | undefined;
}

/** What publishers send to `PUT /manage/articles`; `publishedAt` is RFC 3339. */
export interface ArticleInput {
  id?: number | undefined;
  url: string;
  title: string;
  introduction: string;
  publishedAt: string;
  contentType: ContentType;
  topics: number[];
  companies: number[];
  countries: string[];
  geoGroups: string[];
  organisationType?: OrganisationType | undefined;
  client?: string | undefined;
  paywalled?: boolean | undefined;
  registration?: boolean | undefined;
  image?: string | ImageInput | undefined;
}
