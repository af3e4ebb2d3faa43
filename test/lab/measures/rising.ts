/** Measures rising content and the confidence of growth on a real log; see the usage below. */

import { parseArgs } from 'node:util';
import { fail, run } from '../../../src/command/command.ts';
import type { ClassShares } from '../../../src/engagement/weight.ts';
import { type Cell, classify, type LogClick, readLog } from './click-log.ts';
import { compareHalves, type HalvesReport } from './halves.ts';
import { LiveSite } from './live-site.ts';
import { percent, publish, table } from './page.ts';
import { byHour, hourlyShares, Rolling, topIds } from './rolling.ts';

/** How early rising lists what the ten of `24h` hold later. */

export interface Lead {
  /** Articles that entered the ten of `24h`. */
  entered: number;
  /** Of those never listed as rising from a day before to a day after. */
  missed: number;
  /** Minutes by which each other one was listed as rising before, ascending; negative where it was later. */
  minutes: number[];
}

interface Entry {
  id: number;
  /** Epoch seconds of the full hour. */
  at: number;
  /** Engagement in `24h` by then. */
  engagement: number;
}

/** Moments (epoch seconds) at which an article was listed, ascending. */
type Listed = Map<number, number[]>;

const DAY = 86_400;

/** Lists of every moment from the hour `first` on: at each full hour and after each click. */
export function listEverything(
  log: readonly LogClick[],
  cells: readonly Cell[],
  shares: Map<number, ClassShares | null>,
  first: number,
): { day: Listed; rising: Listed; entries: Entry[] } {
  const site = new LiveSite();
  const [day, rising]: [Listed, Listed] = [new Map(), new Map()];
  const entries: Entry[] = [];
  const lastHour = new Map<number, number>();
  const note = (inForce: ClassShares | null, at: number) => {
    const weights = site.day(inForce);
    const ten = topIds(weights);
    for (const id of ten) push(day, id, at);
    for (const id of site.rising(inForce)) push(rising, id, at);
    return ten.map((id) => ({ id, at, engagement: weights.get(id) ?? 0 }));
  };
  let next = 0;
  for (let hour = log[0]?.hour ?? 0; hour <= (log.at(-1)?.hour ?? 0); hour++) {
    site.begin(hour);
    const inForce = shares.get(hour) ?? null;
    if (hour >= first) {
      for (const entry of note(inForce, hour * 3600)) {
        if (hour > first + 24 && hour - (lastHour.get(entry.id) ?? 0) > 24) entries.push(entry);
        lastHour.set(entry.id, hour);
      }
    }
    for (; log[next]?.hour === hour; next++) {
      const [click, cell] = [log[next], cells[next]];
      if (cell) site.take(cell);
      if (click && hour >= first) note(inForce, click.at);
    }
  }
  return { day, rising, entries };
}

/**
 * By how many minutes rising lists an article before `24h` does, for each one in the ten of `24h` at a full hour, with an
 * engagement of at least `floor` there, and in it at none of the 24 full hours before.
 */
export function leadOf({ day, rising, entries }: ReturnType<typeof listEverything>, floor: number): Lead {
  const leads = entries
    .filter(({ engagement }) => engagement >= floor)
    .map(({ id, at }) => {
      const listed = day.get(id)?.find((time) => time > at - DAY) ?? at;
      const rose = rising.get(id)?.find((time) => time > at - DAY && time <= at + DAY);
      return rose === undefined ? null : (listed - rose) / 60;
    });
  const minutes = leads.filter((lead) => lead !== null).sort((a, b) => a - b);
  return { entered: leads.length, missed: leads.length - minutes.length, minutes };
}

function push(listed: Listed, id: number, at: number): void {
  const moments = listed.get(id);
  if (moments) moments.push(at);
  else listed.set(id, [at]);
}

/** How well rankings foresee what is read next. */

/** Clicks in the next six hours without which a full hour says nothing. */
const ENOUGH = 20;
const AHEAD = 6;

/** Average share of ten listed that are among the ten of the next six hours. */
export type Precision = Record<'rising' | '24h' | '7d', number>;

export interface Foresight {
  /** Full hours that were asked. */
  hours: number;
  /** The rankings as they are: only rising has a floor. */
  asListed: Precision;
  /** All three rankings, and the next six hours, among the articles that rising may list. */
  amongQualified: Precision;
  /** Of rising with another floor than the rule's 8, all else as listed. */
  byFloor: Record<number, number>;
}

const FLOORS = [1, 3, 5, 8];
const QUALIFIED = 8;

