import { createClient } from 'newsgauge-client';

const { NEWSGAUGE_URL: baseUrl = 'http://localhost:8787', NEWSGAUGE_KEY: apiKey = '' } = process.env;
const newsgauge = createClient({ baseUrl, apiKey });

// Paths, parameters and answers are typed; a wrong one does not compile.
const { data, error } = await newsgauge.GET('/api/v2/insights/trending-topics/growth/', {
  params: { query: { limit: 3, minContentItems: 1 } },
});
if (error) throw new Error(JSON.stringify(error));
for (const { name, growthPercent } of data.data.topics) {
  const growth = growthPercent === null ? 'new' : `${growthPercent > 0 ? '+' : ''}${growthPercent}%`;
  console.log(`${name}: ${growth}`);
}

const feed = await newsgauge.GET('/api/v2/feed/', {
  params: { query: { articleTypes: ['article', 'report'], includeCountries: ['GB', 'DE'], limit: 5 } },
});
for (const { title, _article } of feed.data?.items ?? []) console.log(`${title} (${_article.source.name})`);
