/** `npm run simulate`: sends realistic clicks to a newsgauge on this machine, to watch trends move. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { fail, now, run, serviceAt, URL_OPTION } from '../command/command.ts';
import { stateDir } from '../command/paths.ts';
import { COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../engagement/audiences.ts';
import { createKey } from '../keys/store.ts';
import { DAY } from '../lib/time.ts';
import { TOKEN_HEADER } from '../selfhost/front/client.ts';
import { readServer } from '../selfhost/state/lock.ts';
import { withDb } from './database/database.ts';

const USAGE = `newsgauge simulate [--rate 5] [--seconds 60] [--topic ID] [--url http://localhost:8787] [--key ngp_…]

Sends --rate clicks a second for --seconds to a server on this machine, on articles of its feed (of one topic by --topic), the newest
most often; one in twelve readers is a crawler. Without --key it makes a short-lived publishable key (in STATE_DIR).
The server believes where these readers are because STATE_DIR is its own.`;

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const MAX_RATE = 500;
const CRAWLERS = 1 / 12;

const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36 Edg/139.0.0.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
];
const CRAWLER = 'Mozilla/5.0 (compatible; ExampleCrawler/2.1; +https://crawler.example/bot.html)';

/** Where clicks go. */
interface Target {
  base: URL;
  key: string;
  /** Proves to the server that its own user runs this program, so that it may name readers' addresses. */
  token: string;
}

interface Reader {
  address: string;
  continent: string;
  /** Number of the network. */
  asn: number;
  userAgent: string;
  companyType: string | undefined;
  seniority: string | undefined;
}

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '60' },
      topic: { type: 'string' },
      ...URL_OPTION,
      key: { type: 'string' },
    },
  });
  const rate = wholeNumber('--rate', values.rate, MAX_RATE);
  const seconds = wholeNumber('--seconds', values.seconds, DAY);
  if (values.topic !== undefined) wholeNumber('--topic', values.topic, Number.MAX_SAFE_INTEGER);
  const base = serviceAt(values.url);
  if (!LOOPBACK.includes(base.hostname)) fail('simulated clicks go to this machine only: --url must be on localhost');
  const key = values.key ?? (await publishableKey(seconds));
  const target = { base, key, token: readServer(stateDir())?.token ?? '' };
  const articles = await articlesOfFeed(base, key, values.topic);
  // Enough readers that hardly anyone reaches the rate limit, few enough that some click the same article again.
  const readers = Array.from({ length: Math.max(50, rate * 20) }, makeReader);

  const total: Tally = new Map();
  for (let second = 1; second <= seconds; second++) {
    const [outcomes] = await Promise.all([
      Promise.all(Array.from({ length: rate }, () => clickSometime(target, skewed(articles), pick(readers)))),
      sleep(1000),
    ]);
    const tally: Tally = new Map();
    for (const outcome of outcomes) {
      add(tally, outcome);
      add(total, outcome);
    }
    console.log(`${String(second).padStart(String(seconds).length)} s  ${describe(tally)}`);
  }
  console.log(`in all: ${describe(total)}`);
});

type Tally = Map<string, number>;

function add(tally: Tally, outcome: string): void {
  tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
}

function describe(tally: Tally): string {
  const ends = Array.from(tally).sort(([a], [b]) => (a < b ? -1 : 1));
  return ends.map(([outcome, n]) => `${n} ${outcome}`).join(', ');
}

function wholeNumber(name: string, text: string, max: number): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1 || value > max) fail(`${name} must be a whole number from 1 to ${max}`);
  return value;
}

async function publishableKey(seconds: number): Promise<string> {
  const expiresAt = now() + seconds + 600;
  return withDb(false, (db) => createKey(db, { kind: 'publishable', name: 'simulate', origins: [], expiresAt }, now()));
}

/** Ids of the newest articles, newest first. */
async function articlesOfFeed(base: URL, key: string, topic: string | undefined): Promise<number[]> {
  const address = new URL('/api/v2/feed/?limit=100', base);
  if (topic) address.searchParams.set('includeTopics', topic);
  const response = await fetch(address, { headers: { 'X-API-Key': key } }).catch(() =>
    fail(`${base.origin} cannot be reached; start it with npm start`),
  );
  if (!response.ok) fail(`the feed answers ${response.status}: ${await response.text()}`);
  const { items } = (await response.json()) as { items: { id: string }[] };
  if (items.length === 0) fail(topic ? `no article has the topic ${topic}` : 'the feed has no articles');
  return items.map(({ id }) => Number(id));
}

/** One click at a random moment of the next second; returns its outcome. */
async function clickSometime({ base, key, token }: Target, contentId: number, reader: Reader): Promise<string> {
  await sleep(Math.random() * 900);
  const { userAgent, companyType, seniority } = reader;
  const response = await fetch(new URL('/clicks', base), {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain', 'User-Agent': userAgent, [TOKEN_HEADER]: token, ...whoIs(reader) },
    body: JSON.stringify({ key, contentId, companyType, seniority }),
  }).catch(() => null);
  await response?.arrayBuffer();
  return response ? (response.headers.get('X-Click') ?? `refused (${response.status})`) : 'not sent';
}

/** The headers that a trusted proxy would send for a reader. */
function whoIs({ address, continent, asn }: Reader): Record<string, string> {
  return { 'X-Forwarded-For': address, 'CF-IPContinent': continent, 'CF-IPASN': String(asn) };
}

/** Zipf's law: the article at place n is clicked 1/n as often as the first. */
function skewed(articles: readonly number[]): number {
  const weights = articles.map((_, i) => 1 / (i + 1));
  let left = Math.random() * weights.reduce((sum, weight) => sum + weight, 0);
  const place = weights.findIndex((weight) => {
    left -= weight;
    return left <= 0;
  });
  return articles.at(place) as number;
}

function makeReader(): Reader {
  const crawls = Math.random() < CRAWLERS;
  return {
    // Private ones, as those of the demo newsroom's readers.
    address: `10.${below(256)}.${below(256)}.${1 + below(254)}`,
    continent: pick(CONTINENTS),
    // Numbers for documentation (RFC 5398).
    asn: 64_496 + below(16),
    userAgent: crawls ? CRAWLER : pick(BROWSERS),
    companyType: Math.random() < 0.8 ? pick(COMPANY_TYPES) : undefined,
    seniority: Math.random() < 0.7 ? pick(SENIORITIES) : undefined,
  };
}

function below(n: number): number {
  return Math.floor(Math.random() * n);
}

function pick<T>(values: readonly T[]): T {
  return values[below(values.length)] as T;
}
