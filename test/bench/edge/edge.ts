/** `npm run bench -- edge` replays a day of readers through the cache and compares its hits with the metrics. */
import { parseArgs } from 'node:util';
import type { Context } from 'hono';
import { failCommand, run } from '../../../src/command/command.ts';
import { cachedResponse, json } from '../../../src/http/cache.ts';
import type { AppEnv } from '../../../src/http/env.ts';
import { traffic } from '../../../src/http/traffic.ts';
import { writeResult } from '../../support/measured.ts';
import { fixed, table } from '../lib/report.ts';

const USAGE = `npm run bench -- edge [--quick]

--quick  the smallest day, and writes nothing`;

/** Average reads per second by clicks per second: one in 50 readers of an embedded feed clicks. */
const DAYS = { 1: 50, 3: 150, 10: 500 };
const [AT, LEAST] = [10, 0.95];
/** Seconds of each hour that are replayed. The warm-up lasts as long as the maximum lifetime of a response. */
const REPLAYED = 60;
const WARM = 60;
const HOURS = [2, 1, 1, 1, 1, 2, 4, 7, 9, 9, 8, 8, 8, 7, 7, 7, 7, 7, 6, 5, 4, 4, 3, 2];
/** Milliseconds until a new response is stored. Until then, further requests also miss the cache. */
const MAKING = 50;
/** Number of edge locations. Their traffic follows Zipf's law. */
const PLACES = 6;
/** Kinds of requests: share, number of distinct queries, Zipf exponent, and documented cache lifetime in seconds. */
const MIX = [
  { name: 'embedded feeds', path: '/api/v2/feed/', share: 0.6, questions: 12, exponent: 1, ttl: 60 },
  { name: 'trending topics, embedded', path: '/embed/trending/', share: 0.2, questions: 1, exponent: 1, ttl: 3 },
  { name: 'feeds as JSON', path: '/api/v2/feed', share: 0.14, questions: 30, exponent: 1.1, ttl: 60 },
  { name: 'feeds as RSS', path: '/feeds/x/', share: 0.04, questions: 200, exponent: 1.2, ttl: 60 },
  { name: 'rankings', path: '/api/v2/insights/popular-content/', share: 0.015, questions: 4, exponent: 0, ttl: 3 },
  { name: 'searches nobody else makes', path: '/api/v2/feed/s', share: 0.005, questions: 1e9, exponent: 0, ttl: 60 },
];

let seed = 1;
function random(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
  return seed / 2 ** 32;
}

function zipf(many: number, exponent: number): () => number {
  if (exponent === 0) return () => Math.floor(random() * many);
  const weights = Array.from({ length: many }, (_, i) => 1 / (i + 1) ** exponent);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  const upTo = weights.map((weight) => {
    sum += weight / total;
    return sum;
  });
  return () => {
    const drawn = random();
    return Math.max(
      0,
      upTo.findIndex((limit) => drawn <= limit),
    );
  };
}

let now = 0;
/** The edge caches of all locations (one host name each), which follow the replay's clock. */
const stored = new Map<string, { until: number; response: Response }>();
Object.assign(globalThis, {
  caches: {
    default: {
      match: async (address: string) => {
        const found = stored.get(address);
        return found && found.until > now ? found.response.clone() : undefined;
      },
      put: async (address: string, response: Response) => {
        const seconds = Number(/max-age=(\d+)/.exec(response.headers.get('Cache-Control') ?? '')?.[1]);
        stored.set(address, { until: now + seconds * 1000, response });
      },
    },
  },
});

const metered = (): number =>
  (traffic.metrics.find(({ name }) => name === 'newsgauge_cached_answers')?.samples ?? [])
    .filter(({ labels }) => labels?.from !== 'database')
    .reduce((sum, { value }) => sum + (value ?? 0), 0);
let hits = 0;

