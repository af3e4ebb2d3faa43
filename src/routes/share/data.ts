import type { TYPE_NAMES } from '../../db/values.ts';
import type { Audiences } from '../../web/browser/insights/charts/audiences.ts';
import type { PlacedArticle, PositionRange, RankChange } from '../../web/browser/insights/stories/rank-words.ts';

export interface SharedItem {
  contentId: number;
  title: string | null;
  url: string | null;
  source: string | null;
  placement?: PlacedArticle | null;
}
export interface SharedTopic {
  topicId: number;
  name: string;
  category?: number;
  growthPercent?: number | null;
  /** Fields of growth responses: `confidence`, `interval` and `why`. */
  confidence?: 'high' | 'low';
  interval?: readonly [number, number] | null | undefined;
  why?: string | null;
  /** Field of week responses. */
  readWith?: SharedTopic[];
  /** Field of article responses. */
  ranks?: PositionRange['ranks'];
}
export interface SharedDay {
  date: string;
  index: number | null;
}

/** Share of readers who read past half of the article, in percent. */
interface Share {
  percent: number;
  interval: [number, number];
}

export interface ViewData extends Partial<SharedItem>, Audiences {
  period?: '24h' | '7d';
  from?: string;
  to?: string;
  items?: SharedItem[];
  topics?: SharedTopic[];
  /** Fields of week responses: `rose`, `fell` and `isNew`. */
  rose?: SharedTopic[];
  fell?: SharedTopic[];
  isNew?: SharedTopic[];
  mostRead?: SharedItem[];
  asOf?: string | null;
  coTopics?: SharedTopic[];
  hours?: { at: string; index: number | null }[];
  width?: number;
  groups?: { group: string; items?: SharedItem[] }[];
  days?: SharedDay[];
  annotations?: { date: string; text: string }[];
  /** Fields of article responses, up to the end. */
  growth?: (RankChange & { asOf: string }) | null;
  audience?: Audiences;
  contentType?: keyof typeof TYPE_NAMES | null;
  readThroughRate?: (Share & { length: string | null; usual: Share | null }) | null;
  ranks?: PositionRange['ranks'];
  risingRank?: number | null;
}
