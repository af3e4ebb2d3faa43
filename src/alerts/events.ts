import type { Db } from '../db/client.ts';
import { toSeconds } from '../lib/time.ts';
import { growthPercent } from '../rankings/math/figures/growth-percent.ts';
import { type ContentItem, loadItems } from '../rankings/read/read.ts';
import type { WebhookEvent } from '../webhooks/event.ts';
import type { Alert } from './detect.ts';
import type { TopicFigures } from './figures.ts';
import { ranksOf, TOP } from './top-ten.ts';

/**
 * Alerts as events, with what receivers get. An alert about something that is gone is left out. Reads two rows per story. `now`:
 * epoch milliseconds.
 */
export async function toEvents(
  db: Db,
  alerts: readonly Alert[],
  topics: readonly TopicFigures[],
  now: number,
): Promise<WebhookEvent[]> {
  const ids = alerts.flatMap(({ contentId }) => contentId ?? []);
  const stories = ids.length > 0 ? await loadItems(db, ids) : [];
  const before = ranksOf(topics, 'before');
  return alerts.flatMap((alert) => {
    const at = toSeconds(now);
    if (alert.contentId !== null) {
      const story = stories.find(({ contentId }) => contentId === alert.contentId);
      return story ? storyEvent(alert, story, at) : [];
    }
    const topic = topics.find(({ topicId }) => topicId === alert.topicId);
    return topic ? topicEvent(alert, topic, before.get(topic.topicId) ?? null, at) : [];
  });
}

function storyEvent({ type, rank, since }: Alert, story: ContentItem, at: number): WebhookEvent {
  const { contentId, title, url, source } = story;
  return {
    type: 'story.rises',
    key: `${type}:${contentId}:${since}`,
    subject: `article:${contentId}`,
    at,
    data: { article: { id: contentId, title: title ?? '', url: url ?? '', source: source ?? '' }, rank: rank ?? 1 },
  };
}

function topicEvent(alert: Alert, figures: TopicFigures, before: number | null, at: number): WebhookEvent[] {
  const { type, rank, previousRank, since } = alert;
  const { topicId, name, slug, current, previous, interval, confidence, drivenBy, carrier } = figures;
  const common = { key: `${type}:${topicId}:${since}`, subject: `topic:${topicId}`, at };
  const topic = { id: topicId, name, slug };
  if (type === 'topic.grows') {
    // What one article brings is no alert, so the cause can only be a source.
    const cause = drivenBy === 'source' && carrier !== null ? { article: null, source: carrier } : null;
    const growth = { growthPercent: growthPercent(current, previous), interval, confidence, cause };
    return [{ type, ...common, data: { topic, ...growth } }];
  }
  if (type === 'topic.left_top_ten')
    return [{ type, ...common, data: { topic, rank, previousRank: previousRank ?? TOP } }];
  return type === 'topic.entered_top_ten' && rank !== null
    ? [{ type, ...common, data: { topic, rank, previousRank: before } }]
    : [];
}