/** Returns whether a request through the routes' cache was a hit. Keys are not part of the query. */
async function ask(place: number, path: string, question: string, ttl: number): Promise<boolean> {
  let isHit = true;
  const c = {
    var: { cacheSeconds: ttl, now },
    req: { url: `https://place-${place}.example${path}`, raw: { cf: { colo: 'LHR' } } },
    executionCtx: { waitUntil: () => {} },
  } as unknown as Context<AppEnv>;
  await cachedResponse(c, { question }, async () => {
    isHit = false;
    return json({ question });
  });
  hits += Number(isHit);
  return isHit;
}

async function replay(rate: number): Promise<{ name: string; hits: number; all: number }[]> {
  const place = zipf(PLACES, 1.5);
  const shares = MIX.map(({ share }) => share);
  const upToOf = (i: number) => shares.slice(0, i + 1).reduce((sum, share) => sum + share, 0);
  const asks = MIX.map((each, i) => ({
    ...each,
    upTo: upToOf(i),
    draw: zipf(each.questions, each.exponent),
    hits: 0,
    all: 0,
  }));
  const total = HOURS.reduce((sum, hour) => sum + hour, 0);
  for (const [hour, weight] of HOURS.entries()) {
    const perSecond = (rate * HOURS.length * weight) / total;
    const making = new Map<string, number>();
    stored.clear();
    for (let i = 0; i < perSecond * (WARM + REPLAYED); i++) {
      now = Math.round((hour * 3600 + i / perSecond) * 1000);
      const drawn = random();
      const kind = asks.find(({ upTo }) => drawn < upTo) ?? asks[0];
      if (!kind) continue;
      const [at, question] = [kind.name === 'rankings' ? 0 : place(), kind.draw()];
      const name = `${at} ${kind.name} ${question}`;
      const isMade = (making.get(name) ?? 0) <= now;
      const isHit = isMade && (await ask(at, kind.path, name, kind.ttl));
      if (isMade && !isHit) making.set(name, now + MAKING);
      if (i / perSecond < WARM) continue;
      kind.all++;
      if (isHit) kind.hits++;
    }
  }
  return asks;
}

await run(USAGE, async () => {
  const { values } = parseArgs({ options: { quick: { type: 'boolean' } } });
  const days = Object.entries(DAYS).slice(0, values.quick ? 1 : undefined);
  const columns: { clicks: number; rate: number; by: number[]; all: number }[] = [];
  for (const [clicks, rate] of days) {
    const found = await replay(rate);
    const sum = (of: 'hits' | 'all') => found.reduce((total, each) => total + each[of], 0);
    const by = found.map((each) => each.hits / each.all);
    columns.push({ clicks: Number(clicks), rate, by, all: sum('hits') / sum('all') });
  }
  if (metered() !== hits) failCommand(`the metrics counted ${metered()} of ${hits} hits`);
  const percent = (part: number) => fixed(part * 100);
  const rows = [
    ...MIX.map(({ name, share }, i) => [name, percent(share), ...columns.map(({ by }) => percent(by[i] ?? 0))]),
  ];
  const body = table(
    ['Asked for', 'Share', ...columns.map(({ clicks, rate }) => `${clicks} clicks, ${rate} reads a second`)],
    [...rows, ['all', '100', ...columns.map(({ all }) => percent(all))]],
  );
  console.log(body);
  const reached = columns.find(({ clicks }) => clicks === AT)?.all;
  if (reached !== undefined && reached < LEAST)
    failCommand(`${percent(reached)} % of a day's responses came from the cache; the minimum is ${LEAST * 100} %`);
  if (values.quick) return;
  const list = (items: readonly string[]) => items.join(', ').replace(/, ([^,]*)$/, ' and $1');
  const rates = list(columns.map(({ clicks }) => String(clicks)));
  const shares = list(columns.map(({ all }) => `${percent(all)} %`));
  writeResult({
    command: 'npm run bench -- edge',
    title: 'Responses from the edge cache',
    page: 'benchmarks.md',
    summary: `At ${rates} clicks per second, the cache answers ${shares} of a day's reads.`,
  });
});
