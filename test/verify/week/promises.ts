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
  { text: 'It also shows which topics and articles interest your readers.', checks: ['answersSoon'] },
  {
    text: 'It never stores IP addresses, and its API returns rankings and percentages instead of click counts.',
    checks: ['storesNoReaders', 'revealsNoCounts'],
  },
  { text: '!What is rising this week, and why', note: true },
  {
    text: 'It runs on Cloudflare Workers (D1, Queues, Durable Objects), or on a single machine with `npm start`.',
    checks: ['countsOnce'],
    proof: ['differential', 'cloud'],
  },
  { text: 'The licence is MIT.', proof: ['scripts/check/licences.ts'] },
  { text: 'Features', note: true },
  { text: 'Feeds with precise filters.', checks: ['filtersFeeds'] },
  {
    text: 'Select articles by type, topic, company, country, source or phrase, and publish them as JSON Feed, RSS or an embeddable page.',
    checks: ['filtersFeeds', 'publishesFormats'],
    proof: ['searches'],
  },
  { text: 'Clicks counted exactly once.', checks: ['countsOnce'] },
  {
    text: "An accepted click is neither lost nor counted twice, even after retries, crashes, or four days without a database (24 hours on Cloudflare's Free plan).",
    checks: ['countsOnce'],
    proof: ['faults', 'crash'],
  },
  {
    text: 'During such an outage, newsgauge accepts new clicks only for the first hour.',
    proof: ['faults', 'test/keys/store.test.ts'],
  },
  {
    text: 'Automatic import. newsgauge polls RSS, Atom and JSON feeds, stores each article once, and tags it.',
    checks: ['collectsArticles'],
  },
  { text: 'Analytics within seconds of a click.', checks: ['answersSoon'] },
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
  { text: 'Articles are searched, tagged and displayed in their own language.', checks: ['searchesLanguages'] },
  { text: 'Embeds are available in twelve languages.', proof: ['test/delivery/html.test.ts'] },
];

