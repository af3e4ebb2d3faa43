import { env } from 'cloudflare:test';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { seed } from '../../search/seed.ts';
import { sized } from '../../support/size.ts';
import { accepted, type Scene, scene } from './newsroom.ts';
import { recount } from './oracle.ts';
import { everyQuestion } from './questions.ts';
import { beatAt, computeDaysAt, expectAnswer, importAt, refreshAt, setClock, setShares, stage } from './stage.ts';

/** `RUNS` sets the number of newsrooms. Without it, there are as many as the time allows. */
const RUNS = Number(env.RUNS) || 60;
const TIME = env.RUNS ? 3_600_000 : sized(1_500, 2_500);
/** Each newsroom receives one in `SHARE` queries, because more newsrooms find more faults than more queries. */
const SHARE = 3;
const AT_ONCE = 10;
const ENOUGH = 30;

function choicesFor({ newsroom: { topics, articles } }: Scene) {
  const ids = topics.map(({ id }) => id);
  const excluded = topics.filter(({ excludedFromTrending }) => excludedFromTrending).map(({ id }) => id);
  const [some, others] = [ids.filter((_, i) => i % 2 === 0), ids.filter((_, i) => i % 2 === 1)];
  return {
    topicIds: [...ids.slice(-3), 999],
    contentIds: [...articles.slice(0, 4).map(({ id }) => id), 2 ** 30 - 1],
    limits: [undefined, 1, 3, 50],
    minContentItems: [undefined, 1, 2],
    lists: [
      {},
      { includeTopics: [...excluded, 999] },
      { includeTopics: others, excludeTopics: some },
      { excludeTopics: ids.slice(0, 2) },
    ],
  };
}

test(
  'every analytics response equals the recount for random articles and clicks',
  async () => {
    const seen = { newsrooms: 0, rebuilt: 0, questions: 0, clicks: 0, filled: 0 };
    const end = performance.now() + TIME;
    const property = fc.asyncProperty(scene, fc.nat(SHARE - 1), async (scene, share) => {
      if (seen.newsrooms > 0 && performance.now() > end) return;
      const { newsroom, deliveries } = scene;
      const [before, { now, clicks }] = deliveries;
      await stage({ ...newsroom, clicks: before.clicks }, before.now);
      setClock(now);
      await setShares(newsroom, now);
      await importAt(clicks, now);
      await beatAt(newsroom, now);
      if (share === 0) await refreshAt(newsroom, now);
      await computeDaysAt(now);
      const taken = accepted(deliveries);
      const answer = recount({ ...newsroom, clicks: taken }, now);
      const questions = everyQuestion(choicesFor(scene)).filter((_, i) => i % SHARE === share);
      for (const some of chunks(questions, AT_ONCE)) {
        await Promise.all(
          some.map((question) => {
            const expected = answer(question);
            if (/\[[^\]]/.test(JSON.stringify(expected ?? ''))) seen.filled++;
            return expectAnswer(question, expected);
          }),
        );
        seen.questions += some.length;
      }
      seen.newsrooms++;
      if (share === 0) seen.rebuilt++;
      seen.clicks += taken.length;
    });
    await fc.assert(property, { seed, numRuns: RUNS });
    console.log(
      `${seen.newsrooms} newsrooms, ${seen.rebuilt} of them rebuilt, seed ${seed}: ${seen.clicks} clicks, ${seen.questions} answers, ${seen.filled} of them not empty`,
    );
    if (seen.newsrooms >= ENOUGH) expect(seen.filled).toBeGreaterThan(seen.questions / 4);
  },
  TIME + 60_000,
);

function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}
