/** Measures what the weight of articles takes off honest readers and off attacks; see the usage below. */
import { parseArgs } from 'node:util';
import { failCommand, run } from '../../../src/command/command.ts';
import { UNIFORM_BASELINE } from '../../../src/engagement/discounting.ts';
import { type Cell, classed, type LogClick, readLog } from './click-log.ts';
import { percent, publish, table } from './rolling.ts';
import {
  type Attacker,
  archive,
  type Damage,
  fleet,
  generated,
  leftOfOthers,
  moments,
  networks,
  type Outcome,
  oneAddress,
  oneBrowser,
  oneNetwork,
  onePrefix,
  onSilent,
  outcome,
  PER_ADDRESS,
  type Site,
  siteOf,
} from './trial.ts';

const USAGE = `npm run verify:weights -- FOLDER [--secrets N] [--sizes N,N] [--quick]

FOLDER holds clicks-2016-04-05.csv.gz with the columns at,contentId,reader,network,browser. Prints what weights take off honest
articles and off injected fleets, on that log and on generated sites of 50 to 5,000 readers a day; writes docs/measured/weights.md,
with --quick nothing.`;

const PAGE = 'docs/measured/weights.md';
const DAYS = 32;
const FAKES = 1000;
/** Articles of a set that an attack clicks. */
const SET = 12;
/** Hours after which a site is no longer young. */
const SETTLED = 350;

const FLEETS: [name: string, attacker: Attacker, clicks: number, bound: number][] = [
  ['one address', oneAddress, PER_ADDRESS, 4],
  ['one /48', onePrefix, FAKES, 4],
  ['one network of a share up to 0.17', oneNetwork, FAKES, 9],
  ['the same, 40,000 clicks', oneNetwork, 40_000, 9],
  ['the commonest browser, from everywhere', oneBrowser, FAKES, 50],
  ['three networks', networks(3), FAKES, 9],
  ['ten networks', networks(10), FAKES, 45],
  ['thirty networks', networks(30), FAKES, 300],
];

const mean = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
const most = (values: readonly number[]): number => Math.max(0, ...values);
const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

await run(USAGE, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      secrets: { type: 'string', default: '2' },
      sizes: { type: 'string', default: '50,200,1000,5000' },
      quick: { type: 'boolean', default: false },
    },
  });
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) failCommand('name the folder of the log', USAGE);
  const log = readLog(folder);
  const secrets = Array.from({ length: Number(values.secrets) }, (_, i) => `secret ${i}`);
  const sites = new Map<string, Site[]>();
  for (const [name, cells] of sitesOf(log, values.sizes.split(',').map(Number)))
    sites.set(
      name,
      secrets.map((secret) => siteOf(cells(secret))),
    );
  publish(values.quick ? '/dev/null' : PAGE, [
    '# Weights on a real log and on generated sites',
    `Written by \`npm run verify:weights\`: ${log.length} clicks of the log counted, ${secrets.length} secrets.`,
    ...quietBlocks(sites),
    ...fleetBlocks(sites),
    ...othersBlocks(sites),
    ...poisonBlocks(sites),
  ]);
});

function sitesOf(
  log: readonly LogClick[],
  sizes: readonly number[],
): [name: string, cells: (secret: string) => Cell[]][] {
  return [
    ['log, regions split into networks', (secret) => classed(log, secret, 'split')],
    ['log, a region is a network', (secret) => classed(log, secret, 'harsh')],
    ...sizes.map((readersADay): [string, (secret: string) => Cell[]] => [
      `generated, ${readersADay} a day`,
      (secret) => generated({ readersADay, days: DAYS, seed: 1, secret }),
    ]),
  ];
}

function quietBlocks(sites: Map<string, Site[]>): string[] {
  const rows = [...sites].flatMap(([name, own]) => {
    const early = own.flatMap((site) =>
      moments(site, { after: 24, apart: 24 }).filter((hour) => hour < site.first + SETTLED),
    );
    const settled = own.flatMap((site) =>
      moments(site, { after: SETTLED, apart: 6 }).map((hour) => outcome(site, hour)),
    );
    const first = own.flatMap((site) => early.slice(0, 14).map((hour) => outcome(site, hour)));
    const off = (list: Outcome[], window: 'day' | 'week') =>
      percent(mean(list.map((one) => one[window].discounted)), 2);
    const kept = (window: 'day' | 'week') => (10 * mean(settled.map((one) => one[window].kept))).toFixed(2);
    const hurt = settled
      .map(({ week }) => week)
      .reduce((sum, { read, hurt }: Damage) => [(sum[0] ?? 0) + hurt, (sum[1] ?? 0) + read], [0, 0]);
    return [
      [
        name,
        off(settled, 'day'),
        off(settled, 'week'),
        kept('day'),
        kept('week'),
        percent((hurt[0] ?? 0) / Math.max(1, hurt[1] ?? 0), 2),
        off(first, 'day'),
        off(first, 'week'),
      ],
    ];
  });
  return [
    '## Honest readers',
    'Part of the engagement that is taken off, how many of the honest top ten stay in it, and the part of articles with 30 clicks or more in 7d that lose a quarter, every six hours from the third week on, without any attack; and the same part once a day in the first two weeks.',
    table(
      [
        'site',
        'off 24h',
        'off 7d',
        'kept 24h',
        'kept 7d',
        'lose a quarter',
        'off 24h, first weeks',
        'off 7d, first weeks',
      ],
      [
        ...rows,
        ['to reach', '≤ 1.3 %', '≤ 0.8 % (1.2 % with regions as networks)', '≥ 9.7', '≥ 9.7', '≤ 0.5 %', '', ''],
      ],
    ),
  ];
}

