import type { Db } from '../../db/client.ts';
import type { Seconds } from '../../lib/time.ts';
import type { Cause } from '../math/figures/cause.ts';
import { loadRangeChanges, type RangeQuestion } from './range.ts';
import { type ContentItem, type InsightsTopic, loadCoTopics, loadSiteItems, type RankedItem, toTopic } from './read.ts';
import { type GrowingTopic, type Growth, loadGrowth } from './read-growth.ts';

/** A topic that changed in a week, what drives the change, and what it is read with. */
export interface ChangedTopic extends InsightsTopic {
  growthPercent: number | null;
  interval: [low: number, high: number] | null;
  confidence: 'high' | 'low';
  cause: Cause<ContentItem> | null;
  why: string | null;
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
  /** Made of past days: how sure changes are nobody can say. */
  isPast?: true;
}

/** Articles that a topic needs in the week, as growth asks by default. */
export const WEEK_ITEMS = 5;
/** Topics of each list, and articles; topics that are named beside one. */
const MAX_TOPICS_PER_LIST = 5;
const MAX_ARTICLES = 5;
const MAX_CO_TOPICS = 3;
/** The longest answer: whatever is sure must be among it. */
const MAX_GROWTH_TOPICS = 50;

/** What is compared. `minEngagement`: engagement that a topic needs, `minItems`: articles. */
interface WeekQuestion {
  minEngagement: number;
  minItems: number;
}

/**
 * What the last seven days have changed. Reads twice as many rows as there are topics, and up to five for each topic and two for each
 * article that is named.
 */
export async function loadWeek(db: Db, asked: WeekQuestion): Promise<Week> {
  const question = { ...asked, limit: MAX_GROWTH_TOPICS, riskManagement: false };
  return toWeek({
    up: await loadGrowth(db, { ...question, direction: 'up' }),
    down: await loadGrowth(db, { ...question, direction: 'down' }),
    items: await loadSiteItems(db, '7d', MAX_ARTICLES),
    readWith: async (topicId, limit) => (await loadCoTopics(db, topicId, '7d', limit)) ?? [],
  });
}

/** What the days of a range have changed against as many before. Reads a row for each of these days and for each topic, and up to two an article. */
export const loadWeekOf = async (db: Db, asked: WeekQuestion & Pick<RangeQuestion, 'range' | 'now'>): Promise<Week> =>
  toWeek(await loadRangeChanges(db, { ...asked, limit: MAX_GROWTH_TOPICS, riskManagement: false }));

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
        const told = { growthPercent, interval, confidence, cause, why };
        return { ...toTopic(topic), ...told, readWith: await readWith(topic.topicId, MAX_CO_TOPICS) };
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
