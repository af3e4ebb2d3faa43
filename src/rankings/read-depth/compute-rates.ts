import { and, eq, inArray, lte } from 'drizzle-orm';
import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import type { Db } from '../../db/client.ts';
import { articles, type StoredRate, type StoredSet, setReads } from '../../db/schema.ts';
import { columnNames, inList, upsertRows } from '../../db/sql.ts';
import { utcDayIndex } from '../../engagement/days.ts';
import { utcHourIndex } from '../../engagement/hours.ts';
import { partitionsOf } from '../../engagement/partitions.ts';
import {
  type ArticleReads,
  ReadSet,
  type Reads,
  type ReadThroughRate,
  readPages,
  readsOf,
  readThroughRateOf,
} from '../../engagement/reads.ts';
import { quickHash } from '../../lib/hash/quick-hash.ts';
import { type Millis, toSeconds } from '../../lib/time.ts';
import { DIMENSIONS, RATE_GROUPINGS, type RatedGroup } from '../dimensions.ts';
import { listName, type Period } from '../math/ranking-rows.ts';
import { baselineInForce } from '../object/stored-baseline.ts';
import { READ_SAMPLE_RATE } from './daily-sample-rate.ts';

/** Computes read-through rates hourly. A rate that changed with each read would reveal the number of readers. */

/** Number of full days before today in each period. Reads are counted per day, not per hour. */
export const DAYS_OF_PERIOD = { '24h': 1, '7d': 7 } as const satisfies Record<Period, number>;
/** Maximum number of stored sets of articles per kind. Sets with more readers come first. */
const MAX_STORED_SETS = 1000;
/** Number of rows in which the rates of single articles are stored. An article's row is `id % 64`. */
const ARTICLE_ROWS = 64;
const partOf = (id: number) => String(id % ARTICLE_ROWS);
const ROWS_PER_WRITE = 8;
const ARTICLES_PER_QUERY = 5000;

export const LENGTHS = ['short', 'medium', 'long'] as const;
export type Length = (typeof LENGTHS)[number];
/** Minimum number of words of a medium article, and of a long article. */
const LENGTH_LIMITS_WORDS = [400, 1000];

export const lengthClassOf = (words: number | null): Length | null =>
  words === null ? null : (LENGTHS[LENGTH_LIMITS_WORDS.filter((from) => words >= from).length] ?? null);

const kindOf = ({ contentType, words }: { contentType: string; words: number | null }) =>
  `${contentType} ${lengthClassOf(words) ?? ''}`;

/** Kinds of article sets for which rates are computed. `kind` combines a content type and a length class. */
const READ_SETS = [...RATE_GROUPINGS, 'kind'];
const setsOf = (by: string, article: Article): readonly RatedGroup[] =>
  DIMENSIONS[by]?.rates?.groupsOf(article) ?? [{ id: kindOf(article), name: '' }];

interface Tally {
  all: ReadSet;
  sets: Record<string, Map<string, { name: string; set: ReadSet }>>;
}

const emptyTally = (): Tally => ({
  all: new ReadSet(),
  sets: Object.fromEntries(READ_SETS.map((by) => [by, new Map()])),
});

/** Stores the rates of sets with enough readers, and returns their number. `secret` hides when intervals change. */
export async function computeReadThroughRates(
  db: Db,
  { now, isDiscounted, secret }: { now: Millis; isDiscounted: boolean; secret: string },
) {
  const hideBehind = (name: string) => quickHash(`${name}\n${secret}`) / 2 ** 53;
  const shareOf = (by: string, id: string, reads: Reads) => {
    const [steps, lower] = [hideBehind(`steps\n${by}\n${id}`), hideBehind(`lower\n${by}\n${id}`)];
    return toStoredRate(readThroughRateOf(reads, { steps, lower }));
  };
  const baseline = isDiscounted ? await baselineInForce(db, utcHourIndex(now)) : null;
  let found = 0;
  for (const [period, before] of Object.entries(DAYS_OF_PERIOD) as [Period, number][]) {
    const tallies = [emptyTally(), emptyTally()] as const;
    const parts = new Map(Array.from({ length: ARTICLE_ROWS }, (_, part): [string, StoredSet[]] => [String(part), []]));
    const range = { from: utcDayIndex(now) - before, to: utcDayIndex(now) + 1 };
    const partitions = partitionsOf({ from: range.from * 24, to: utcHourIndex(now) + 1 });
    for await (const page of readPages(db, partitions, { ...range, by: 'article' })) {
      const reads = new Map(page.map((row) => [row.contentId, readsOf(row, baseline)]));
      for (const article of await articlesOf(db, [...reads.keys()], now)) {
        const isRisk = article.topics.some(({ id }) => id === RISK_MANAGEMENT_TOPIC);
        for (const tally of isRisk ? tallies : tallies.slice(0, 1))
          add(tally, article, reads.get(article.id) as ArticleReads);
      }
      if (period === '24h') continue;
      for (const [id, own] of reads) {
        const share = shareOf('article', String(id), new ReadSet().add(own).weighed(baseline));
        if (share) parts.get(partOf(id))?.push([String(id), '', ...share]);
      }
    }
    const rows = tallies.flatMap(({ all, sets }, isRisk) => {
      const usual = shareOf('', '', all.weighed(baseline));
      return READ_SETS.map((by) => {
        const candidates = [...(sets[by] ?? [])].flatMap(([id, { name, set }]) => {
          const reads = set.weighed(baseline);
          const share = shareOf(by, id, reads);
          return share ? [{ opened: reads.opened, set: [id, name, ...share] satisfies StoredSet }] : [];
        });
        const most = candidates.sort((a, b) => b.opened - a.opened).slice(0, MAX_STORED_SETS);
        return { by, list: listName(period, isRisk === 1), usual, sets: most.map(({ set }) => set).sort(highestFirst) };
      });
    });
    await store(db, rows);
    if (period === '24h') {
      await READ_SAMPLE_RATE.setNextDayRate(db, utcDayIndex(now), tallies[0].all.weighed(baseline).opened);
      continue;
    }
    const ofArticles = [...parts].map(([list, sets]) => ({ by: 'article' as const, list, usual: null, sets }));
    for (let i = 0; i < ofArticles.length; i += ROWS_PER_WRITE)
      await store(db, ofArticles.slice(i, i + ROWS_PER_WRITE));
    found = rows.reduce((sum, { sets }, i) => sum + (i < READ_SETS.length ? sets.length : 0), 0);
  }
  return found;
}

