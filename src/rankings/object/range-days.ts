import { and, gte, lt, not, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { rangeDays, topicDays } from '../../db/schema.ts';
import { bare, excluded, inList, listed } from '../../db/sql.ts';
import type { DaySums } from '../../db/values.ts';
import type { ArticleFacts } from '../facts.ts';

/** What ranges of days are summed from: a row a day with everything that was read on it, for a row an article and day would be 30,000 for a month. */

/** Portions that a day may have, and bytes of one: its row stays below the 2 MB that D1 takes. */
export const PORTIONS = 16;
const PORTION = 1_500_000;

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

/** Texts in portions of so many bytes, the first of which has less room by `beside`, and each by `every`. */
function* portionsOf(texts: readonly string[], { beside, every }: { beside: number; every: number }) {
  let portion: string[] = [];
  let bytes = beside + every;
  for (const text of texts) {
    const own = bytesOf(text) + 1;
    if (portion.length > 0 && bytes + own > PORTION) {
      yield portion;
      portion = [];
      bytes = every;
    }
    portion.push(text);
    bytes += own;
  }
  if (portion.length > 0) yield portion;
}

/** A day: its origins, and its articles as JSON, which takes a tenth of the memory of what it says. */
class DayList {
  readonly origins = new Map<string, number>();
  readonly articles: string[] = [];
  readonly topics = new Set<number>();
}

/** Collects the articles of days as they are computed. */
export class DayLists {
  readonly #days = new Map<number, DayList>();

  /** Adds an article's engagement of a day; articles come in ascending order of ids. Nothing where it has no facts or no engagement. */
  add(day: number, facts: ArticleFacts | undefined, engagement: number): void {
    if (!facts || engagement === 0) return;
    const list = this.#days.get(day) ?? new DayList();
    this.#days.set(day, list);
    const { id, contentType, sourceType, source, domain, topics, companies, countries, authors, section } = facts;
    const origin = JSON.stringify([contentType, sourceType, source, domain] satisfies DaySums['origins'][number]);
    const place = list.origins.get(origin) ?? list.origins.size;
    list.origins.set(origin, place);
    for (const topic of topics) list.topics.add(topic);
    const article = [
      id,
      engagement,
      place,
      topics,
      [...companies],
      [...countries],
      [...authors],
      section,
    ] satisfies DaySums['articles'][number];
    list.articles.push(JSON.stringify(article));
  }

  /**
   * Stores the collected days with the stored engagement of their topics, and forgets days from `from` up to, but without, `to` that are
   * not among them. Writes only differences.
   */
  async store(db: Db, range: { from: number; to: number }): Promise<void> {
    const { id, sums } = rangeDays;
    const topics = await this.#topics(db);
    const stored: number[] = [];
    for (const [day, { origins, articles }] of this.#days) {
      const [of, from] = [JSON.stringify(topics.get(day) ?? []), `${[...origins.keys()]}`];
      const parts = portionsOf(articles, { beside: bytesOf(of), every: bytesOf(from) });
      for (const [portion, part] of [...parts].slice(0, PORTIONS).entries()) {
        const text = `{"origins":[${from}],"articles":[${part}],"topics":${portion === 0 ? of : '[]'}}`;
        stored.push(PORTIONS * day + portion);
        await db.run(sql`INSERT INTO ${rangeDays} (${listed(id, sums)}) VALUES (${stored.at(-1)}, ${text})
          ON CONFLICT DO UPDATE SET ${bare(sums)} = ${excluded(sums)} WHERE ${sums} <> ${excluded(sums)}`);
      }
    }
    await db
      .delete(rangeDays)
      .where(and(gte(id, PORTIONS * range.from), lt(id, PORTIONS * range.to), not(inList(id, stored))));
  }

  /** What is stored of the topics of each day. */
  async #topics(db: Db): Promise<Map<number, DaySums['topics']>> {
    if (this.#days.size === 0) return new Map();
    const ids = new Set([...this.#days.values()].flatMap(({ topics }) => [...topics]));
    const rows = await db
      .select()
      .from(topicDays)
      .where(and(inList(topicDays.topicId, ids), gte(topicDays.day, Math.min(...this.#days.keys()))));
    const found = new Map<number, DaySums['topics']>();
    for (const { topicId, day, engagement, engagementRm } of rows.sort((a, b) => a.topicId - b.topicId))
      found.set(day, [...(found.get(day) ?? []), [topicId, engagement, engagementRm]]);
    return found;
  }
}

/** Statement that forgets all days before `first`. */
export const forgetDayLists = (db: Db, first: number) => db.delete(rangeDays).where(lt(rangeDays.id, PORTIONS * first));
