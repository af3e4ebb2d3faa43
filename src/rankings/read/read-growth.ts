import { eq, sql } from 'drizzle-orm';
import type { TopicCategory } from '../../content/types.ts';
import type { Db } from '../../db/client.ts';
import { topicWindows } from '../../db/schema.ts';
import { HOUR, type Seconds } from '../../lib/time.ts';
import type { Cause } from '../math/figures/cause.ts';
import type { Confidence } from '../math/figures/confidence.ts';
import type { DrivenBy } from '../math/figures/driven-by.ts';
import { type Direction, type GrowthRow, orderGrowth } from '../math/figures/growth-order.ts';
import { growthPercent } from '../math/figures/growth-percent.ts';
import { GROWTH_LIST, scopeName } from '../math/views.ts';
import { type ContentItem, contentItems, counter, everyTopic, type InsightsTopic, itemsOf, TOPIC } from './read.ts';

/** A topic that grows or shrinks, as answers show it. */
export interface GrowingTopic extends InsightsTopic, Confidence {
  growthPercent: number | null;
  drivenBy: DrivenBy;
  /** What `drivenBy` names. */
  cause: Cause<ContentItem> | null;
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

export interface Growth {
  /** Of the full hour up to which every topic of the answer was compared; null: there is none. */
  asOf: Seconds | null;
  topics: GrowingTopic[];
}

/** The topics of a growth answer in order. Reads at most two rows per topic, and two per article. */
export async function loadGrowth(db: Db, { riskManagement, ...question }: GrowthQuestion): Promise<Growth> {
  const of = (name: 'growthCurrent' | 'growthPrevious' | 'growthItems' | 'growthItemsBefore') =>
    counter(riskManagement ? `${name}Rm` : name);
  const rows = await everyTopic<GrowthRow & { hour: number }>(db, {
    topicId: TOPIC.topicId,
    hour: topicWindows.hour,
    current: of('growthCurrent'),
    previous: of('growthPrevious'),
    currentItems: of('growthItems'),
    previousItems: of('growthItemsBefore'),
  });
  const ordered = orderGrowth(rows, question);
  const details = await loadDetails(db, ordered, { isDown: question.direction === 'down', riskManagement });
  const topics = ordered.flatMap(({ topicId, current, previous }) => {
    const found = details.get(topicId);
    return found ? [withCause({ ...found, growthPercent: growthPercent(current, previous) })] : [];
  });
  return { asOf: ordered.length > 0 ? Math.min(...ordered.map(({ hour }) => hour)) * HOUR : null, topics };
}

/** `carrier`: the source that carries the change; `carried`: the article that does, if it is still there. */
type Details = Omit<GrowingTopic, 'growthPercent' | 'cause'> & { carrier: string | null; carried: ContentItem | null };

/** Names and drivers of these topics, by id. */
async function loadDetails(
  db: Db,
  topics: readonly GrowthRow[],
  { isDown, riskManagement }: { isDown: boolean; riskManagement: boolean },
): Promise<Map<number, Details>> {
  if (topics.length === 0) return new Map();
  const growth = sql<string | null>`${topicWindows.views} -> ${`$.growth.${scopeName(riskManagement)}`}`;
  const wanted = topics.map(({ topicId, current, previous }) => [
    topicId,
    current < previous ? '$.losses[0]' : '$.gains[0]',
  ]);
  const carried = sql`iif(${growth} ->> '$.drivenBy' = 'article', json_array(${growth} -> (wanted.value ->> 1)), '[]')`;
  const rows = await db
    .select({
      ...TOPIC,
      growth: growth.as('growth'),
      content: itemsOf(sql`${growth} -> ${isDown ? '$.losses' : '$.gains'}`, GROWTH_LIST).as('content'),
      carried: itemsOf(carried, 1).as('carried'),
    })
    .from(sql`json_each(${JSON.stringify(wanted)}) wanted`)
    .crossJoin(topicWindows)
    .where(eq(TOPIC.topicId, sql`wanted.value ->> 0`));
  return new Map(
    rows.map(({ growth, content, carried, ...topic }) => {
      const {
        interval = null,
        confidence = 'low',
        drivenBy = 'many',
        carrier = null,
        sources = [],
      } = JSON.parse(growth ?? '{}');
      const [article = null] = contentItems(JSON.parse(carried));
      return [
        topic.topicId,
        {
          ...topic,
          category: topic.category as TopicCategory,
          interval,
          confidence,
          drivenBy,
          carrier,
          carried: article,
          topContent: contentItems(JSON.parse(content)),
          topSources: sources,
        },
      ];
    }),
  );
}

/** What does not change has no cause, nor has what comes from an article that is gone. */
export function withCause({ carrier, carried, ...topic }: Details & Pick<GrowingTopic, 'growthPercent'>): GrowingTopic {
  const isThere = topic.growthPercent !== 0 && (topic.drivenBy === 'source' || carried !== null);
  return { ...topic, cause: isThere && carrier !== null ? { article: carried, source: carrier } : null };
}