/** Precision at ten at every full hour from `first` on that has 20 clicks in the next six, by the shares of that hour. */
export function foresight(cells: readonly Cell[], shares: Map<number, ClassShares | null>, first: number): Foresight {
  const hours = byHour(cells);
  const site = new LiveSite();
  const ahead = new Rolling(hours);
  const asListed = { rising: 0, '24h': 0, '7d': 0 };
  const amongQualified = { rising: 0, '24h': 0, '7d': 0 };
  const byFloor: Record<number, number> = Object.fromEntries(FLOORS.map((floor) => [floor, 0]));
  let asked = 0;
  for (let hour = cells[0]?.hour ?? 0; hour <= (cells.at(-1)?.hour ?? 0) - AHEAD; hour++) {
    site.begin(hour);
    ahead.moveTo(hour, hour + AHEAD);
    const inForce = shares.get(hour) ?? null;
    const clicks = [...ahead.clicks().values()].reduce((a, b) => a + b, 0);
    if (hour >= first && clicks >= ENOUGH) {
      asked++;
      const [day, week, next] = [site.day(inForce), site.week(inForce), ahead.weights(inForce)];
      const best = topIds(next);
      const hits = (list: number[], among: number[]) => list.filter((id) => among.includes(id)).length / 10;
      asListed.rising += hits(site.rising(inForce), best);
      asListed['24h'] += hits(topIds(day), best);
      asListed['7d'] += hits(topIds(week), best);
      const qualified = (scores: Map<number, number>) =>
        new Map([...scores].filter(([id]) => (week.get(id) ?? 0) >= QUALIFIED));
      const bestQualified = topIds(qualified(next));
      amongQualified.rising += hits(site.rising(inForce), bestQualified);
      amongQualified['24h'] += hits(topIds(qualified(day)), bestQualified);
      amongQualified['7d'] += hits(topIds(qualified(week)), bestQualified);
      for (const floor of FLOORS)
        byFloor[floor] = (byFloor[floor] ?? 0) + hits(topIds(site.momenta(inForce, floor)), best);
    }
    for (const cell of hours.get(hour) ?? []) site.take(cell);
  }
  for (const sums of [asListed, amongQualified, byFloor] as Record<string, number>[])
    for (const [name, sum] of Object.entries(sums)) sums[name] = sum / asked;
  return { hours: asked, asListed, amongQualified, byFloor };
}

const USAGE = `npm run verify:rising -- FOLDER [--seed N] [--splits N]

FOLDER holds clicks-2016-04-05.csv.gz with the columns at,contentId,reader,network,browser. Prints how well rising content
foresees the next six hours and whether growth that is called sure holds among other readers; writes docs/measured/rising.md.`;

const PAGE = 'docs/measured/rising.md';
const WEEK = 168;
const RATIO = 1.1;

await run(USAGE, async () => {
  const options = { seed: { type: 'string', default: '1' }, splits: { type: 'string', default: '200' } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) fail('name the folder of the log', USAGE);
  const log = readLog(folder);
  const cells = await classify(log, 'secret 0');
  const start = log[0]?.hour ?? 0;
  const shares = hourlyShares(byHour(cells), start, log.at(-1)?.hour ?? 0);
  const seen = foresight(cells, shares, start + WEEK);
  const lists = listEverything(log, cells, shares, start + WEEK);
  const splits = Number(values.splits);
  const halves = compareHalves(log, splits, Number(values.seed));
  publish(PAGE, [
    '# Rising content and growth on a real log',
    `Written by \`npm run verify:rising\`: ${log.length} clicks counted, seed ${values.seed}.`,
    ...precisionBlocks(seen),
    ...leadBlocks([1, 8].map((floor) => [floor, leadOf(lists, floor)])),
    ...halvesBlocks(halves, splits),
  ]);
});

function precisionBlocks({ hours, asListed, amongQualified, byFloor }: Foresight): string[] {
  const row = (name: string, { rising, ...counts }: Precision) => {
    const ratio = rising / counts['24h'];
    const figures = [rising, counts['24h'], counts['7d']].map((value) => value.toFixed(3));
    return [name, ...figures, ratio.toFixed(2), ratio >= RATIO ? 'yes' : 'no'];
  };
  return [
    '## Precision at ten',
    `Share of ten listed that are among the ten most engaged of the next six hours, over ${hours} full hours with at least 20 clicks in those six.`,
    table(
      ['candidates', 'rising', '24h', '7d', 'rising ÷ 24h', `at least ${RATIO}`],
      [row('all articles', asListed), row('articles with an engagement of 8 in 7d', amongQualified)],
    ),
    'Rising may list an article from an engagement of 8 on. With another floor, all articles being candidates:',
    table(
      ['floor', 'rising', 'rising ÷ 24h'],
      Object.entries(byFloor).map(([floor, value]) => [floor, value.toFixed(3), (value / asListed['24h']).toFixed(2)]),
    ),
  ];
}

function leadBlocks(leads: (readonly [floor: number, lead: Lead])[]): string[] {
  const rows = leads.map(([floor, { entered, missed, minutes }]) => {
    const at = (part: number) => (minutes[Math.floor(part * (minutes.length - 1))] ?? 0).toFixed(0);
    const mean = minutes.reduce((a, b) => a + b, 0) / minutes.length;
    const earlier = minutes.filter((lead) => lead > 0).length;
    const later = minutes.filter((lead) => lead < 0).length;
    return [floor, entered, missed, earlier, later, at(0.1), at(0.5), at(0.9), mean.toFixed(0)].map(String);
  });
  return [
    '## Lead',
    'Minutes by which rising lists an article before `24h` does, for every article that enters the ten of `24h` with at least so much engagement.',
    table(['engagement', 'entered', 'never rising', 'earlier', 'later', '10 %', 'median', '90 %', 'mean'], rows),
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
    `Readers split in halves ${splits} times, 30 topics drawn again each time, three an article; asked once a day. Reader classes are drawn for each reader and day.`,
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
