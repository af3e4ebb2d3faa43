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