const store = (db: Db, rows: (typeof setReads.$inferInsert)[]) =>
  db.run(upsertRows(setReads, rows, { columns: columnNames(setReads), key: ['by', 'list'] }));

type Article = Awaited<ReturnType<typeof articlesOf>>[number];

async function articlesOf(db: Db, ids: readonly number[], now: Millis) {
  const { id, publishedAt, contentType, words, section, source, topics, authors } = articles;
  const pages = [];
  for (let i = 0; i < ids.length; i += ARTICLES_PER_QUERY)
    pages.push(
      await db
        .select({ id, contentType, words, section, source, topics, authors })
        .from(articles)
        .where(and(inList(id, ids.slice(i, i + ARTICLES_PER_QUERY)), lte(publishedAt, toSeconds(now)))),
    );
  return pages.flat();
}

function add({ all, sets }: Tally, article: Article, reads: ArticleReads): void {
  all.add(reads);
  // An article may name an author twice, so the map removes duplicates.
  for (const by of READ_SETS)
    for (const [id, name] of new Map(setsOf(by, article).map((set) => [String(set.id), set.name]))) {
      const known = sets[by]?.get(id) ?? { name, set: new ReadSet() };
      known.set.add(reads);
      sets[by]?.set(id, known);
    }
}

const toStoredRate = (share: ReadThroughRate | null): StoredRate | null => share && [share.percent, ...share.interval];
const toReadThroughRate = ([percent, ...interval]: StoredRate): ReadThroughRate => ({ percent, interval });

const highestFirst = (a: StoredSet, b: StoredSet): number =>
  b[2] - a[2] || Number(a[0]) - Number(b[0]) || (a[0] < b[0] ? -1 : 1);

export interface ReadThroughQuery {
  by: string;
  period: Period;
  riskManagement: boolean;
}

/** Returns the stored read-through rates of one kind of article set, and the rate of the whole site. Reads one row. */
export async function loadReadThroughRates(db: Db, { by, period, riskManagement }: ReadThroughQuery) {
  const [row] = await db
    .select()
    .from(setReads)
    .where(and(eq(setReads.by, by), eq(setReads.list, listName(period, riskManagement))));
  return {
    usual: row?.usual ? toReadThroughRate(row.usual) : null,
    sets: (row?.sets ?? []).map(([id, name, ...share]) => ({ id, name, readThroughRate: toReadThroughRate(share) })),
  };
}

/** Returns seven-day read-through rates by article id. Articles with too few readers are omitted. */
export async function loadArticleRates(db: Db, ids: readonly number[]): Promise<Map<number, ReadThroughRate>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ sets: setReads.sets })
    .from(setReads)
    .where(and(eq(setReads.by, 'article'), inArray(setReads.list, [...new Set(ids.map(partOf))])));
  const wanted = new Set(ids.map(String));
  const found = rows.flatMap(({ sets }) => sets.filter(([id]) => wanted.has(id)));
  return new Map(found.map(([id, _, ...share]) => [Number(id), toReadThroughRate(share)]));
}

/** Returns the seven-day rate of all articles with this type and length, or `null` if they have too few readers. */
export async function loadUsualReadThroughRate(
  db: Db,
  article: { contentType: string; words: number | null },
  riskManagement: boolean,
): Promise<ReadThroughRate | null> {
  const { sets } = await loadReadThroughRates(db, { by: 'kind', period: '7d', riskManagement });
  return sets.find(({ id }) => id === kindOf(article))?.readThroughRate ?? null;
}
