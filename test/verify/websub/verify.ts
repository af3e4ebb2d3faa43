/**
 * `npm run verify:websub`: how long it takes from the answer to a publication until a hub on loopback is told of it, and whether
 * the hub then finds the article. Articles come one by one, and in bursts. Fails where the 95th percentile is above five seconds.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../../../src/cli/command.ts';
import { found, publishOne, setStage } from './stage.ts';

const SINGLE = 60;
const BURSTS = 8;
const IN_BURST = 10;
/** Milliseconds. */
const MOST = 5000;

await run('npm run verify:websub', async () => {
  const stage = await setStage();
  const topicCount = 2;
  const delays: number[] = [];
  const measure = async ({ url, at }: { url: string; at: number }) => {
    const pings = await found(() => {
      const with_ = stage.hub.pings.filter(({ body }) => body.includes(url));
      return new Set(with_.map(({ topic }) => topic)).size >= topicCount ? with_ : undefined;
    }, 30_000);
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
  console.log(
    `${articles} articles in ${topicCount} feeds, ${stage.hub.pings.length} pings; each article was found by the hub`,
  );
  console.log(`publication to ping: median ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms`);
  if (at(0.95) > MOST) process.exitCode = 1;
});
