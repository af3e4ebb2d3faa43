import { eq, sql } from 'drizzle-orm';
import type { TopicCategory } from '../content/types.ts';
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

/** The topics of a growth answer in order. Reads at most two rows per topic, and two per article. */
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

/** Names and drivers of these topics, by id. */
async function loadDetails(
  db: Db,
  ids: readonly number[],
  { isLoss, riskManagement }: { isLoss: boolean; riskManagement: boolean },
): Promise<Map<number, Details>> {
  if (ids.length === 0) return new Map();
  const growth = sql<string | null>`${topicWindows.views} -> ${`$.growth.${scopeName(riskManagement)}`}`;
  const rows = await db
    .select({
      ...TOPIC,
      growth: growth.as('growth'),
      content: itemsOf(sql`${growth} -> ${isLoss ? '$.losses' : '$.gains'}`, GROWTH_LIST).as('content'),
    })
    .from(sql`json_each(${JSON.stringify(ids)}) wanted`)
    .crossJoin(topicWindows)
    .where(eq(TOPIC.topicId, sql`wanted.value`));
  return new Map(
    rows.map(({ growth, content, ...topic }) => {
      // Rows published by an earlier release have fewer fields, until their object publishes again.
      const { interval = null, confidence = 'low', drivenBy = 'many', sources = [] } = JSON.parse(growth ?? '{}');
      const items: Placed<StoredContentItem>[] = JSON.parse(content);
      return [
        topic.topicId,
        {
          ...topic,
          category: topic.category as TopicCategory,
          interval,
          confidence,
          drivenBy,
          topContent: contentItems(items),
          topSources: sources,
        },
      ];
    }),
  );
}
