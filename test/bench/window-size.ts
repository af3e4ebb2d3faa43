import { CONTENT_TYPES } from '../../src/content/types.ts';
import { openDb } from '../../src/db/client.ts';
import { createRandom } from '../../src/demo/random.ts';
import { AUDIENCES, hourOf, RollingWindow } from '../../src/engagement/window.ts';
import { publish } from '../../src/rankings/publish.ts';
import { rankTopic } from '../../src/rankings/ranking.ts';

/** What a topic's object holds and does when very many of its articles have been clicked. */

/** A topic that no newsroom of the benchmark has. */
const TOPIC = 999_999;

let window: RollingWindow | null = null;

/** A window of a topic with clicks on so many articles, a tenth of them in the running hour. */
export function makeWindow(articles: number, hour: number): RollingWindow {
  const random = createRandom(11, 'window');
  const ids = Array.from({ length: articles }, (_, i) => i + 1);
  const counts = (most: number) => Array.from({ length: AUDIENCES }, () => random.int(0, most));
  const made = new RollingWindow(
    hour,
    ids.map((contentId) => ({ contentId, day: counts(20), week: counts(100), previous: random.int(0, 100) })),
    ids.map((id) => ({
      id,
      topics: [TOPIC, random.int(1, 300), random.int(1, 300)],
      contentType: random.pick(CONTENT_TYPES),
      sourceType: 'broker',
      source: `Source ${random.int(1, 3000)}`,
    })),
  );
  for (const contentId of ids) if (contentId % 10 === 0) made.tell({ contentId, hour, counts: counts(5) });
  return made;
}

export function buildWindow(articles: number): void {
  window = makeWindow(articles, hourOf(Date.now()));
}

/** Ranks the window and writes the ranking, as an object does; returns the size of what it has written. */
export async function publishWindow(env: Env): Promise<number> {
  if (!window) throw new Error('no window has been built');
  const ranking = rankTopic(TOPIC, [...window.engagement()]);
  // Every publication differs from the last, or it would not be written.
  ranking.counters.clicks24h = Date.now();
  const db = openDb(env.DB.withSession('first-primary'));
  await publish(db, { topicId: TOPIC, version: Date.now(), hour: window.hour, ranking });
  return JSON.stringify(ranking.views).length;
}
