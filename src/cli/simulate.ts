import { setTimeout as sleep } from 'node:timers/promises';
import { failCommand, now } from '../command/command.ts';
import { stateDir } from '../command/paths.ts';
import { fetchFrom } from '../command/service.ts';
import { CHANNELS, COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../db/audiences.ts';
import { createRandom, sampler, zipf } from '../demo/random.ts';
import { BROWSERS } from '../demo/readers.ts';
import { createKey } from '../keys/key-store.ts';
import { isLoopback } from '../lib/hosts/loopback.ts';
import { TOKEN_HEADER } from '../node/http/client-address.ts';
import { readServer } from '../node/state/lock.ts';
import { withDb } from './database/database.ts';
import { serviceAt } from './service-address.ts';

const CRAWLERS = 1 / 12;

const CRAWLER = 'Mozilla/5.0 (compatible; ExampleCrawler/2.1; +https://crawler.example/bot.html)';

const random = createRandom(Date.now());

interface Target {
  base: URL;
  key: string;
  /** Token that lets this program set readers' addresses. It proves that the server's own user runs this program. */
  token: string;
}

interface Reader {
  address: string;
  continent: string;
  asn: number;
  userAgent: string;
  companyType: string | undefined;
  seniority: string | undefined;
}

interface Options {
  rate: number;
  seconds: number;
  topic?: number;
  service?: string;
  key?: string;
  json?: boolean;
}

/** Sends realistic clicks to a local newsgauge, so that trends can be watched. */
export async function simulate({ rate, seconds, topic, service, key: given, json }: Options): Promise<void> {
  const base = serviceAt(service);
  if (!isLoopback(base)) failCommand('clicks can only be sent to this machine, so --service must be on localhost');
  const key = given ?? (await publishableKey(seconds));
  const target = { base, key, token: tokenFor(base) };
  const articles = await articlesOfFeed(base, key, topic);
  // With so many readers, each reader stays below the rate limit, but some click an article repeatedly.
  const readers = Array.from({ length: Math.max(50, rate * 20) }, makeReader);
  const newest = sampler(zipf(articles.length));
  const clickOne = () => {
    const article = articles[newest(random.next())];
    return clickSometime(target, article as number, random.pick(readers));
  };

  const total: Tally = new Map();
  for (let second = 1; second <= seconds; second++) {
    const [outcomes] = await Promise.all([Promise.all(Array.from({ length: rate }, clickOne)), sleep(1000)]);
    const tally: Tally = new Map();
    for (const outcome of outcomes) {
      add(tally, outcome);
      add(total, outcome);
    }
    if (!json) console.log(`${String(second).padStart(String(seconds).length)} s  ${describe(tally)}`);
  }
  console.log(json ? JSON.stringify(Object.fromEntries(total), null, 2) : `total: ${describe(total)}`);
}

/** Returns the token of the server that uses `STATE_DIR`. Another service on this machine gets no token. */
function tokenFor(base: URL): string {
  const server = readServer(stateDir());
  return server && new URL(server.url).port === base.port ? server.token : '';
}

type Tally = Map<string, number>;

function add(tally: Tally, outcome: string): void {
  tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
}

function describe(tally: Tally): string {
  const ends = Array.from(tally).sort(([a], [b]) => (a < b ? -1 : 1));
  return ends.map(([outcome, n]) => `${n} ${outcome}`).join(', ');
}

async function publishableKey(seconds: number): Promise<string> {
  const expiresAt = now() + seconds + 600;
  return withDb(false, (db) => createKey(db, { kind: 'publishable', name: 'simulate', origins: [], expiresAt }, now()));
}

async function articlesOfFeed(base: URL, key: string, topic: number | undefined): Promise<number[]> {
  const address = new URL('/api/v2/feed/?limit=100', base);
  if (topic) address.searchParams.set('includeTopics', String(topic));
  const response = await fetchFrom(base, `${address.pathname}${address.search}`, { headers: { 'X-API-Key': key } });
  if (!response.ok) failCommand(`the feed returned ${response.status}: ${await response.text()}`);
  const { items } = (await response.json()) as { items: { id: string }[] };
  if (items.length === 0)
    failCommand(topic ? `the feed has no articles with the topic ${topic}` : 'the feed has no articles');
  return items.map(({ id }) => Number(id));
}

/** Sends a click at a random time within the next second, so that clicks do not arrive in bursts. */
async function clickSometime({ base, key, token }: Target, contentId: number, reader: Reader): Promise<string> {
  await sleep(random.next() * 900);
  const { userAgent, companyType, seniority } = reader;
  const response = await fetch(new URL('/clicks', base), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Content-Type': 'text/plain', 'User-Agent': userAgent, [TOKEN_HEADER]: token, ...whoIs(reader) },
    body: JSON.stringify({ key, contentId, companyType, seniority, channel: random.pick(CHANNELS) }),
  }).catch(() => null);
  await response?.arrayBuffer();
  return response ? (response.headers.get('X-Click') ?? `refused (${response.status})`) : 'not sent';
}

function whoIs({ address, continent, asn }: Reader): Record<string, string> {
  return { 'X-Forwarded-For': address, 'CF-IPContinent': continent, 'CF-IPASN': String(asn) };
}

function makeReader(): Reader {
  return {
    // Private addresses, as in the demo newsroom.
    address: `10.${random.int(0, 255)}.${random.int(0, 255)}.${random.int(1, 254)}`,
    continent: random.pick(CONTINENTS),
    // Network numbers reserved for documentation (RFC 5398).
    asn: random.int(64_496, 64_511),
    userAgent: random.chance(CRAWLERS) ? CRAWLER : random.weighted(BROWSERS, ({ share }) => share).userAgent,
    companyType: random.chance(0.8) ? random.pick(COMPANY_TYPES) : undefined,
    seniority: random.chance(0.7) ? random.pick(SENIORITIES) : undefined,
  };
}
