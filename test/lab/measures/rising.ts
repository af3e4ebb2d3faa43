/** Measures rising content and the confidence of growth on a real log; see the usage below. */
import { parseArgs } from 'node:util';
import { fail, run } from '../../../src/command/command.ts';
import { classify, readLog } from './click-log.ts';
import { type Foresight, foresight, type Precision } from './foresight.ts';
import { compareHalves, type HalvesReport } from './halves.ts';
import { type Lead, leadOf, listEverything } from './lead.ts';
import { percent, publish, table } from './page.ts';
import { byHour, hourlyShares } from './rolling.ts';

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
