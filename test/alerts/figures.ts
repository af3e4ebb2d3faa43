import type { HourFigures, TopicFigures } from '../../src/alerts/detect.ts';
import { ALERT_TYPES, type Rules } from '../../src/alerts/detect.ts';

/** Figures for rules of alerts: twenty topics, of which topic N has the N-th rank. */

export const START = 500_000;
export const RULES: Rules = {
  ...{ types: ALERT_TYPES, oncePerDay: true, isQuiet: false, day: '2026-11-21', minEngagement: 10 },
  suspects: new Set(),
};

export const topic = (topicId: number, given: Partial<TopicFigures> = {}): TopicFigures => ({
  ...{ topicId, name: `Topic ${topicId}`, slug: `topic-${topicId}`, excluded: false },
  ...{ engagement: 1000 - 10 * topicId, before: 500, current: 100, previous: 100, items: 9 },
  ...{ interval: null, confidence: 'low', drivenBy: 'many', carrier: null, gains: [900 + topicId] },
  ...given,
});

/** What is published `hours` after the start; `changed` topics are not as usual. */
export const figuresAt = (hours: number, changed: Record<number, Partial<TopicFigures>> = {}): HourFigures => ({
  ...{ hour: START + hours, days: 60, site: { current: 1000, previous: 1000 } },
  topics: Array.from({ length: 20 }, (_, i) => topic(i + 1, changed[i + 1])),
});

/** Engagement by which a topic of the figures has a rank. */
export const atRank = (rank: number) => ({ engagement: 1000 - 10 * rank + 5 });

export const GROWING: Partial<TopicFigures> = { current: 200, interval: [40, 180], confidence: 'high' };
