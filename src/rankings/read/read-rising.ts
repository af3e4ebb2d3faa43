import { eq, sql } from 'drizzle-orm';
import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import type { Db } from '../../db/client.ts';
import { topicWindows } from '../../db/schema.ts';
import type { SiteViews } from '../math/ranking-rows.ts';
import { SITE } from '../site.ts';
import { type ContentItem, loadItems } from './read-rankings.ts';

export interface RisingQuestion {
  /** Ids of topics, of which an article must have at least one. An empty list selects all articles. */
  topics: readonly number[];
  limit: number;
  riskManagement: boolean;
}

/** Loads rising articles, sorted by momentum. Reads 1 + 2 × limit rows. */
export async function loadRising(db: Db, question: RisingQuestion): Promise<ContentItem[]> {
  const ids = await loadList(db, 'rising', question);
  return ids.length > 0 ? loadItems(db, ids) : [];
}

/** Loads the article ids of each rising story, sorted by momentum. Reads one row. */
export const loadRisingStories = (db: Db, question: RisingQuestion): Promise<number[][]> =>
  loadList(db, 'risingStories', question);

async function loadList<List extends 'rising' | 'risingStories'>(
  db: Db,
  list: List,
  { topics, limit, riskManagement }: RisingQuestion,
): Promise<SiteViews[List][number][0][]> {
  const { topicId, views } = topicWindows;
  const [row] = await db
    .select({ rising: sql<string | null>`${views} -> ${`$.${list}`}`.as('rising') })
    .from(topicWindows)
    .where(eq(topicId, SITE));
  return (JSON.parse(row?.rising ?? '[]') as SiteViews[List])
    .filter(([, own]) => topics.length === 0 || own.some((id) => topics.includes(id)))
    .filter(([, own]) => !riskManagement || own.includes(RISK_MANAGEMENT_TOPIC))
    .slice(0, limit)
    .map(([own]) => own);
}
