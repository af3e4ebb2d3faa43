import type { CheckName } from './checks.ts';

/**
 * Every sentence of “Features” and the introduction of README.md, and of “Promises” in SECURITY.md. A sentence has a
 * check of the simulated week, or names the suite or test file that proves it. `note`: it promises nothing.
 */
export interface Promised {
  text: string;
  checks?: readonly CheckName[];
  /** Names of suites of `npm run verify`, or test files. */
  proof?: readonly string[];
  note?: true;
}

export const README: readonly Promised[] = [
  { text: 'newsgauge', note: true },
  {
    text: 'A content feed and engagement analytics for industry-news publishers. newsgauge collects articles from your sources and publishes them as JSON Feed, RSS or an embeddable page.',
    checks: ['collectsArticles', 'publishesFormats'],
  },
  { text: 'It shows which topics and articles your readers follow.', checks: ['answersSoon'] },
  {
    text: 'IP addresses are never stored, and the API returns rankings and percentages, not click counts.',
    checks: ['storesNoReaders', 'revealsNoCounts'],
  },
  { text: '!What is rising this week, and why', note: true },
  {
    text: 'It runs on Cloudflare Workers (D1, Queues, Durable Objects), or with `npm start` on a single machine.',
    checks: ['countsOnce'],
    proof: ['differential', 'cloud'],
  },
  { text: 'MIT licence.', proof: ['scripts/check/licences.ts'] },
  { text: 'Features', note: true },
  { text: 'Feeds with precise filters.', checks: ['filtersFeeds'] },
  {
    text: 'Select articles by type, topic, company, country, source or phrase, as JSON Feed, RSS or an embeddable page.',
    checks: ['filtersFeeds', 'publishesFormats'],
    proof: ['searches'],
  },
  { text: 'Clicks counted exactly once.', checks: ['countsOnce'] },
  {
    text: "Retries, crashes and four days without a database neither lose nor double a click (24 hours on Cloudflare's Free plan).",
    checks: ['countsOnce'],
    proof: ['faults', 'crash'],
  },
  {
    text: 'Articles that arrive by themselves. newsgauge polls RSS, Atom and JSON feeds, stores each article once, and tags it.',
    checks: ['collectsArticles'],
  },
  { text: 'Answers within seconds.', checks: ['answersSoon'] },
  {
    text: 'Popular and rising articles, trending topics, growth with confidence intervals, histories and audiences.',
    checks: ['answersSoon', 'countsDays'],
    proof: ['newsroom', 'ranges'],
  },
  { text: 'Integrations.', checks: ['signsWebhooks'] },
  {
    text: 'Signed webhooks, a WebSub hub, a WordPress plugin, and tools for language models.',
    checks: ['signsWebhooks', 'servesTools'],
    proof: ['websub', 'test/verify/wordpress/verify.ts'],
  },
  { text: 'Any language.', checks: ['searchesLanguages'] },
  {
    text: 'Articles are searched, tagged and displayed in their own language; embeds have twelve.',
    checks: ['searchesLanguages'],
    proof: ['test/delivery/html.test.ts'],
  },
];

