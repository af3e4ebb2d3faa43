import { eq, sql } from 'drizzle-orm';
import type { TopicCategory } from '../../content/types.ts';
import type { Db } from '../../db/client.ts';
import { topicWindows } from '../../db/schema.ts';
import { HOUR, type Seconds } from '../../lib/time.ts';
import { type Cause, causeInWords, isCertain } from '../math/figures/cause.ts';
import type { Confidence } from '../math/figures/growth-interval.ts';
import { type ComparedGrowth, type GrowthOrder, orderGrowth } from '../math/figures/growth-order.ts';
import { growthPercent } from '../math/figures/growth-percent.ts';
import { GROWTH_LIST, scopeName } from '../math/ranking-rows.ts';
import {
  type ContentItem,
  contentItems,
  counter,
  everyTopic,
  type InsightsTopic,
  itemsOf,
  TOPIC,
} from './read-rankings.ts';

export interface GrowingTopic extends InsightsTopic, Confidence {
  growthPercent: number | null;
  cause: Cause<ContentItem> | null;
  why: string | null;
  topContent: ContentItem[];
  topSources: string[];
}

export type GrowthQuestion = GrowthOrder & { riskManagement: boolean };

export interface Growth {
  /** Full hour at which the current time window ends. `null` if there are no topics. */
  asOf: Seconds | null;
  topics: GrowingTopic[];
}

/** Loads topics sorted by growth. Reads at most two rows per topic and two per article. */
export async function loadGrowth(db: Db, { riskManagement, ...question }: GrowthQuestion): Promise<Growth> {
  const of = (name: 'growthCurrent' | 'growthPrevious' | 'growthItems' | 'growthItemsBefore') =>
    counter(riskManagement ? `${name}Rm` : name);
  const rows = await everyTopic<ComparedGrowth & { hour: number }>(db, {
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

/** Growing topic without its cause. `carried` contains the articles of the cause that still exist. */
type Details = Omit<GrowingTopic, 'growthPercent' | 'cause' | 'why'> & {
  cause: Cause<number> | null;
  carried: ContentItem[];
};

async function loadDetails(
  db: Db,
  topics: readonly ComparedGrowth[],
  { isDown, riskManagement }: { isDown: boolean; riskManagement: boolean },
): Promise<Map<number, Details>> {
  if (topics.length === 0) return new Map();
  const growth = sql<string | null>`${topicWindows.views} -> ${`$.growth.${scopeName(riskManagement)}`}`;
  const rows = await db
    .select({
      ...TOPIC,
      growth: growth.as('growth'),
      content: itemsOf(sql`${growth} -> ${isDown ? '$.losses' : '$.gains'}`, GROWTH_LIST).as('content'),
      carried: itemsOf(sql`${growth} -> '$.cause.articles'`, 2).as('carried'),
    })
    .from(sql`json_each(${JSON.stringify(topics.map(({ topicId }) => topicId))}) wanted`)
    .crossJoin(topicWindows)
    .where(eq(TOPIC.topicId, sql`wanted.value`));
  return new Map(
    rows.map(({ growth, content, carried, ...topic }) => {
      const { interval = null, confidence = 'low', cause = null, sources = [] } = JSON.parse(growth ?? '{}');
      return [
        topic.topicId,
        {
          ...topic,
          category: topic.category as TopicCategory,
          interval,
          confidence,
          cause,
          carried: contentItems(JSON.parse(carried)),
          topContent: contentItems(JSON.parse(content)),
          topSources: sources,
        },
      ];
    }),
  );
}

/** Adds the cause of a change, unless the change is uncertain or an article of the cause was deleted. */
export function withCause({ carried, ...topic }: Details & Pick<GrowingTopic, 'growthPercent'>): GrowingTopic {
  const isThere = isCertain(topic) && carried.length === topic.cause?.articles.length;
  const topicWithCause = { ...topic, cause: topic.cause && isThere ? { ...topic.cause, articles: carried } : null };
  return { ...topicWithCause, why: causeInWords(topicWithCause) || null };
}
