import type { Db } from '../../db/client.ts';
import type { Seconds } from '../../lib/time.ts';
import type { Cause } from '../math/figures/cause.ts';
import type { DrivenBy } from '../math/figures/driven-by.ts';
import { type ContentItem, type InsightsTopic, loadCoTopics, loadSiteItems, toTopic } from './read.ts';
import { type GrowingTopic, loadGrowth } from './read-growth.ts';

/** A topic that changed in a week, what drives the change, and what it is read with. */
export interface ChangedTopic extends InsightsTopic {
  growthPercent: number | null;
  interval: [low: number, high: number] | null;
  confidence: 'high' | 'low';
  drivenBy: DrivenBy;
  cause: Cause<ContentItem> | null;
  /** Topics that its readers' articles have, too. */
  readWith: InsightsTopic[];
}

/** What a week has changed: the last 168 complete hours against the 168 before. No counts. */
export interface Week {
  /** Of the full hour up to which topics were compared; null: none has changed. */
  asOf: Seconds | null;
  /** Strongest first; sure changes before uncertain ones. */
  rose: ChangedTopic[];
  fell: ChangedTopic[];
  /** Nobody read them in the week before. */
  isNew: ChangedTopic[];
  /** The articles most read in seven days. */
  mostRead: ContentItem[];
}

/** Articles that a topic needs in the week, as growth asks by default. */
export const WEEK_ITEMS = 5;
/** Topics of each list, and articles; topics that are named beside one. */
const TOPICS = 5;
const ARTICLES = 5;
const BESIDE = 3;
/** The longest answer: whatever is sure must be among it. */
const ALL = 50;

/**
 * What the last seven days have changed. `minEngagement`: engagement that a topic needs, `minItems`: articles. Reads twice as many rows as
 * there are topics, and up to five for each topic and two for each article that is named.
 */
export async function loadWeek(
  db: Db,
  { minEngagement, minItems }: { minEngagement: number; minItems: number },
): Promise<Week> {
  const question = { minEngagement, minItems, limit: ALL, riskManagement: false };
  const up = await loadGrowth(db, { ...question, direction: 'up' });
  const down = await loadGrowth(db, { ...question, direction: 'down' });
  const changed = (topics: readonly GrowingTopic[]) =>
    Promise.all(topics.slice(0, TOPICS).map((topic) => withReadWith(db, topic)));
  return {
    asOf: up.asOf === null || down.asOf === null ? (up.asOf ?? down.asOf) : Math.min(up.asOf, down.asOf),
    rose: await changed(surestFirst(up.topics.filter(({ growthPercent }) => growthPercent !== null))),
    fell: await changed(surestFirst(down.topics)),
    isNew: await changed(up.topics.filter(({ growthPercent }) => growthPercent === null)),
    mostRead: (await loadSiteItems(db, '7d', ARTICLES)).map(({ previousRank: _, ...item }) => item),
  };
}

const surestFirst = (topics: readonly GrowingTopic[]) =>
  topics.toSorted((a, b) => Number(b.confidence === 'high') - Number(a.confidence === 'high'));

async function withReadWith(db: Db, topic: GrowingTopic): Promise<ChangedTopic> {
  const { growthPercent, interval, confidence, drivenBy, cause } = topic;
  return {
    ...toTopic(topic),
    growthPercent,
    interval,
    confidence,
    drivenBy,
    cause,
    readWith: (await loadCoTopics(db, topic.topicId, '7d', BESIDE)) ?? [],
  };
}

export const isEmptyWeek = ({ rose, fell, isNew, mostRead }: Week): boolean =>
  [rose, fell, isNew, mostRead].every((list) => list.length === 0);
