/** Scripted questions to the tools, with a word that the answer has to hold. The newsroom is that of the reference's tests. */
export interface Scripted {
  question: string;
  tool: string;
  args: Record<string, unknown>;
  holds: RegExp;
}

export const SCRIPT: readonly Scripted[] = [
  { question: 'What is new?', tool: 'search_articles', args: { limit: 3 }, holds: /ledger\.example\/2001/ },
  {
    question: 'What was written about floods?',
    tool: 'search_articles',
    holds: /A flood of cyber claims/,
    args: { searchTerms: ['flood', 'storm'] },
  },
  {
    question: 'Which reports name Varnholt Re?',
    tool: 'search_articles',
    holds: /Varnholt Re/,
    args: { includeCompanies: [3], articleTypes: ['report'] },
  },
  {
    question: 'What is free to read about cyber in Britain?',
    tool: 'search_articles',
    holds: /"countries":\["GB"\]/,
    args: { includeTopics: [11], includeCountries: ['gb'], includePaywalled: 0 },
  },
  { question: 'What do the editors recommend today?', tool: 'recommended_articles', args: {}, holds: /Story 2003/ },
  { question: 'Which topics trend?', tool: 'trending_topics', args: {}, holds: /"slug":"cyber"/ },
  {
    question: 'Which do brokers read now?',
    tool: 'trending_topics',
    holds: /"slug":"talent"/,
    args: { period: 'now', companyType: 'broker', limit: 5 },
  },
  { question: 'How do all topics rank?', tool: 'topics_by_engagement', args: { period: '24h' }, holds: /previousRank/ },
  { question: 'Which topics grow?', tool: 'growing_topics', args: { minContentItems: 1 }, holds: /growthPercent/ },
  {
    question: 'Which shrink?',
    tool: 'growing_topics',
    holds: /"topics":\[/,
    args: { direction: 'down', minContentItems: 1 },
  },
  { question: 'What is rising?', tool: 'rising_content', args: { topics: [11] }, holds: /Story 200\d/ },
  { question: 'What is popular this week?', tool: 'popular_content', args: { period: '7d' }, holds: /Story 200\d/ },
  {
    question: 'What do directors read?',
    tool: 'popular_content',
    holds: /"slug":"director"/,
    args: { breakdown: 'seniority', limit: 3 },
  },
  { question: 'What is read on cyber?', tool: 'topic_content', args: { id: 11 }, holds: /"topicId":11/ },
  { question: 'What goes with cyber?', tool: 'co_topics', args: { id: 11 }, holds: /"name":"Talent"/ },
  { question: 'How did talent do this month?', tool: 'topic_history', args: { id: 12, days: 28 }, holds: /"index":/ },
  { question: 'How did story 2001 do?', tool: 'content_history', args: { id: 2001 }, holds: /"contentId":2001/ },
  { question: 'Where does story 2002 rank?', tool: 'content_insights', args: { id: 2002 }, holds: /"ranks":\[\{/ },
  { question: 'Who reads cyber?', tool: 'audience', args: { topic: 11 }, holds: /"companyTypes"/ },
  { question: 'Which topics are there?', tool: 'list_topics', args: {}, holds: /Risk Management/ },
  { question: 'Which companies?', tool: 'list_companies', args: {}, holds: /"organisationType":"Carrier"/ },
  { question: 'Which regions?', tool: 'list_geography', args: {}, holds: /"slug":"europe"/ },
];
