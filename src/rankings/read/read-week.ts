import type { Db } from '../../db/client.ts';
import type { Seconds } from '../../lib/time.ts';
import type { Cause } from '../math/figures/cause.ts';
import { loadRangeChanges, type RangeQuestion } from './range.ts';
import { type GrowingTopic, type Growth, loadGrowth } from './read-growth.ts';
import {
  type ContentItem,
  type InsightsTopic,
  loadCoTopics,
  loadSiteItems,
  type RankedItem,
  toTopic,
} from './read-rankings.ts';

export interface ChangedTopic extends InsightsTopic {
  growthPercent: number | null;
  interval: [low: number, high: number] | null;
  confidence: 'high' | 'low';
  cause: Cause<ContentItem> | null;
  why: string | null;
  readWith: InsightsTopic[];
}

/** Changes in the last 168 complete hours, compared with the 168 hours before. They contain no click counts. */
export interface Week {
  /** Full hour at which the current time window ends. `null` if there are no changes. */
  asOf: Seconds | null;
  /** Growing topics. Certain changes precede uncertain ones, and the strongest come first. */
  rose: ChangedTopic[];
  fell: ChangedTopic[];
  isNew: ChangedTopic[];
  mostRead: ContentItem[];
  /** Whether the changes are between past ranges of days, for which confidence is unknown. */
  isPast?: true;
}

export const WEEK_ITEMS = 5;
const MAX_TOPICS_PER_LIST = 5;
const MAX_ARTICLES = 5;
const MAX_CO_TOPICS = 3;
/** Maximum number of topics to load. It is large enough to include every certain change. */
const MAX_GROWTH_TOPICS = 50;

interface WeekQuestion {
  minEngagement: number;
  minItems: number;
}

/** Loads the changes of the last seven days. Reads two rows per topic and up to five more per listed topic. */
export async function loadWeek(db: Db, weekQuestion: WeekQuestion): Promise<Week> {
  const question = { ...weekQuestion, limit: MAX_GROWTH_TOPICS, riskManagement: false };
  return toWeek({
    up: await loadGrowth(db, { ...question, direction: 'up' }),
    down: await loadGrowth(db, { ...question, direction: 'down' }),
    items: await loadSiteItems(db, '7d', MAX_ARTICLES),
    readWith: async (topicId, limit) => (await loadCoTopics(db, topicId, '7d', limit)) ?? [],
  });
}

/** Loads the changes of a range of days compared with the range before it. Reads one row per day and topic. */
export const loadWeekOf = async (
  db: Db,
  weekQuestion: WeekQuestion & Pick<RangeQuestion, 'range' | 'now'>,
): Promise<Week> =>
  toWeek(await loadRangeChanges(db, { ...weekQuestion, limit: MAX_GROWTH_TOPICS, riskManagement: false }));

interface Changes {
  up: Growth;
  down: Growth;
  items: readonly RankedItem[];
  readWith(topicId: number, limit: number): InsightsTopic[] | Promise<InsightsTopic[]>;
}

async function toWeek({ up, down, items, readWith }: Changes): Promise<Week> {
  const changed = (topics: readonly GrowingTopic[]) =>
    Promise.all(
      topics.slice(0, MAX_TOPICS_PER_LIST).map(async (topic) => {
        const { growthPercent, interval, confidence, cause, why } = topic;
        const figures = { growthPercent, interval, confidence, cause, why };
        return { ...toTopic(topic), ...figures, readWith: await readWith(topic.topicId, MAX_CO_TOPICS) };
      }),
    );
  return {
    asOf: up.asOf === null || down.asOf === null ? (up.asOf ?? down.asOf) : Math.min(up.asOf, down.asOf),
    rose: await changed(surestFirst(up.topics.filter(({ growthPercent }) => growthPercent !== null))),
    fell: await changed(surestFirst(down.topics)),
    isNew: await changed(up.topics.filter(({ growthPercent }) => growthPercent === null)),
    mostRead: items.slice(0, MAX_ARTICLES).map(({ previousRank: _, ...item }) => item),
  };
}

const surestFirst = (topics: readonly GrowingTopic[]) =>
  topics.toSorted((a, b) => Number(b.confidence === 'high') - Number(a.confidence === 'high'));

export const isEmptyWeek = ({ rose, fell, isNew, mostRead }: Week): boolean =>
  [rose, fell, isNew, mostRead].every((list) => list.length === 0);
