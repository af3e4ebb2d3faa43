import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { topicWindows } from '../db/schema.ts';
import type { Confidence } from './confidence.ts';
import type { DrivenBy } from './driven-by.ts';
import { type Direction, type GrowthRow, orderGrowth } from './growth-order.ts';
import { growthPercent } from './growth-percent.ts';
import {
  type ContentItem,
  contentItems,
  counter,
  everyTopic,
  type InsightsTopic,
  itemsOf,
  type Placed,
  type StoredContentItem,
  TOPIC,
} from './read.ts';
import { GROWTH_LIST, scopeName } from './views.ts';

/** A topic that grows or shrinks, as answers show it. */
export interface GrowingTopic extends InsightsTopic, Confidence {
  growthPercent: number | null;
  drivenBy: DrivenBy;
  topContent: ContentItem[];
  topSources: string[];
}

export interface GrowthQuestion {
  direction: Direction;
  minEngagement: number;
  minItems: number;
  limit: number;
  riskManagement: boolean;
}

/** The topics of a growth answer in order. Reads two rows a topic at most, and two an article. */
export async function loadGrowth(db: Db, { riskManagement, ...question }: GrowthQuestion): Promise<GrowingTopic[]> {
  const of = (name: 'growthCurrent' | 'growthPrevious' | 'growthItems' | 'growthItemsBefore') =>
    counter(riskManagement ? `${name}Rm` : name);
  const rows = await everyTopic<GrowthRow>(db, {
    topicId: TOPIC.topicId,
    current: of('growthCurrent'),
    previous: of('growthPrevious'),
    currentItems: of('growthItems'),
    previousItems: of('growthItemsBefore'),
  });
  const ordered = orderGrowth(rows, question);
  const details = await loadDetails(
    db,
    ordered.map(({ topicId }) => topicId),
    { isLoss: question.direction === 'down', riskManagement },
  );
  return ordered.flatMap(({ topicId, current, previous }) => {
    const found = details.get(topicId);
    return found ? [{ ...found, growthPercent: growthPercent(current, previous) }] : [];
  });
}

type Details = Omit<GrowingTopic, 'growthPercent'>;

/** What these topics are called and what drives them, by id. */
async function loadDetails(
  db: Db,
  ids: readonly number[],
  { isLoss, riskManagement }: { isLoss: boolean; riskManagement: boolean },
): Promise<Map<number, Details>> {
  if (ids.length === 0) return new Map();
  const growth = sql`w.views -> ${`$.growth.${scopeName(riskManagement)}`}`;
  const rows = await db.all<InsightsTopic & { growth: string | null; content: string }>(
    sql`SELECT w.topic_id AS topicId, w.name, w.slug, w.category, ${growth} AS growth,
      ${itemsOf(sql`${growth} -> ${isLoss ? '$.losses' : '$.gains'}`, GROWTH_LIST)} AS content
      FROM json_each(${JSON.stringify(ids)}) wanted CROSS JOIN ${topicWindows} w ON w.topic_id = wanted.value`,
  );
  return new Map(
    rows.map(({ growth, content, ...topic }) => {
      // Rows that an earlier release has published say less, until their object publishes again.
      const { interval = null, confidence = 'low', drivenBy = 'many', sources = [] } = JSON.parse(growth ?? '{}');
      const items: Placed<StoredContentItem>[] = JSON.parse(content);
      return [
        topic.topicId,
        { ...topic, interval, confidence, drivenBy, topContent: contentItems(items), topSources: sources },
      ];
    }),
  );
}
