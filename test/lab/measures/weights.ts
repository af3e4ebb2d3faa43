/** Measures what the weight of articles takes off honest readers and off attacks, on a real log; see the usage below. */
import { parseArgs } from 'node:util';
import { fail, run } from '../../../src/command/command.ts';
import { byKind, KIND_NAMES, KINDS } from '../../../src/db/click-columns.ts';
import { classesFrom, weightOf } from '../../../src/engagement/weight.ts';
import { ADDRESSES, FLEET_KINDS, fleets, installation, poisonings, quiet, TARGETS, type Trial } from './attacks.ts';
import { ROW, readLog } from './click-log.ts';
import { percent, publish, table } from './page.ts';
import type { Outcome } from './trial.ts';

const USAGE = `npm run verify:weights -- FOLDER [--secrets N]

FOLDER holds clicks-2016-04-05.csv.gz with the columns at,contentId,reader,network,browser. Prints what weights take off honest
articles and off injected fleets, by the share of the class they come from; writes docs/measured/weights.md.`;

const PAGE = 'docs/measured/weights.md';
const HALF = 0.5;
const WITHOUT = 'kept 7d, no attack';
const DAMAGE = ['off 7d', 'off 24h', 'kept 7d', 'kept 24h'];

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

await run(USAGE, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { secrets: { type: 'string', default: '10' } },
  });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) fail('name the folder of the log', USAGE);
  const log = readLog(folder);
  const found = { quiet: [] as Outcome[], fleets: [] as Trial[], poisonings: [] as Trial[] };
  for (let i = 0; i < Number(values.secrets); i++) {
    const site = await installation(log, `secret ${i}`);
    found.quiet.push(...quiet(site));
    found.fleets.push(
      ...fleets(
        site,
        TARGETS.filter((target) => target !== HALF),
      ),
    );
    found.fleets.push(...fleets(await installation(log, `secret ${i}`, true), [HALF]));
    found.poisonings.push(...poisonings(site));
  }
  publish(PAGE, [
    '# Weights on a real log',
    `Written by \`npm run verify:weights\`: ${log.length} clicks counted, ${values.secrets} secrets.`,
    ...quietBlocks(found.quiet),
    ...fleetBlocks(found.fleets),
    ...poisonBlocks(found.poisonings),
    ...costBlocks(),
  ]);
});

/** Median of ranks, where unlisted is last. */
function medianRank(ranks: readonly (number | null)[]): string {
  const middle = median(ranks.map((rank) => rank ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(middle) ? String(middle) : '–';
}

/** Taken off (7d, 24h) and kept (7d, 24h) of honest articles. */
function damage(outcomes: readonly Outcome[]): string[] {
  const off = (['week', 'day'] as const).map((window) => percent(mean(outcomes.map((one) => one[window].takenOff)), 2));
  const kept = (['week', 'day'] as const).map((window) =>
    (10 * mean(outcomes.map((one) => one[window].kept))).toFixed(2),
  );
  return [...off, ...kept];
}

/** The same of trials, and beside it what was kept in `7d` at the same moments without the attack. */
function damages(trials: readonly Trial[]): string[] {
  return [...damage(trials.map(({ outcome }) => outcome)), damage(trials.map(({ without }) => without))[2] ?? ''];
}

function quietBlocks(outcomes: readonly Outcome[]): string[] {
  return [
    '## Honest readers',
    'Part of the engagement that is taken off, and how many of the honest top ten stay in it, every six hours without any attack.',
    table(
      ['', ...DAMAGE],
      [
        ['measured', ...damage(outcomes)],
        ['to reach', '≤ 0.8 %', '≤ 1.3 %', '≥ 9.7', '≥ 9.7'],
      ],
    ),
  ];
}

function fleetBlocks(trials: readonly Trial[]): string[] {
  const rows = TARGETS.flatMap((target) =>
    FLEET_KINDS.flatMap((kind) => {
      const own = trials.filter((trial) => trial.row === String(target) && trial.kind === kind);
      if (own.length === 0) return [];
      const silent = own.map(({ outcome }) => outcome.silent);
      const weights = silent.map(({ weight }) => weight);
      const ranks = (['week', 'day', 'rising'] as const).map((list) => medianRank(silent.map((one) => one[list])));
      const share = mean(own.map((trial) => trial.share)).toFixed(3);
      const figures = [own.length, share, median(weights), Math.max(...weights)].map(String);
      return [[String(target), kind, ...figures, ...ranks, ...damages(own)]];
    }),
  );
  const all = ['all', '', String(trials.length), ...Array<string>(6).fill(''), ...damages(trials)];
  return [
    '## Fleets of 40,000',
    'Clicks on one silent article, half of them a day before, half in the last hour; where they come from many classes, these are spread as the site is. Ranks are medians. A class of a share that few installations have is met at few moments, at which the top ten may be harder to keep also without a fleet: the last column says so.',
    table(
      [
        'share',
        'fleet',
        'cases',
        'class has',
        'weighs',
        'at most',
        'rank 7d',
        'rank 24h',
        'rank rising',
        ...DAMAGE,
        WITHOUT,
      ],
      [...rows, all],
    ),
  ];
}

function poisonBlocks(trials: readonly Trial[]): string[] {
  const rows = ADDRESSES.map((kind) => {
    const own = trials.filter((trial) => trial.kind === kind);
    const outcomes = own.map(({ outcome }) => outcome);
    const weights = outcomes.map(({ silent }) => silent.weight);
    return [
      kind,
      String(own.length),
      mean(own.map(({ share }) => share)).toFixed(3),
      String(median(weights)),
      medianRank(outcomes.map(({ silent }) => silent.week)),
      ...damages(own),
    ];
  });
  return [
    '## Shares under attack',
    'One address clicks 1,000 archive articles 16 times a day for two weeks. To reach: at most 8 % taken off, at least 9 kept.',
    table(['address', 'cases', 'class has', 'article weighs', 'rank 7d', ...DAMAGE, WITHOUT], rows),
  ];
}

/** What weighing 50,000 articles takes, one in a hundred with a conspicuous class. */
function costBlocks(): string[] {
  const articles = 50_000;
  const width = ROW - 1;
  const rows = new Float64Array(articles * width);
  const totals = Float64Array.from({ length: articles }, (_, i) => 16 * (1 + (i % 40)) + (i % 100 === 0 ? 500 : 0));
  for (const [i, total] of totals.entries()) {
    const lump = i % 100 === 0 ? 500 : 0;
    for (const kind of KIND_NAMES)
      for (let b = 0; b < KINDS[kind]; b++)
        rows[i * width + classesFrom(kind) + b] = (total - lump) / KINDS[kind] + (b === 3 ? lump : 0);
  }
  const shares = byKind((kind) => new Array<number>(KINDS[kind]).fill(1 / KINDS[kind]));
  const times = Array.from({ length: 15 }, () => {
    const start = performance.now();
    for (const [i, total] of totals.entries()) weightOf(total, rows, shares, i * width);
    return performance.now() - start;
  });
  return [
    '## Cost',
    `Weighing 50,000 articles, one in a hundred with a class that stands out: ${median(times).toFixed(1)} ms.`,
  ];
}
