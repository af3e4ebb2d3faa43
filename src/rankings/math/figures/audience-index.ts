import { MEASURES } from '../../../db/click-columns.ts';
import type { Audience } from '../../dimensions.ts';
import { roundToStep } from './round-to-step.ts';

/** Interest of an audience in a topic, compared with the whole site. An index of 100 means the usual interest. */

const MIN_AUDIENCE_ENGAGEMENT = 50;
const INDEX_STEP = 10;
const MAX_TOPICS_PER_AUDIENCE = 10;

export interface AudienceRatio {
  topic: { audience: number; known: number };
  site: { audience: number; known: number };
}

/** Returns the engagement of one audience, and of `all` audiences of its attribute. Sums are in `MEASURES` order. */
export function shareOf(
  topic: readonly number[],
  site: readonly number[],
  audience: Audience,
  all: readonly Audience[],
): AudienceRatio {
  const at = ({ measure }: Audience, sums: readonly number[]) => sums[MEASURES.indexOf(measure)] ?? 0;
  const of = (sums: readonly number[]) => ({
    audience: at(audience, sums),
    known: all.reduce((total, each) => total + at(each, sums), 0),
  });
  return { topic: of(topic), site: of(site) };
}

/** Computes the index (a/A)/(s/S)·100, rounded to tens. `null` if the audience's engagement is below 50. */
export function audienceIndex({ topic, site }: AudienceRatio): number | null {
  if (topic.audience < MIN_AUDIENCE_ENGAGEMENT || site.audience === 0) return null;
  const numerator = 100n * BigInt(topic.audience) * BigInt(site.known);
  return roundToStep(numerator, BigInt(topic.known) * BigInt(site.audience), INDEX_STEP);
}

export function audienceTopics(topics: Iterable<{ topicId: number } & AudienceRatio>) {
  const listed: { topicId: number; index: number }[] = [];
  for (const { topicId, ...share } of topics) {
    const index = audienceIndex(share);
    if (index !== null) listed.push({ topicId, index });
  }
  return listed.sort((a, b) => b.index - a.index || a.topicId - b.topicId).slice(0, MAX_TOPICS_PER_AUDIENCE);
}
