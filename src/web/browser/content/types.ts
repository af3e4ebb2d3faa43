/** What the service stores of each kind, as it answers it. */

export interface StoredArticle {
  id: number;
  url: string;
  title: string;
  introduction: string;
  publishedAt: string;
  contentType: string;
  topics: number[];
  companies: number[];
  countries: string[];
  geoGroups: string[];
  organisationType: string | null;
  client: string | null;
  paywalled: boolean;
  registration: boolean;
  image: { url: string; width: number | null; height: number | null; alt: string } | null;
  modifiedAt: string;
  source: { domain: string; name: string; icon: string | null };
  topicNames: string[];
  companyNames: string[];
  byRules: Tags;
}

export interface Tags {
  topics: number[];
  companies: number[];
  countries: string[];
  geoGroups: string[];
}

export interface StoredTopic {
  id: number;
  name: string;
  slug: string;
  description: string;
  category: number;
  excludedFromTrending: boolean;
}

export interface StoredCompany {
  id: number;
  name: string;
  organisationType: string;
}

export interface StoredSource {
  domain: string;
  name: string;
  icon: string | null;
  iframeable: boolean;
  organisationType: string | null;
  client: string | null;
  publishes: string[];
  aliases: string[];
  aggregator: boolean;
}

export interface StoredGroup {
  slug: string;
  name: string;
  countries: string[];
}

export interface StoredRule {
  kind: 'topic' | 'company' | 'country' | 'geoGroup';
  ref: string;
  words: string[];
  exclusions: string[];
}
