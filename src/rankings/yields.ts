import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { authorId } from '../content/authors.ts';
import { firstFrom } from '../content/position-sql.ts';
import { RISK_MANAGEMENT_TOPIC } from '../content/types.ts';
import type { Db } from '../db/client.ts';
import { articles, placements } from '../db/schema.ts';
import { hoursOfDays } from '../engagement/days.ts';
import { Z_90 } from '../lib/percent.ts';
import { HOUR } from '../lib/time.ts';
import { DIMENSIONS } from './dimensions.ts';
import { growthPercent } from './math/figures/growth-percent.ts';
import { roundToStep } from './math/figures/round-to-step.ts';
import { top } from './math/top.ts';
import { namesOf, type RangeQuestion, sumsOf } from './read/range.ts';
import type { Key } from './read/range-sums.ts';

/** Compares what readers get from each source, company or author with the number of articles that it contributes. */

export const YIELD_GROUPINGS = ['source', 'company', 'author'] as const;

interface YieldQuestion extends RangeQuestion {
  by: (typeof YIELD_GROUPINGS)[number];
  /** Publisher's time zone (empty: UTC). */
  zone: string;
  minEngagement: number;
}

/** Minimum engagement of a group. Below it, a yield could reveal counts. */
export const MIN_YIELD_ENGAGEMENT = 50;
export const YIELD_STEP = 10;
/** Minimum length of a range with growth, in days. */
const MIN_GROWTH_DAYS = 7;
/** Key under which the whole site is summed. */
const WHOLE_SITE = '';

const publishedRow = z.object({ key: z.union([z.string(), z.int()]), articles: z.int() });

/** Returns groups by engagement. Reads one row per day, per article published in the range, and per placement. */
export async function loadYields(db: Db, question: YieldQuestion) {
  const { by, range, limit, minEngagement } = question;
  const keysOf = DIMENSIONS[by]?.keysOf ?? (() => []);
  const sums = await sumsOf(db, question, (article) => [WHOLE_SITE, ...keysOf(article)]);
  const { now, before } = sums.articles;
  const rankOf = (own: typeof now) => {
    const keys = own.keys().filter((key) => key !== WHOLE_SITE);
    return top(
      keys,
      (key) => own.total(key),
      (key) => key,
      keys.length,
    );
  };
  const ranksBefore = new Map(rankOf(before).map((key, i) => [key, i + 1]));
  const keys = rankOf(now).slice(0, limit);
  const published = await loadPublished(db, question);
  const placed = new Map(
    (await db.select({ id: placements.contentId, index: placements.placement }).from(placements)).map((row) => [
      row.id,
      row.index,
    ]),
  );
  const names = await namesOf(db, by, keys);
  return keys.map((key, i) => {
    const engagement = now.total(key);
    const own = published.get(key) ?? 0;
    const hasYield = engagement >= MIN_YIELD_ENGAGEMENT && own > 0;
    const previous = before.total(key);
    // A few clicks before would make any growth enormous.
    const hasGrowth = Math.min(engagement, previous) >= minEngagement && range.to - range.from >= MIN_GROWTH_DAYS;
    const index = hasYield
      ? roundToStep(
          100n * BigInt(engagement) * BigInt(published.get(WHOLE_SITE) ?? 0),
          BigInt(now.total(WHOLE_SITE)) * BigInt(own),
          YIELD_STEP,
        )
      : null;
    // Articles are a random sample of those that a source could publish, so few articles make the 90% range wide.
    const deviation = Math.hypot(...now.of(key).values()) / engagement;
    const endAt = (z: number) => YIELD_STEP * Math.round(((index ?? 0) * Math.exp(z * deviation)) / YIELD_STEP);
    const interval: [low: number, high: number] | null = index === null ? null : [endAt(-Z_90), endAt(Z_90)];
    return {
      ...labelOf(key, names),
      rank: i + 1,
      previousRank: ranksBefore.get(key) ?? null,
      articles: own,
      yield: index,
      interval,
      growthPercent: hasGrowth ? growthPercent(engagement, previous) : null,
      placement: medianOf([...now.of(key).keys()].flatMap((id) => placed.get(id) ?? [])),
    };
  });
}

/** Returns the id and name of a group. The key of an author consists of the name and the domain of its source. */
function labelOf(key: Key, names: ReadonlyMap<string, string>): { id: string; name: string } {
  const [name = '', domain] = String(key).split('\n');
  return domain === undefined ? { id: name, name: names.get(name) ?? name } : { id: authorId(name, domain), name };
}

function medianOf(indexes: number[]): number | null {
  const sorted = indexes.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null;
}

/** Counts the articles published in a range by group, and of the whole site. */
async function loadPublished(db: Db, { by, range, zone, riskManagement, now }: YieldQuestion) {
  const { from, to } = hoursOfDays(range, zone);
  const isWithin = sql`${articles.position} >= ${firstFrom(from * HOUR)} AND ${articles.position} < ${firstFrom(Math.min(to * HOUR, now + 1))}
    ${riskManagement ? sql`AND EXISTS (SELECT 1 FROM json_each(${articles.topics}) t WHERE t.value ->> 'id' = ${RISK_MANAGEMENT_TOPIC})` : sql``}`;
  const groups = {
    source: sql`SELECT ${articles.source} ->> 'domain' AS key, count(*) AS articles FROM ${articles} WHERE ${isWithin} GROUP BY 1`,
    company: sql`SELECT c.value ->> 'id' AS key, count(*) AS articles FROM ${articles}, json_each(${articles.companies}) c WHERE ${isWithin} GROUP BY 1`,
    author: sql`SELECT (a.value ->> 'name') || char(10) || (${articles.source} ->> 'domain') AS key, count(*) AS articles FROM ${articles}, json_each(${articles.authors}) a WHERE ${isWithin} GROUP BY 1`,
  }[by];
  const rows = await db.rows(
    publishedRow,
    sql`${groups} UNION ALL SELECT ${WHOLE_SITE}, count(*) FROM ${articles} WHERE ${isWithin}`,
  );
  return new Map<Key, number>(rows.map(({ key, articles }) => [key, articles]));
}
