import { createClient } from 'newsgauge-client';

const { NEWSGAUGE_URL: baseUrl = 'http://localhost:8787', NEWSGAUGE_KEY: apiKey = '' } = process.env;
const newsgauge = createClient({ baseUrl, apiKey });

// Methods, parameters and responses are typed, so a wrong one does not compile. Errors are thrown.
const { topics } = await newsgauge.insights.growth({ limit: 3, minContentItems: 1 });
for (const { name, growthPercent } of topics) {
  const growth = growthPercent === null ? 'new' : `${growthPercent > 0 ? '+' : ''}${growthPercent}%`;
  console.log(`${name}: ${growth}`);
}

// Await a list to get one page, or iterate over it with `for await` to get all pages.
const { items } = await newsgauge.feed.list({
  articleTypes: ['article', 'report'],
  includeCountries: ['GB', 'DE'],
  limit: 5,
});
for (const { title, _article } of items) console.log(`${title} (${_article.source.name})`);
