import type { Db } from '../../db/client.ts';
import { topicWindows } from '../../db/schema.ts';
import { topItems } from '../math/top.ts';
import { daysOf, type RangeQuestion } from './range.ts';
import { everyTopic, type InsightsTopic, TOPIC, toTopic } from './read-rankings.ts';

/** Returns the top topics of a range of days with daily ranks. `excluded` has further topics to hide from trending. */
export async function loadTopicRanks(
  db: Db,
  {
    range,
    riskManagement,
    limit,
    excluded,
  }: Pick<RangeQuestion, 'range' | 'riskManagement' | 'limit'> & { excluded: boolean },
) {
  const days = Array.from({ length: range.to - range.from }, () => new Map<number, number>());
  const whole = new Map<number, number>();
  for await (const { day, sums } of daysOf(db, range))
    for (const [id, all, rm] of sums.topics)
      for (const own of [days[day - range.from], whole]) own?.set(id, (own.get(id) ?? 0) + (riskManagement ? rm : all));
  const all = await everyTopic<InsightsTopic & { isOut: number }>(db, { ...TOPIC, isOut: topicWindows.excluded });
  const topics = all.filter(({ isOut }) => excluded || !isOut);
  const ranking = (own: ReadonlyMap<number, number>, most: number) =>
    topItems(
      topics,
      ({ topicId }) => own.get(topicId) ?? 0,
      ({ topicId }) => topicId,
      most,
    );
  const places = days.map((own) => new Map(ranking(own, topics.length).map(({ topicId }, i) => [topicId, i + 1])));
  return ranking(whole, limit).map((topic) => ({
    ...toTopic(topic),
    ranks: places.map((ranks) => ranks.get(topic.topicId) ?? null),
  }));
}