export const SECURITY: readonly Promised[] = [
  { text: 'Promises', note: true },
  {
    text: 'Keys have at least 160 random bits, and only their hashes are stored.',
    checks: ['makesLongKeys', 'storesNoKeys'],
  },
  { text: 'Logs, links, cache keys and errors never contain a key.', checks: ['storesNoKeys'], proof: ['abuse'] },
  { text: 'Operator keys are accepted in the `Authorization` header only.', checks: ['acceptsOperatorsInOneHeader'] },
  {
    text: 'A revoked key reads nothing after 1 second, plus the lag of the read replica.',
    checks: ['endsRevokedKeys'],
  },
  { text: 'It reports no clicks after 60 seconds.', checks: ['endsRevokedKeys'] },
  {
    text: 'If the database is unreachable, an isolate that knows a key accepts it for at most 1 hour.',
    proof: ['faults'],
  },
  { text: "Readers' addresses are neither stored nor logged.", checks: ['storesNoReaders'] },
  {
    text: "A reader is a hash of the address and the day's salt, and the hash is not stored or logged either.",
    checks: ['storesNoReaders'],
    proof: ['test/runtime/state/readers.test.ts'],
  },
  {
    text: 'A salt has a half of 256 random bits in the database and another one in the key-value store.',
    proof: ['retention', 'test/clicks/salts.test.ts'],
  },
  {
    text: "Both halves are deleted 48 hours after the day began, the database's half after it is overwritten.",
    checks: ['deletesSalts'],
    proof: ['retention'],
  },
  { text: 'After that, copies of the database do not identify a reader.', checks: ['deletesSalts', 'closesBackups'] },
  { text: 'A copy of both stores from within those 48 hours does.', note: true },
  { text: 'Deletion pauses while the clock is in doubt.', checks: ['deletesSalts'] },
  {
    text: 'It continues after two polled hosts agree with the clock, after 24 hours of running time, or after an operator confirms it.',
    checks: ['deletesSalts'],
    proof: ['test/operations/wrong-clock.test.ts'],
  },
  {
    text: 'Salts of imported clicks are deleted in the same way, 15 days after their day began.',
    proof: ['retention'],
  },
  { text: 'Counts of clicks are in no response of `/api/v2`.', checks: ['revealsNoCounts'] },
  { text: 'Without own clicks, the responses for a single window give no exact count above 50.', proof: ['counts'] },
  { text: 'Own clicks and many windows together give more (Counts, costs).', note: true },
  { text: 'Rankings resist one sender.', checks: ['resistsFleets'] },
  {
    text: 'Unsigned clicks from one address or one network bring no silent article into the first 10 of a ranking whose tenth article has an engagement of 12.',
    checks: ['resistsFleets'],
  },
  {
    text: "This holds if the network's bucket has less than 0.17 of the site's readers.",
    checks: ['resistsFleets'],
    proof: ['bounds'],
  },
  {
    text: 'At most 9 clicks of such a network count for an article, and at most 50 of one browser in all networks.',
    proof: ['bounds'],
  },
  {
    text: 'If networks are unknown, the bounds of a network apply to each address prefix (Discounting).',
    checks: ['resistsFleets'],
  },
  {
    text: 'Foreign links and frames, gateways that identify themselves, and beacons for articles that do not exist yet count for no article.',
    checks: ['countsOnce'],
  },
  {
    text: "Reader tokens are ignored if they have another algorithm, another key's secret, a past end, or an end more than 24 hours ahead.",
    checks: ['ignoresInvalidTokens'],
  },
  { text: 'A token counts once per day and article.', checks: ['countsOnce'] },
  { text: 'Page views are not counted.', proof: ['test/clicks/sampling/list-sampling.test.ts'] },
  {
    text: 'List tokens reveal how a list is sampled and nothing else about its page views.',
    proof: ['test/runtime/state/readers.test.ts'],
  },
  { text: 'Stored rows do not link the articles that a reader saw.', proof: ['test/runtime/state/readers.test.ts'] },
  { text: 'Input is validated by schema.', checks: ['validatesInput'], proof: ['abuse'] },
  { text: 'SQL and full-text expressions use bound or quoted values.', checks: ['validatesInput'], proof: ['abuse'] },
  { text: 'Every output format escapes its own text.', proof: ['abuse'] },
  { text: 'Pages have a Content-Security-Policy with hashes.', checks: ['restrictsPages'] },
  {
    text: 'Only the origins of a key may frame its embedded feed, or any origin if the key has none.',
    checks: ['restrictsPages'],
  },
  { text: "Logs contain figures and the service's own words.", checks: ['logsOnlyOwnWords'] },
  {
    text: "The platform's line for each request is off, because it would contain addresses and keys.",
    checks: ['storesNoKeys', 'storesNoReaders'],
  },
  { text: 'Backups are readable by their owner only.', checks: ['closesBackups'] },
  {
    text: "They contain hashes of keys, but of salts of imported clicks only the database's halves.",
    checks: ['storesNoKeys', 'closesBackups'],
  },
  { text: '`npm run verify -- abuse` and `npm run verify -- counts` attack these promises.', note: true },
  { text: 'Reliability has the results.', note: true },
];
