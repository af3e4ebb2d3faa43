import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '../../../src/demo/random.ts';
import { rfc3339 } from '../../../src/lib/time.ts';
import { startSite } from '../../browser/support/server.ts';
import { storedShares } from '../../verify/newsroom/files.ts';
import { fortnight, readerOf, withinHour } from './readers.ts';

const FLEET = 60;
const HONEST = [5, 10, 20];
const READERS = 200;
const PATIENCE = 15_000;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

await withinHour(100);
const site = await startSite();
after(() => site.dispose());
const start = Date.now();
const [key, secret] = [await site.makeKey('publishable'), await site.makeKey('secret')];
const headers = { Authorization: `Bearer ${secret}` };

const FLEETS = ['one /48, one browser', 'one /48, sixty browsers', 'one network, sixty prefixes'];
const ids = (round: number) => Array.from({ length: FLEETS.length + HONEST.length }, (_, i) => 10 * round + i + 1);
const published = [...ids(1), ...ids(2), ...ids(3)];
const topics = published.map((id) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, description: '', category: 1 }));
const articles = published.map((id) => ({
  id,
  url: `https://alpha.example/${id}`,
  title: `Story ${id}`,
  contentType: 'article',
  topics: [id],
  publishedAt: rfc3339(Math.floor(start / 1000) - 20 * 86_400),
}));

async function beacon(contentId: number, address: string, userAgent: string): Promise<void> {
  const answer = await fetch(new URL('/clicks', site.url), {
    method: 'POST',
    headers: { 'User-Agent': userAgent, 'CF-Connecting-IP': address },
    body: JSON.stringify({ key, contentId }),
  });
  assert.equal(answer.headers.get('X-Click'), 'accepted');
}

const letters = (n: number) => 'abcdefghij'.charAt(n / 10) + 'abcdefghij'.charAt(n % 10);

/** Sends three fleets of sixty clicks and honest clicks at the same time. Returns the engagement of the articles. */
async function send(round: number): Promise<number[]> {
  const [one = 0, many = 0, network = 0, ...honest] = ids(round);
  for (let i = 0; i < FLEET; i++) {
    await beacon(one, `2001:db8:${round}:${i + 1}::1`, BROWSER);
    await beacon(many, `2001:db8:${round}:${i + 100}::1`, BROWSER.replace('Firefox', `Fire${letters(i)}`));
  }
  for (const [i, id] of honest.entries())
    for (let n = 0; n < (HONEST[i] ?? 0); n++)
      await beacon(id, `${20 + n}.${7 * n + round}.0.1`, BROWSER.replace('Linux', `Linux ${letters(3 * n)}`));
  const at = rfc3339(Math.floor(Date.now() / 1000) - 1);
  // The test cannot simulate the network number that the edge adds, so these clicks are imported.
  await site.importClicks(
    Array.from({ length: FLEET }, (_, i) => ({
      ...readerOf(i),
      ...{ reader: `fleet ${round} ${i}`, contentId: network, at, network: 64_499, prefix: `203.${i}.0.0/16` },
    })),
  );
  await sleep(PATIENCE);
  return weights(round);
}

async function weights(round: number): Promise<number[]> {
  const isCurrent = async () => {
    const asked = await fetch(new URL(`/api/v2/topics/trending/?limit=50&round=${round}`, site.url), { headers });
    await asked.text();
    return asked.headers.get('X-Ranking-Age') === null;
  };
  for (let tries = 0; !(await isCurrent()); tries++) assert.ok(tries < 100, 'rankings stay out of date');
  const { results } = await site.db
    .prepare('SELECT topic_id, engagement_24h AS weight FROM topic_windows')
    .all<{ topic_id: number; weight: number }>();
  const byTopic = new Map(results.map(({ topic_id, weight }) => [topic_id, weight]));
  return ids(round).map((id) => byTopic.get(id) ?? 0);
}

async function listed(round: number): Promise<number[]> {
  const answer = await fetch(new URL('/api/v2/insights/popular-content/?period=24h&limit=50', site.url), { headers });
  const { data } = (await answer.json()) as { data: { items: { contentId: number }[] } };
  return data.items.map(({ contentId }) => contentId).filter((id) => ids(round).includes(id));
}

test('a bot fleet has the same weight in the first minute of an empty site as on a site with two hundred readers', async () => {
  await site.publish({ topics, articles });
  const first = await send(1);
  assert.equal(await storedShares(site.db, Math.floor(start / 3_600_000)), null, 'nothing has voted');
  const firstList = await listed(1);

  const began = Math.floor(Date.now() / 1000);
  const past = fortnight(createRandom(7, 'settled'), READERS, 3000, ids(3));
  for (let i = 0; i < past.length; i += 500)
    await site.importClicks(
      past.slice(i, i + 500).map(({ ageSeconds, ...click }) => ({ ...click, at: rfc3339(began - ageSeconds) })),
    );
  const later = await send(2);
  const [again, laterList] = [await weights(1), await listed(2)];
  console.log(JSON.stringify({ first, again, later, firstList, laterList }));

  for (const [i, fleet] of FLEETS.entries()) {
    assert.equal(first[i], later[i], fleet);
    assert.equal(again[i], first[i], `${fleet}, as it is weighed later`);
  }
  // Buckets are hashed with daily secrets, so it is random which readers share a bucket.
  for (const [i, count] of HONEST.entries())
    for (const weight of [first[FLEETS.length + i] ?? 0, later[FLEETS.length + i] ?? 0])
      assert.ok(weight <= count && weight >= 0.8 * count, `${weight} of ${count} honest readers`);
  assert.deepEqual(
    firstList,
    laterList.map((id) => id - 10),
  );
  const order = [...ids(1).slice(FLEETS.length).reverse(), ...ids(1).slice(0, FLEETS.length)];
  assert.deepEqual(firstList, order);
});
