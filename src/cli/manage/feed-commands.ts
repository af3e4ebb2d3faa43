/** This module implements `newsgauge feeds add`, `list` and `test`, for which the API has no single route. */
import { type Command, Option } from 'commander';
import { apiAt } from '../../command/api.ts';
import { importFeeds, printOutcomes } from '../../command/import-feeds.ts';
import { toSeconds } from '../../lib/time.ts';
import { FeedFault } from '../../syndication/fault.ts';
import { feedState } from '../../syndication/feed-state.ts';
import { agentOf, fetchFeed } from '../../syndication/fetch/fetch.ts';
import { allowedHosts } from '../../syndication/fetch/public-url.ts';
import { readFeed } from '../../syndication/read/read-feed.ts';
import { fromNow } from '../../web/browser/lib/time.ts';
import { operatorKey } from '../operator-key.ts';
import { feedUrls, jsonOption } from '../options.ts';
import { serviceAt } from '../service-address.ts';
import { PRINT_FORMATS, type PrintFormat, print } from './print.ts';

interface FeedHealth {
  url: string;
  title: string;
  lastFetch: string | null;
  lastNew: string | null;
  nextPoll: string | null;
  failures: number;
  reason: string | null;
}

interface SourcePage {
  sources: { domain: string; feeds: FeedHealth[] }[];
  next: string | null;
}

const COLUMNS = ['source', 'state', 'lastFetch', 'lastNew', 'nextPoll', 'url', 'reason'];
const MAX_SHOWN = 5;

export function addFeedCommands(feeds: Command, service: Option): void {
  feeds
    .command('add')
    .description(
      `Add feeds, poll each once, and print the results. The exit code is 1 if a feed cannot be read.

newsgauge feeds add https://news.example.com/feed.xml
newsgauge feeds add https://a.example/rss https://b.example/atom --json`,
    )
    .argument('<urls...>', 'URLs of the feeds', feedUrls)
    .addOption(jsonOption())
    .addOption(service)
    .action(addFeeds);
  feeds
    .command('list')
    .description(
      `List the feeds with their last and next poll and their failures. The exit code is 1 if a feed is failing.

newsgauge feeds list
newsgauge feeds list --failing --json`,
    )
    .option('--failing', 'only feeds that are failing or no longer polled')
    .addOption(new Option('-o, --output <format>', 'output format').choices(PRINT_FORMATS).default('table'))
    .addOption(new Option('--json', 'same as --output json').implies({ output: 'json' }))
    .addOption(service)
    .action(listFeeds);
  feeds
    .command('test')
    .description(
      `Fetch a feed from this machine and print its items without storing them. The exit code is 1 if the feed cannot be read.

newsgauge feeds test https://news.example.com/feed.xml
newsgauge feeds test https://news.example.com/feed.xml --json`,
    )
    .argument('<url>', 'URL of the feed', (text) => feedUrls(text)[0])
    .addOption(jsonOption())
    .action(testFeed);
}

async function addFeeds(urls: string[], { service, json }: { service?: string; json?: boolean }): Promise<void> {
  const base = serviceAt(service);
  const target = { base, key: await operatorKey(base) };
  if (!(await printOutcomes((report) => importFeeds(target, urls, report), json))) process.exitCode = 1;
}

async function listFeeds({ service, output, failing }: { service?: string; output: PrintFormat; failing?: boolean }) {
  const base = serviceAt(service);
  const api = apiAt(base, await operatorKey(base));
  const all: (FeedHealth & { source: string; state: string })[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = (await api.ask(
      'GET',
      `sources?withFeeds=true&limit=100${cursor && `&cursor=${cursor}`}`,
    )) as unknown as SourcePage;
    for (const { domain, feeds } of page.sources)
      for (const feed of feeds) all.push({ source: domain, state: feedState(feed), ...feed });
    cursor = page.next;
  }
  const fails = ({ state, failures }: (typeof all)[number]) => failures > 0 || state === 'Not polled';
  const shownFeeds = all.filter((feed) => !failing || fails(feed)).toSorted((a, b) => b.failures - a.failures);
  if (all.some(fails)) process.exitCode = 1;
  print(
    { feeds: output === 'table' ? shownFeeds.map(inWords) : shownFeeds },
    { list: 'feeds', columns: COLUMNS },
    output,
  );
}

function inWords<F extends FeedHealth>({ lastFetch, lastNew, nextPoll, ...feed }: F) {
  const words = (time: string | null, none: string) => (time === null ? none : fromNow(time));
  return {
    ...feed,
    lastFetch: words(lastFetch, 'never'),
    lastNew: words(lastNew, 'never'),
    nextPoll: words(nextPoll, 'not polled'),
  };
}

/** Fetches and reads a feed in the same way as a poll. */
async function testFeed(url: string, { json }: { json?: boolean }): Promise<void> {
  const result = await read(url);
  if ('reason' in result) process.exitCode = 1;
  if (json) return console.log(JSON.stringify(result, null, 2));
  if ('reason' in result) return console.log(`${url} cannot be read: ${result.reason}`);
  console.log(`${result.title || url}: ${result.items} ${result.items === 1 ? 'item' : 'items'}`);
  for (const title of result.titles) console.log(`  ${title}`);
  for (const note of result.notes) console.log(`Note: ${note}`);
}

async function read(url: string) {
  const { FEED_ALLOW_HOSTS, FEED_AGENT, PUBLIC_URL } = process.env;
  const reach = { fetch, allowed: allowedHosts(FEED_ALLOW_HOSTS), agent: agentOf(FEED_AGENT, PUBLIC_URL) };
  const known = { url, etag: null, lastModified: null };
  const fetched = await fetchFeed(reach, known, toSeconds(Date.now()));
  if (fetched.kind !== 'body') return { url, reason: 'reason' in fetched ? fetched.reason : fetched.kind };
  try {
    const { title, entries, notes } = readFeed(fetched.bytes, fetched.contentType);
    const titles = entries.slice(0, MAX_SHOWN).map((entry) => entry.title?.text ?? '');
    return { url: fetched.url, title, items: entries.length, titles, notes };
  } catch (thrown) {
    if (thrown instanceof FeedFault) return { url, reason: thrown.message };
    throw thrown;
  }
}
