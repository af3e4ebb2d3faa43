import { CLICKED, makeReader } from './newsroom.ts';
import { insist } from './traffic/insist.ts';
import type { Scenario } from './verdict.ts';

/** Clicks before the run, on articles that readers go on to click and on some that will go. */
const CLICKS = 900;
const ARTICLES = CLICKED + 20;
/** Hours back, so that nothing leaves the two weeks of windows however far the clock moves. */
const HOURS = 2 * 24;
const LINES = 300;

export async function importPast(scenario: Scenario): Promise<void> {
  const { server, clicks, publisher, random, seed, keys } = scenario;
  const now = Math.floor(server.now() / 1000);
  // What is not published yet takes no clicks.
  const published = Array.from({ length: ARTICLES }, (_, i) => i + 1).filter(
    (id) => (publisher.articles.get(id)?.publishedAt ?? now) < now,
  );
  const lines: object[] = [];
  for (let n = 0; n < CLICKS; n++) {
    const { continent, ...made } = makeReader(seed, 20_000 + n, 'page');
    const reader = clicks.know({ ...made, continent, id: `past ${n}` });
    const contentId = published[Math.floor(random.next() ** 2 * published.length)] ?? 1;
    const at = now - 3600 * random.int(0, HOURS) - 60;
    clicks.expect({ contentId, hour: Math.floor(at / 3600), reader: reader.id, id: null });
    const { companyType, seniority } = reader;
    const time = new Date(at * 1000).toISOString();
    lines.push({ contentId, at: time, reader: reader.id, continent, companyType, seniority });
  }
  for (let i = 0; i < lines.length; i += LINES) {
    const answer = await insist(scenario, {
      endpoint: 'POST /manage/clicks',
      path: '/manage/clicks',
      method: 'POST',
      headers: { Authorization: `Bearer ${keys.operator}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(lines.slice(i, i + LINES)),
    });
    const { rejected } = JSON.parse(answer.body).data;
    if (rejected.length > 0) throw new Error(`clicks: ${JSON.stringify(rejected[0])}`);
  }
}
