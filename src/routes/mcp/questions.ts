/** A tool: a read of the API, by its operation id, with what a model has to know in addition to its description. */
interface Question {
  name: string;
  operationId: string;
  description?: string;
  /** Parameters of the read that only matter to other output formats. */
  without?: readonly string[];
}

/** How HTML looks, and which format is answered: tools always get data. */
const LOOK = ['output', 'theme', 'accent', 'layout', 'images', 'language', 'title', 'tracked'] as const;

const ARTICLES = 'The answer holds `articles`';

/** Every tool, in the order in which a client lists them. */
export const QUESTIONS: readonly Question[] = [
  {
    name: 'search_articles',
    operationId: 'getFeed',
    description: `${ARTICLES} and, where there are more, \`nextCursor\` for the next page. Find the ids of topics and companies with list_topics and list_companies, geo groups with list_geography.`,
    without: LOOK,
  },
  {
    name: 'recommended_articles',
    operationId: 'getRecommended',
    description: `${ARTICLES} and the \`date\` of the selection.`,
    without: LOOK,
  },
  {
    name: 'trending_topics',
    operationId: 'getTrending',
    description: 'Leaves out topics that the publisher excludes from trending unless they are included by id.',
  },
  { name: 'topics_by_engagement', operationId: 'getTrendingTopics', description: 'Ranks every topic.' },
  { name: 'growing_topics', operationId: 'getGrowth' },
  { name: 'rising_content', operationId: 'getRisingContent' },
  { name: 'popular_content', operationId: 'getPopularContent' },
  { name: 'topic_content', operationId: 'getTopicContent' },
  { name: 'co_topics', operationId: 'getCoTopics' },
  { name: 'topic_history', operationId: 'getTopicHistory' },
  { name: 'content_history', operationId: 'getContentHistory' },
  { name: 'content_insights', operationId: 'getContentInsights' },
  { name: 'audience', operationId: 'getAudience' },
  { name: 'list_topics', operationId: 'getTopics' },
  { name: 'list_companies', operationId: 'getCompanies' },
  { name: 'list_geography', operationId: 'getGeography' },
];
