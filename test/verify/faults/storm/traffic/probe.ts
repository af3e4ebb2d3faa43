import { setTimeout as sleep } from 'node:timers/promises';
import { makeReader, PROBES } from '../newsroom.ts';
import type { Clicks } from './clicks.ts';
import type { Run } from './publisher.ts';

const PAUSE = 100;
/** Probes that may be under way at a time: one that takes long does not hide what happens to others. */
const LOOPS = 3;

/**
 * Clicks one article after the other for the first time, and looks how long after its acknowledgement the ranking of its
 * topic shows it. Asks at an address of its own each time, so that what is measured is the way and not a cache.
 */
export async function probeUntil(
  run: Run,
  { clicks, key, probes }: { clicks: Clicks; key: string; probes: number },
  isOver: () => boolean,
): Promise<void> {
  let next = 0;
  let asked = 0;
  const reader = clicks.know(makeReader(run.seed, 60_000, 'page'));
  const isShown = async (nth: number) => {
    const topic = PROBES.topic + Math.floor(nth / PROBES.perTopic);
    const headers = { 'X-API-Key': key, Host: `probe${asked++}.newsgauge.example` };
    const answer = await run.server.ask(`/api/v2/insights/topics/${topic}/content/?limit=50`, { headers });
    if (answer?.status !== 200) return false;
    const { items } = JSON.parse(answer.body).data as { items: { contentId: number }[] };
    return items.some(({ contentId }) => contentId === PROBES.article + nth);
  };
  const loop = async () => {
    while (!isOver() && next < probes) {
      const nth = next++;
      const click = { reader, contentId: PROBES.article + nth, manner: 'page' as const };
      while (!(await clicks.send(click))) await sleep(PAUSE);
      const since = performance.now();
      while (!(await isShown(nth))) {
        // The end of the run is no excuse: whether it is counted at all is looked at then.
        if (isOver()) return;
        await sleep(PAUSE);
      }
      run.figures.lags.push(performance.now() - since);
      await sleep(500);
    }
  };
  await Promise.all(Array.from({ length: LOOPS }, loop));
}
