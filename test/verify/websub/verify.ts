/**
 * `npm run verify:websub`: how long it takes from the answer to a publication until a hub on loopback is told of it, and whether
 * the hub then finds the article. Articles come one by one, and in bursts. Fails where the 95th percentile is above five seconds.
 * The figures go to docs/measured/websub.md.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../../src/command/command.ts';
import { writeMeasured } from '../../support/measured.ts';
import { found, publishOne, setStage } from './stage.ts';

const SINGLE = 60;
const BURSTS = 8;
const IN_BURST = 10;
/** Feeds that an article is in: RSS and JSON. */
const TOPICS = 2;
/** Milliseconds. */
const PATIENCE = 30_000;
const MOST = 5000;

await run('npm run verify:websub', async () => {
  const stage = await setStage();
  const delays: number[] = [];
  const measure = async ({ url, at }: { url: string; at: number }) => {
    const pings = await found(() => {
      const those = stage.hub.pings.filter(({ body }) => body.includes(url));
      return new Set(those.map(({ topic }) => topic)).size >= TOPICS ? those : undefined;
    }, PATIENCE);
    // The first one that each feed was found with.
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
  } finally {
    await stage.close();
  }
  delays.sort((a, b) => a - b);
  const at = (part: number) => delays[Math.ceil(part * delays.length) - 1] ?? Number.NaN;
  const articles = SINGLE + BURSTS * IN_BURST;
  const outcome = `${articles} articles in ${TOPICS} feeds, all found by the hub; from the answer to the publication until the hub is told: median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms.`;
  console.log(outcome);
  const body = `${outcome}

${SINGLE} articles came one by one, ${BURSTS * IN_BURST} in bursts of ${IN_BURST} at once, for which the hub was told ${stage.hub.pings.length} times in all. The hub is a
small one on loopback, which fetches the feed when it is told and hands it to its subscribers; changes of 200 ms are told together.`;
  writeMeasured({ name: 'websub', title: 'WebSub', body, page: 'reliability.md', summary: outcome });
  if (at(0.95) > MOST) process.exitCode = 1;
});
