/** `npm run verify -- learning`: clicks of lists with `order=engaging` on simulated sites, compared with other orders. */
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { comparedSite, coverageOf } from '../../rankings/learning/comparison.ts';
import { deathsOn, gainsOn } from '../../rankings/learning/gain.ts';
import type { Site } from '../../rankings/learning/simulator.ts';

const USAGE = `npm run verify -- learning [--quick]

Simulates sites for a fortnight, and prints the gain of order=engaging over newest first and over most clicked, its regret compared
with an order that knows all appeals, and the fewest impressions of a new article. Repeats the comparison with the minutes that keep
newest first 500 times, and prints how many intervals contain the true gain. Ends with 1 if a bound is broken. --quick simulates three
days, and 50 comparisons.`;

const BOUNDS = { overNewest: 0.15, overMostClicked: 0.08, regret: 0.1, smallLoss: -0.02, hoursAtTop: 2, coverage: 0.9 };
const COMPARISONS = 500;
const BIG: Omit<Site, 'seed' | 'days'> = { readersPerDay: 20_000, articlesPerDay: 40 };
const SMALL: Record<string, Omit<Site, 'seed' | 'days'>> = {
  'usual readers': { readersPerDay: 1000, articlesPerDay: 40 },
  'readers want fresh articles': { readersPerDay: 1000, articlesPerDay: 40, spread: 0.2, halfLife: 5 },
  'few articles': { readersPerDay: 1000, articlesPerDay: 8, spread: 0.3, halfLife: 8 },
};
const COMPARED: readonly Omit<Site, 'seed' | 'days'>[] = [
  ...Object.values(SMALL),
  { readersPerDay: 3000, articlesPerDay: 20 },
  { readersPerDay: 8000, articlesPerDay: 40 },
];
const percent = (part: number) => `${(100 * part).toFixed(1)} %`;

await run(USAGE, async () => {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
  const days = values.quick ? 3 : 14;
  const judge = (isKept: boolean, text: string) => {
    if (!isKept) process.exitCode = 1;
    console.log(`${isKept ? 'kept  ' : 'BROKEN'} ${text}`);
  };
  for (const seed of values.quick ? [1] : [1, 2, 3]) {
    const { overNewest, overMostClicked, regret, fewestEarly } = gainsOn({ ...BIG, seed, days });
    const isKept =
      overNewest >= BOUNDS.overNewest &&
      overMostClicked >= BOUNDS.overMostClicked &&
      regret <= BOUNDS.regret &&
      fewestEarly > 0;
    judge(
      isKept,
      `20,000 readers, seed ${seed}: ${percent(overNewest)} over newest first, ${percent(overMostClicked)} over most clicked, regret ${percent(regret)}, fewest early impressions ${fewestEarly}`,
    );
  }
  for (const [name, site] of Object.entries(SMALL))
    for (const seed of [1, 2]) {
      const { overNewest } = gainsOn({ ...site, seed, days });
      judge(
        overNewest >= BOUNDS.smallLoss,
        `1,000 readers, ${name}, seed ${seed}: ${percent(overNewest)} over newest first`,
      );
    }
  const hours = deathsOn({ ...BIG, seed: 5, days: Math.max(5, days) }, 3);
  judge(
    Math.max(...hours) <= BOUNDS.hoursAtTop,
    `dying stories leave the first three positions after ${hours.join(', ')} hours`,
  );
  const sites = COMPARED.map((site, i) => comparedSite({ ...site, seed: 11 + i, days: values.quick ? 7 : 14 }));
  const runs = (values.quick ? COMPARISONS / 10 : COMPARISONS) / sites.length;
  for (const [i, site] of sites.entries()) {
    const { coverage, width, bias } = coverageOf([site], runs);
    const readers = COMPARED[i]?.readersPerDay.toLocaleString('en-GB');
    console.log(
      `       ${readers} readers: true gain ${percent(site.trueRatio - 1)}, ${percent(coverage)} of ${runs} intervals contain it, mean width ${width.toFixed(0)}, mean error ${bias.toFixed(1)} %`,
    );
  }
  const all = coverageOf(sites, runs);
  judge(all.coverage >= BOUNDS.coverage, `${percent(all.coverage)} of ${all.runs} intervals contain the true gain`);
});
