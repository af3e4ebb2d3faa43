import { inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { topicWindows } from '../../db/schema.ts';
import { type Audience, type AudienceAttribute, byAttribute } from '../dimensions.ts';
import { audienceIndex, audienceTopics, shareOf } from '../math/figures/audience-index.ts';
import type { AudienceSums, Period } from '../math/ranking-rows.ts';
import { SITE } from '../site.ts';
import { everyTopic, type InsightsTopic, TOPIC, toTopic } from './read-rankings.ts';

export type ByAudience<T> = Record<AudienceAttribute, ({ slug: string } & T)[]>;

const SITE_WIDE = inArray(topicWindows.topicId, [SITE]);

/** Returns the interest of every audience in a topic as an index. `null` if the topic is unknown. Reads two rows. */
export async function loadAudience(db: Db, topicId: number, period: Period) {
  const rows = await db
    .select({ topicId: topicWindows.topicId, audience: topicWindows.audience })
    .from(topicWindows)
    .where(inArray(topicWindows.topicId, [SITE, topicId]));
  const sums = (id: number) => rows.find((row) => row.topicId === id)?.audience as Partial<AudienceSums> | undefined;
  const own = sums(topicId);
  if (!own || topicId === SITE) return null;
  return audienceIndexes(own[period] ?? [], sums(SITE)?.[period] ?? []);
}

/** Computes the index of every audience. Both arrays contain engagement in the order of `MEASURES`. */
export const audienceIndexes = (own: readonly number[], site: readonly number[]) =>
  byAudience((audience, all) => ({ index: audienceIndex(shareOf(own, site, audience, all)) }));

/** Returns up to ten topics with the highest index for each audience. Reads one row per topic and one more. */
export async function loadAudienceTopics(db: Db, period: Period) {
  const [[site], rows] = await Promise.all([
    db.select({ audience: topicWindows.audience }).from(topicWindows).where(SITE_WIDE),
    everyTopic<InsightsTopic & { audience: string }>(db, { ...TOPIC, audience: topicWindows.audience }),
  ]);
  const whole = (site?.audience as Partial<AudienceSums> | undefined)?.[period] ?? [];
  const topics = rows.map((row) => ({
    topic: toTopic(row),
    sums: (JSON.parse(row.audience) as Partial<AudienceSums>)[period] ?? [],
  }));
  const byId = new Map(topics.map(({ topic }) => [topic.topicId, topic]));
  return byAudience((audience, all) => {
    const shares = topics.map(({ topic, sums }) => ({
      topicId: topic.topicId,
      ...shareOf(sums, whole, audience, all),
    }));
    return {
      topics: audienceTopics(shares).flatMap(({ topicId, index }) => {
        const topic = byId.get(topicId);
        return topic ? [{ ...topic, index }] : [];
      }),
    };
  });
}

const byAudience = <T>(of: (audience: Audience, all: readonly Audience[]) => T): ByAudience<T> =>
  byAttribute((all) => all.map((audience) => ({ slug: audience.slug, ...of(audience, all) })));
