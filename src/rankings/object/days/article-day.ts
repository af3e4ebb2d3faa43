import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { changedArticles } from '../../../db/schema.ts';
import { listed } from '../../../db/sql.ts';
import { countsOf } from '../../../engagement/aggregates.ts';
import { FIRST, fullCount } from '../../../engagement/columns.ts';
import type { DayRow } from '../../../engagement/days.ts';
import { type TrafficBaseline, weightOf } from '../../../engagement/discounting.ts';
import { newStaleStamp } from '../../../engagement/mark-windows.ts';
import { toColumns } from '../../../engagement/score.ts';
import { type Millis, toSeconds } from '../../../lib/time.ts';
import type { ArticleFacts } from '../../facts.ts';
import { loadFacts } from '../load.ts';
import type { DayClicks } from './open-day.ts';

export type ArticleDay = DayClicks & Pick<DayRow, 'contentId' | 'day'>;

export function toArticleDay({ contentId, day, counts }: DayRow, baseline: TrafficBaseline | null): ArticleDay {
  const columns = toColumns(countsOf(counts));
  const weight = weightOf(columns[FIRST.unsigned] ?? 0, columns, baseline, FIRST.network);
  return { contentId, day, weight, certain: fullCount(columns), columns };
}

/** Returns the facts of published articles. Other articles are queued and included when they are published. */
export async function publishedFacts(
  db: Db,
  contentIds: Iterable<number>,
  now: Millis,
): Promise<Map<number, ArticleFacts>> {
  const facts = await loadFacts(db, [...new Set(contentIds)]);
  const isPublished = ({ publishedAt }: ArticleFacts) => publishedAt <= toSeconds(now);
  const later = facts.filter((article) => !isPublished(article)).map(({ id, publishedAt }) => [id, publishedAt]);
  const { id, change, dueAt } = changedArticles;
  if (later.length > 0)
    await db.run(sql`INSERT INTO ${changedArticles} (${listed(id, change, dueAt)})
      SELECT value ->> 0, ${newStaleStamp}, value ->> 1 FROM json_each(${JSON.stringify(later)}) WHERE true ON CONFLICT DO NOTHING`);
  return new Map(facts.filter(isPublished).map((article) => [article.id, article]));
}
