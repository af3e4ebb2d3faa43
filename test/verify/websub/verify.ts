/**
 * `npm run verify -- websub` measures the time from a publication until a hub on loopback is notified. Fails if the
 * 95th percentile is above five seconds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../../src/command/command.ts';
import { writeMeasured } from '../../support/measured.ts';
import { follow, found, publishOne, setStage, stored } from './stage.ts';

const SINGLE = 60;
const BURSTS = 8;
const IN_BURST = 10;
/** An article is in one RSS feed and one JSON feed. */
const TOPICS = 2;
const PINGS = 50;
/** Timeout and maximum delay of a notification, in milliseconds. */
const PATIENCE = 30_000;
const MAX_P95_MS = 5000;

await run('npm run verify -- websub', async () => {
  const stage = await setStage();
  const delays: number[] = [];
  const taken: number[] = [];
  const measure = async ({ url, at }: { url: string; at: number }) => {
    const pings = await found(() => {
      const those = stage.hub.pings.filter(({ body }) => body.includes(url));
      return new Set(those.map(({ topic }) => topic)).size >= TOPICS ? those : undefined;
    }, PATIENCE);
    // Time of the first notification after which a feed contained the article.
    const first = new Map(pings.toReversed().map((ping) => [ping.topic, ping.at]));
    for (const told of first.values()) delays.push(Math.max(0, told - at));
  };
  try {
    for (let i = 0; i < SINGLE; i++) {
      await measure(await publishOne(stage));
      await sleep(Math.random() * 100);
    }
    for (let i = 0; i < BURSTS; i++) {
      const published = await Promise.all(Array.from({ length: IN_BURST }, () => publishOne(stage)));
      await Promise.all(published.map(measure));
    }
    stage.paper.publish();
    const feed = await follow(stage, '/daily');
    for (let i = 0; i < PINGS; i++) {
      const title = stage.paper.publish();
      const at = Date.now();
      await stage.hub.hand(feed);
      taken.push((await stored(stage, title, PATIENCE)) - at);
      await sleep(Math.random() * 2000);
    }
  } finally {
    await stage.close();
  }
  const at = (part: number, of = delays) => of.toSorted((a, b) => a - b)[Math.ceil(part * of.length) - 1] ?? Number.NaN;
  const articles = SINGLE + BURSTS * IN_BURST;
  const outcome = `The hub found all ${articles} articles in ${TOPICS} feeds. After an article was published, the hub was notified within ${at(0.5)} ms (median), ${at(0.95)} ms (p95) and ${at(1)} ms (maximum).`;
  const brought = `A hub sent ${PINGS} pings, each for an article of a polled feed. Time from the ping to the article in the API: median ${at(0.5, taken)} ms, p95 ${at(0.95, taken)} ms, longest ${at(1, taken)} ms.`;
  console.log(`${outcome}\n${brought}`);
  const body = `${outcome}

${brought} A feed is read at most once in four seconds.

${SINGLE} articles came one by one, ${BURSTS * IN_BURST} in bursts of ${IN_BURST}. The hub was notified ${stage.hub.pings.length} times. It runs on loopback, and changes within 200 ms share one notification.`;
  writeMeasured({ name: 'websub', title: 'WebSub', body, page: 'reliability.md', summary: outcome });
  if (at(0.95) > MAX_P95_MS || at(0.95, taken) > MAX_P95_MS) process.exitCode = 1;
});