export const SECURITY: readonly Promised[] = [
  { text: 'Promises', note: true },
  {
    text: 'Keys contain at least 160 random bits, and newsgauge stores only their hashes and last four characters.',
    checks: ['makesLongKeys', 'storesNoKeys'],
  },
  { text: 'Logs, links, cache keys and errors never contain a key.', checks: ['storesNoKeys'], proof: ['abuse'] },
  { text: 'Operator keys are accepted only in the `Authorization` header.', checks: ['acceptsOperatorsInOneHeader'] },
  {
    text: 'Reads with a revoked key are rejected after 1 second plus the lag of the read replica, and clicks after 60 seconds.',
    checks: ['endsRevokedKeys'],
  },
  { text: 'If the database is unreachable, an isolate accepts a known key for at most 1 hour.', proof: ['faults'] },
  { text: 'After that, requests and clicks with this key fail.', proof: ['faults'] },
  { text: "Readers' addresses are neither stored nor logged.", checks: ['storesNoReaders'] },
  { text: 'A reader is identified by a hash of the address and the salt of the day.', checks: ['storesNoReaders'] },
  {
    text: 'This hash is not stored or logged either.',
    checks: ['storesNoReaders'],
    proof: ['test/runtime/state/readers.test.ts'],
  },
  {
    text: 'One half of each salt (256 random bits) is in the database, the other half in the key-value store.',
    proof: ['retention', 'test/clicks/salts.test.ts'],
  },
  {
    text: 'Both halves of a salt are deleted 48 hours after its day began.',
    checks: ['deletesSalts'],
    proof: ['retention'],
  },
  { text: 'The half in the database is overwritten before it is deleted.', proof: ['retention'] },
  {
    text: 'A copy of both stores that is made within these 48 hours can identify readers, but a later copy cannot.',
    checks: ['deletesSalts', 'closesBackups'],
  },
  { text: 'Deletion pauses while the clock is in doubt.', checks: ['deletesSalts'] },
  {
    text: 'Deletion resumes after two polled hosts agree with the clock, after 24 hours of running time, or after an operator confirms the clock.',
    checks: ['deletesSalts'],
    proof: ['test/operations/wrong-clock.test.ts'],
  },
  {
    text: 'Salts for imported clicks are deleted in the same way, 15 days after their day began.',
    proof: ['retention'],
  },
  { text: 'Click counts never appear in `/api/v2` responses.', checks: ['revealsNoCounts'] },
  {
    text: 'Responses for a single window reveal no exact count above 50 to a partner who sends no clicks.',
    proof: ['counts'],
  },
  {
    text: 'A partner who sends clicks and compares many windows can infer more counts (Counts, measured costs).',
    note: true,
  },
  { text: 'Rankings resist manipulation by a single sender.', checks: ['resistsFleets'] },
  {
    text: 'Unsigned clicks from one address or network cannot lift an unread article into the top 10 of a ranking whose tenth article has an engagement of 12.',
    checks: ['resistsFleets'],
  },
  {
    text: "This promise applies if the network's bucket has less than 17% of the site's readers.",
    checks: ['resistsFleets'],
    proof: ['bounds'],
  },
  {
    text: 'For each article, at most 9 clicks from such a network count, and at most 50 clicks from one browser across all networks.',
    proof: ['bounds'],
  },
  {
    text: 'If networks are unknown, the limits for a network apply to each address prefix (Discounting).',
    checks: ['resistsFleets'],
  },
  { text: 'Ignored clicks.', checks: ['countsOnce'] },
  { text: 'Links that a page loads as a frame, image or script do not count.', checks: ['countsOnce'] },
  {
    text: 'Clicks on nonexistent articles and clicks by mail gateways that identify themselves do not count either.',
    checks: ['countsOnce'],
  },
  {
    text: "Reader tokens are ignored if they use a different algorithm, are signed with another key's secret, have expired, or expire more than 24 hours in the future.",
    checks: ['ignoresInvalidTokens'],
  },
  { text: 'A token counts once per article per day.', checks: ['countsOnce'] },
  { text: 'Page views are not counted.', proof: ['test/clicks/sampling/list-sampling.test.ts'] },
  {
    text: 'List tokens reveal how a list is sampled, but nothing else about the number of its page views.',
    proof: ['test/runtime/state/readers.test.ts'],
  },
  {
    text: 'The database does not record which articles were seen by the same reader.',
    proof: ['test/runtime/state/readers.test.ts'],
  },
  { text: 'Input is validated with schemas.', checks: ['validatesInput'], proof: ['abuse'] },
  { text: 'SQL and full-text queries use bound or quoted values.', checks: ['validatesInput'], proof: ['abuse'] },
  { text: 'Text is escaped in every output format.', proof: ['abuse'] },
  { text: 'Pages have a Content-Security-Policy with hashes.', checks: ['restrictsPages'] },
  { text: 'Only the origins of a key can show its embedded feed in a frame.', checks: ['restrictsPages'] },
  { text: 'If the key has no origins, any site can.', checks: ['restrictsPages'] },
  { text: "Logs contain only figures and the service's own messages.", checks: ['logsOnlyOwnWords'] },
  {
    text: "The platform's request log is turned off, because it would contain addresses and keys.",
    checks: ['storesNoKeys', 'storesNoReaders'],
  },
  { text: 'Backups can be read only by their owner, but are not encrypted.', checks: ['closesBackups'] },
  { text: 'Backups contain key hashes, not keys.', checks: ['storesNoKeys'] },
  { text: 'For imported clicks, backups contain only the salt halves from the database.', checks: ['closesBackups'] },
  {
    text: '`npm run verify -- abuse` and `npm run verify -- counts` simulate attacks to check these promises.',
    note: true,
  },
  { text: 'Reliability shows the results.', note: true },
];
