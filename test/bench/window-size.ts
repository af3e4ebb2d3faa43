import { CONTENT_TYPES } from '../../src/content/types.ts';
import { COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../../src/db/audiences.ts';
import { byKind, KINDS } from '../../src/db/click-columns.ts';
import { openDb } from '../../src/db/client.ts';
import { createRandom } from '../../src/demo/random.ts';
import { Packer } from '../../src/engagement/cells.ts';
import { countersOf } from '../../src/engagement/columns.ts';
import { type TrafficBaseline, UNIFORM_BASELINE } from '../../src/engagement/discounting.ts';
import { firstHour, utcHourIndex } from '../../src/engagement/hours.ts';
import type { ArticleFacts } from '../../src/rankings/facts.ts';
import { SiteRanker } from '../../src/rankings/math/site-ranker.ts';
import { publish } from '../../src/rankings/object/publish.ts';
import { RankingWindow } from '../../src/rankings/object/window.ts';

const HOURS = 12;
const CLICKS = 3;
const SITE = 0;
const SHARES: TrafficBaseline = { ...UNIFORM_BASELINE, samples: 5000 };

export interface RankedWindow {
  window: RankingWindow;
  ranker: SiteRanker;
}

let ranked: RankedWindow | null = null;
const random = createRandom(11, 'window');

export function makeWindow(articles: number, hour: number): RankingWindow {
  const packer = new Packer();
  const facts: ArticleFacts[] = [];
  for (let id = 1; id <= articles; id++) {
    packer.article(id);
    const hours = new Set(Array.from({ length: random.int(1, 2 * HOURS) }, () => random.int(firstHour(hour), hour)));
    for (const at of [...hours].sort((a, b) => a - b)) packer.cell(at, counts(random.int(1, 2 * CLICKS)));
    facts.push({
      ...{ id, publishedAt: 0, topics: [random.int(1, 300), random.int(301, 600)], sourceType: 'broker' },
      contentType: random.pick(CONTENT_TYPES),
      source: `Source ${(id * 7) % 3000}`,
      domain: `source-${(id * 7) % 3000}.example`,
      companies: [random.int(1, 3000)],
      countries: [],
      authors: [],
      section: null,
    });
  }
  const made = new RankingWindow(packer.finish(), facts, 'hourly');
  made.roll(hour, SHARES);
  return made;
}

function counts(clicks: number): number[] {
  const sums = new Map<number, number>();
  for (let i = 0; i < clicks; i++) {
    const counters = countersOf({
      origin: 'unsigned',
      ...byKind((kind) => random.int(0, KINDS[kind] - 1)),
      companyType: random.pick(COMPANY_TYPES),
      continent: random.pick(CONTINENTS),
      seniority: random.pick(SENIORITIES),
    });
    for (const counter of counters) if (counter !== null) sums.set(counter, (sums.get(counter) ?? 0) + 1);
  }
  return [...sums].sort(([a], [b]) => a - b).flat();
}

/** Creates a window and ranks it, so that it contains all data that an object has in memory between publications. */
export async function makeRankedWindow(articles: number, hour: number): Promise<RankedWindow> {
  const ranked = { window: makeWindow(articles, hour), ranker: new SiteRanker() };
  await rankAgain(ranked);
  return ranked;
}

export async function rankAgain({ window, ranker }: RankedWindow) {
  const { hour, together } = window;
  const articles = window.engagement(hour * 3600);
  return {
    articles,
    ranking: await ranker.rank(articles, window.orders, { hour, minClicks: 3, baseline: SHARES, together }),
  };
}

export async function buildWindow(articles: number): Promise<void> {
  ranked = await makeRankedWindow(articles, utcHourIndex(Date.now()));
}

export async function publishWindow(env: Env): Promise<number> {
  if (!ranked) throw new Error('no window has been built');
  const { window } = ranked;
  for (let i = 0; i < 100; i++) {
    window.note({ contentId: random.int(1, 1000), hour: window.hour, counts: counts(random.int(8, 40)) });
  }
  const { ranking } = await rankAgain(ranked);
  // An unchanged ranking would not be written.
  ranking.counters.engagement24h = Date.now();
  const db = openDb(env.DB.withSession('first-primary'));
  const publication = {
    topicId: SITE,
    version: Date.now(),
    known: 0,
    hour: window.hour,
    ranking,
    stale: 0,
    recent: null,
  };
  await publish(db, publication);
  return JSON.stringify(ranking.views).length;
}
