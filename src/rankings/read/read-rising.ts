import { eq, sql } from 'drizzle-orm';
import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import type { Db } from '../../db/client.ts';
import { topicWindows } from '../../db/schema.ts';
import type { SiteViews } from '../math/views.ts';
import { SITE } from '../site.ts';
import { type ContentItem, loadItems } from './read.ts';

export interface RisingQuestion {
  /** Only articles with one of these topics; empty: any. */
  topics: readonly number[];
  limit: number;
  riskManagement: boolean;
}

/** Rising articles, most momentum first. Reads 1 + 2 × limit rows. */
export async function loadRising(db: Db, { topics, limit, riskManagement }: RisingQuestion): Promise<ContentItem[]> {
  const { topicId, views } = topicWindows;
  const [row] = await db
    .select({ rising: sql<string | null>`${views} -> '$.rising'`.as('rising') })
    .from(topicWindows)
    .where(eq(topicId, SITE));
  const rising: SiteViews['rising'] = JSON.parse(row?.rising ?? '[]');
  const ids = rising
    .filter(([, own]) => topics.length === 0 || own.some((id) => topics.includes(id)))
    .filter(([, own]) => !riskManagement || own.includes(RISK_MANAGEMENT_TOPIC))
    .map(([id]) => id);
  return ids.length > 0 ? loadItems(db, ids.slice(0, limit)) : [];
}
