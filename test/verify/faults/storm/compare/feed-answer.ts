import { type Article, GROUPS } from '../newsroom.ts';

/** A question to `/feed/` with what it must find, said plainly. */
export interface FeedQuestion {
  query: string;
  finds: (article: Article) => boolean;
}

export const FEED_QUESTIONS: readonly FeedQuestion[] = [
  { query: '', finds: () => true },
  { query: 'includeTopics=1,47', finds: ({ topics }) => topics.includes(1) || topics.includes(47) },
  { query: 'articleTypes=video,podcast', finds: ({ contentType }) => ['video', 'podcast'].includes(contentType) },
  {
    query: 'includeCompanies=1,2&excludeCompanies=3',
    finds: ({ companies }) => (companies.includes(1) || companies.includes(2)) && !companies.includes(3),
  },
  { query: 'includeCountries=IS', finds: (article) => isAbout(article, 'IS') },
  {
    query: 'includeGeoGroups=storm-coast&excludeCountries=GB',
    finds: ({ geoGroups, countries }) => geoGroups.includes('storm-coast') && !countries.includes('GB'),
  },
  {
    query: 'searchTerms=ember,fjord',
    finds: ({ title, introduction }) => /\b(ember|fjord)\b/.test(`${title} ${introduction}`),
  },
  { query: 'searchTerms=probe', finds: ({ title }) => title.startsWith('Probe ') },
  {
    query: 'additionalSources=paper1.example,paper2.example/views&includePaywalled=0',
    finds: ({ url, paywalled }) => !/^https:\/\/(paper1\.example\/|paper2\.example\/views)/.test(url) && !paywalled,
  },
];

const isAbout = ({ countries, geoGroups }: Article, code: string) =>
  countries.includes(code) || geoGroups.some((slug) => GROUPS[slug]?.includes(code));

/** Newest first, ties by higher id; what waits for its time is not there. `now`: epoch seconds. */
export const inFeed = (articles: Iterable<Article>, { finds }: FeedQuestion, now: number): Article[] =>
  Array.from(articles)
    .filter((article) => article.publishedAt <= now && finds(article))
    .sort((a, b) => b.publishedAt - a.publishedAt || b.id - a.id);