function fleetBlocks(sites: Map<string, Site[]>): string[] {
  const rows = [...sites].flatMap(([name, own]) =>
    FLEETS.map(([who, attacker, clicks, bound]) => {
      const trials = own.flatMap((site, draw) =>
        moments(site, { after: SETTLED + 18, apart: 24 * 5 }).map((hour) => {
          const { shares } = outcome(site, hour);
          const origin = attacker(shares, draw + hour);
          const one = outcome(site, hour, onSilent({ hour, clicks }, origin)).silent;
          const set = outcome(site, hour, onSilent({ hour, clicks, articles: SET }, origin)).silent;
          return { one: one.day, set: set.setDay };
        }),
      );
      const [single, sets] = [trials.map(({ one }) => one), trials.map(({ set }) => set)];
      return [
        name,
        who,
        String(clicks),
        String(median(single)),
        String(most(single)),
        String(bound),
        String(median(sets)),
        String(most(sets)),
      ];
    }),
  );
  return [
    '## Fleets',
    `Clicks on one silent article, and on each of ${SET} that are a set; half of them a day before, half in the last hour. Where an origin has many classes, clicks are spread over them as the site is.`,
    table(['site', 'fleet', 'clicks', 'weighs', 'at most', 'bound', 'set of 12 weighs', 'at most'], rows),
  ];
}

function othersBlocks(sites: Map<string, Site[]>): string[] {
  const rows = [...sites].flatMap(([name, own]) =>
    FLEETS.map(([who, attacker, clicks]) => {
      const left = own.flatMap((site, draw) =>
        moments(site, { after: SETTLED + 18, apart: 24 * 5 }).map((hour) => {
          const origin = attacker(site.history.get(hour) ?? UNIFORM_BASELINE, draw + hour);
          return leftOfOthers(site, hour, (contentId) => fleet(contentId, hour - 1, clicks, origin));
        }),
      );
      const least = (part: 'one' | 'set') => percent(Math.min(...left.map((each) => each[part])), 0);
      return [name, who, String(clicks), least('one'), least('set')];
    }),
  );
  return [
    '## Stories of others',
    'The twelve most read stories of 7d are clicked one at a time by somebody who wants them lower. The least that is left of what one weighed before, and of the twelve as a set. To reach: 90 % for one sender (the first four).',
    table(['site', 'who', 'clicks', 'left of the story', 'left of the set'], rows),
  ];
}

function poisonBlocks(sites: Map<string, Site[]>): string[] {
  const rows = [...sites].flatMap(([name, own]) =>
    [1, 2, 3, 5].map((count) => {
      const trials = own.flatMap((site, draw) =>
        moments(site, { after: 2 * SETTLED - 20, apart: 24 * 9 }).map((hour) => {
          const origin = networks(count)(outcome(site, hour - 336).shares, draw + hour);
          const later = onSilent({ hour, clicks: FAKES }, origin);
          const [quiet, before, after] = [
            outcome(site, hour),
            outcome(site, hour, later),
            outcome(site, hour, [...archive(hour, origin, { networks: count }), ...later]),
          ];
          return {
            before: before.silent.day,
            after: after.silent.day,
            loss: after.week.discounted - quiet.week.discounted,
          };
        }),
      );
      const of = (part: (trial: (typeof trials)[number]) => number) => trials.map(part);
      return [
        name,
        String(count),
        String(trials.length),
        String(median(of(({ before }) => before))),
        String(median(of(({ after }) => after))),
        String(most(of(({ after }) => after))),
        percent(mean(of(({ loss }) => loss)), 2),
        percent(most(of(({ loss }) => loss)), 2),
      ];
    }),
  );
  return [
    '## Shares under attack',
    `Networks click 1,000 archive articles as often as an address counts, every day for two weeks; then ${FAKES} clicks from them are made on one silent article. To reach: 1.3 times what it weighed before for one and two networks, at most 40 for three and five, and 1.5 % taken off honest stories.`,
    table(
      ['site', 'networks', 'cases', 'weighs without', 'with', 'at most', 'honest 7d, more taken off', 'at most'],
      rows,
    ),
  ];
}
