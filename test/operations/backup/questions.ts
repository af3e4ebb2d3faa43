import { everyQuestion, pathOf } from '../../routes/insights/questions.ts';

const FEEDS = [
  '',
  'limit=100',
  'output=rss',
  'output=html&theme=dark',
  'articleTypes=article,report&searchTerms=claims,cyber',
  'includeCountries=GB,DE&excludeCountries=US',
  'includeGeoGroups=europe&includePaywalled=0&includeRegistration=0',
  'includeTopics=1,2,11,12,47&excludeNonIframeableSources=1',
  'includeCompanies=1,2,3&output=rss',
  'excludeCompanies=1,2,3&excludeNonHttpsSources=1',
  'additionalSources=premium-ledger.example,ledger.example/2001',
  'searchTerms=flood,"cyber claims"',
];

/** Paths that request all stored data from every endpoint of `/api/v2`. `days`: days with recommended articles. */
export function everyPath(topicIds: number[], days: string[]): string[] {
  const analytics = everyQuestion({
    topicIds,
    limits: [undefined, 50],
    minContentItems: [undefined, 1],
    lists: [{}, { includeTopics: topicIds.slice(0, 2) }],
  });
  return [
    ...FEEDS.map((query) => `/api/v2/feed/?${query}`),
    '/api/v2/feed-recommended/?output=html',
    ...days.flatMap((day) => ['json', 'rss'].map((output) => `/api/v2/feed-recommended/?date=${day}&output=${output}`)),
    '/api/v2/geography/list/',
    ...analytics.map(pathOf),
  ];
}
