/** Measures rising content and the confidence of growth on a real log; see the usage below. */

import { parseArgs } from 'node:util';
import { failCommand, run } from '../../../src/command/command.ts';
import { UNIFORM_BASELINE } from '../../../src/engagement/discounting.ts';
import type { Engagement } from '../../../src/rankings/math/scores.ts';
import { type Cell, classed, type LogClick, readLog } from './click-log.ts';
import {
  byHour,
  compareHalves,
  type HalvesReport,
  LiveSite,
  percent,
  publish,
  Rolling,
  sharesOver,
  table,
  topIds,
} from './rolling.ts';
import { generated } from './trial.ts';

/** How well rankings foresee what is read next. */

/** Clicks in the next six hours without which a full hour says nothing. */
const ENOUGH = 20;
const AHEAD = 6;
const TEN = 10;
const WEEK = 168;
const FORTNIGHT = 14 * 24;

/** Average share of ten listed that are among the ten most read of the next six hours. */
export interface Foresight {
  /** Full hours that were asked. */
  hours: number;
  rising: number;
  '24h': number;
  '7d': number;
}

/** Precision at ten at every full hour of some that has 20 clicks in the next six, by the shares of that hour. */
export function foresight(cells: readonly Cell[], { from, to }: { from: number; to: number }): Foresight {
  const hours = byHour(cells);
  const [first, last] = [cells[0]?.hour ?? 0, cells.at(-1)?.hour ?? 0];
  const history = sharesOver(hours, { first, last });
  const site = new LiveSite(cells);
  const ahead = new Rolling(hours);
  const found = { hours: 0, rising: 0, '24h': 0, '7d': 0 };
  for (let hour = first; hour < Math.min(to, last - AHEAD); hour++) {
    const shares = history.get(hour) ?? UNIFORM_BASELINE;
    site.begin(hour, shares);
    const next = ahead.moveTo(hour, hour + AHEAD).weights(shares);
    if (hour >= from && [...next.values()].reduce((a, b) => a + b, 0) >= ENOUGH) {
      const best = topIds(next);
      const hits = (list: number[]) => list.slice(0, TEN).filter((id) => best.includes(id)).length / TEN;
      const by = (score: (article: Engagement) => number) =>
        topIds(new Map(site.articles().map((article) => [article.id, score(article)])));
      found.hours++;
      found.rising += hits(site.rising());
      found['24h'] += hits(by((article) => article.day()));
      found['7d'] += hits(by((article) => article.week()));
    }
    for (const cell of hours.get(hour) ?? []) site.take(cell);
  }
  for (const name of ['rising', '24h', '7d'] as const) found[name] /= Math.max(1, found.hours);
  return found;
}

const USAGE = `npm run verify:rising -- FOLDER [--seed N] [--splits N] [--sizes N,N]

FOLDER holds clicks-2016-04-05.csv.gz with the columns at,contentId,reader,network,browser. Prints how well rising content
foresees the next six hours and whether growth that is called sure holds among other readers; writes docs/measured/rising.md.`;

const PAGE = 'docs/measured/rising.md';
const RATIO = 1.1;

await run(USAGE, async () => {
  const options = {
    seed: { type: 'string', default: '1' },
    splits: { type: 'string', default: '200' },
    sizes: { type: 'string', default: '200,1000,5000' },
  } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) failCommand('name the folder of the log', USAGE);
  const log = readLog(folder);
  const splits = Number(values.splits);
  publish(PAGE, [
    '# Rising content and growth on a real log',
    `Written by \`npm run verify:rising\`: ${log.length} clicks counted, seed ${values.seed}.`,
    ...precisionBlocks(log, values.sizes.split(',').map(Number)),
    ...halvesBlocks(compareHalves(log, splits, Number(values.seed)), splits),
  ]);
});

function precisionBlocks(log: readonly LogClick[], sizes: readonly number[]): string[] {
  const row = (name: string, cells: readonly Cell[], range: { from: number; to: number }) => {
    const { hours, rising, '24h': day, '7d': week } = foresight(cells, range);
    return [name, String(hours), ...[rising, day, week].map((value) => value.toFixed(3)), (rising / day).toFixed(2)];
  };
  const cells = classed(log, 'secret 0', 'split');
  const [start, end] = [(cells[0]?.hour ?? 0) + WEEK, (cells.at(-1)?.hour ?? 0) - AHEAD];
  const rows = [];
  for (let from = start; from + FORTNIGHT / 2 < end; from += FORTNIGHT)
    rows.push(row(`log, fortnight ${rows.length + 1}`, cells, { from, to: Math.min(end, from + FORTNIGHT) }));
  rows.push(row('log, all', cells, { from: start, to: end }));
  for (const readersADay of sizes) {
    const own = generated({ readersADay, days: 21, seed: 2, secret: 'secret 0' });
    const first = own[0]?.hour ?? 0;
    rows.push(row(`generated, ${readersADay} a day`, own, { from: first + WEEK, to: first + 3 * WEEK }));
  }
  return [
    '## Precision at ten',
    `Share of ten listed that are among the ten most engaged of the next six hours, at every full hour with at least 20 clicks in those six. To reach: at least 1 times that of \`24h\` in every fortnight, ${RATIO} times over all.`,
    table(['clicks', 'hours', 'rising', '24h', '7d', 'rising ÷ 24h'], rows),
  ];
}

function halvesBlocks(report: HalvesReport, splits: number): string[] {
  const row = (name: string, number: number, not: number, goal: string) => [
    name,
    String(number),
    percent(not / number),
    goal,
  ];
  return [
    '## Confidence of growth',
    `Readers split in halves ${splits} times, 30 topics drawn again each time, three an article; asked once a day. Classes are those of the prefixes that readers were given.`,
    table(
      ['growing topics of a half', 'number', 'do not grow in the other half', 'to reach'],
      [
        row('all', report.growing, report.growingNot, ''),
        row('with confidence high', report.sure, report.sureNot, '≤ 5 %'),
      ],
    ),
    `The difference between the halves lies within the interval of 90 percent of both in ${percent(report.covered / report.pairs)} of ${report.pairs} cases (to reach: 87 to 93 %).`,
  ];
}
