/** `npm run verify:prices`: what a place in a ranking costs who buys clicks; see the usage below. */
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { publish, Rolling, table, topIds } from './rolling.ts';
import {
  type Attacker,
  generated,
  networks,
  oneAddress,
  onSilent,
  outcome,
  PER_ADDRESS,
  type Site,
  siteOf,
} from './trial.ts';

const USAGE = `npm run verify:prices -- [--write]

Prints how many addresses, networks and posts, and how many dollars, it takes to bring a silent article to the tenth and to the first place of the
last 24 hours, on sites of 50 to 5,000 readers a day. --write writes docs/measured/prices.md.`;

const PAGE = 'docs/measured/prices.md';
const SIZES = [50, 200, 1000, 5000];
const SECRET = 'secret 0';
const DAYS = 24;

/** What things cost, in dollars. */
const PRICES = {
  /** An IPv4 address for a day: $0.005 an hour. */
  address: { dollars: 0.12, from: 'Amazon Web Services, price of a public IPv4 address since 2024-02-01' },
  /** A first server in another network. */
  network: { dollars: 5, from: 'assumed: the smallest virtual server of a hosting company, for a month' },
  /** A gigabyte through the connections of households. */
  gigabyte: { dollars: 0.89, from: 'proxynade.net, “Volume Residential”, 2026-06-12; “Premium” is $5.00' },
  /** Bytes of a click through them: a TLS connection, a request of 1 KB and its answer. */
  bytes: { count: 6000, from: 'assumed' },
};
/** Posts that an attack makes at most. */
const MOST_POSTS = 64_000;
const MOST_NETWORKS = 256;

await run(USAGE, async () => {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
  const rows = SIZES.flatMap((readersADay) => {
    const site = siteOf(generated({ readersADay, days: DAYS, seed: 1, secret: SECRET }));
    return [10, 1].map((place) => rowOf(site, readersADay, place));
  });
  publish(values.write ? PAGE : '/dev/null', [
    '# What a place in a ranking costs',
    'Written by `npm run verify:prices -- --write`. A silent article of a generated site is brought to the tenth and to the first place of the last 24 hours. “Networks” are hosting companies with six prefixes each, “addresses” are rented there for a day; each counts 16 times a day for an article. “Households” are proxies that copy the mix of the site’s own readers: no rule of classes holds them, and only signed readers do.',
    table(
      [
        'readers a day',
        'place',
        'engagement there',
        'one address',
        'networks',
        'addresses',
        'posts',
        'price',
        'by households: addresses',
        'price',
      ],
      rows,
    ),
    `Prices: ${Object.entries(PRICES)
      .map(([name, { from, ...value }]) => `${name} ${Object.values(value)[0]} (${from})`)
      .join('; ')}.`,
  ]);
});

function rowOf(site: Site, readersADay: number, place: number): string[] {
  const hour = site.last - (site.last % 24) - 2;
  const { shares } = outcome(site, hour);
  const weights = new Rolling(site.hours).moveTo(hour - 24, hour).weights(shares);
  const wanted = (weights.get(topIds(weights, place).at(-1) ?? 0) ?? 0) + 1;
  const weighs = (attacker: Attacker, clicks: number) =>
    outcome(site, hour, onSilent({ hour, clicks }, attacker(shares, 1))).silent.day;
  const address = weighs(oneAddress, PER_ADDRESS);
  const found = cheapest(wanted, weighs);
  const households = Math.ceil(wanted / PER_ADDRESS);
  const byHouseholds = dollars((wanted * PRICES.bytes.count * PRICES.gigabyte.dollars) / 1e9);
  const bought = found
    ? [String(found.count), String(found.addresses), String(found.posts), dollars(found.price)]
    : [`more than ${MOST_NETWORKS}`, '', '', ''];
  return [
    String(readersADay),
    String(place),
    String(wanted),
    address >= wanted ? 'is enough' : `weighs ${address}`,
    ...bought,
    `${households} to ${wanted}`,
    byHouseholds,
  ];
}

/** The fewest networks that suffice, with the fewest posts of some. */
function cheapest(wanted: number, weighs: (attacker: Attacker, clicks: number) => number) {
  for (let count = 1; count <= MOST_NETWORKS; count = Math.ceil(count * 1.2)) {
    if (weighs(networks(count), MOST_POSTS) < wanted) continue;
    let posts = wanted;
    while (posts < MOST_POSTS && weighs(networks(count), posts) < wanted) posts = Math.ceil(1.5 * posts);
    const addresses = Math.max(count, Math.ceil(posts / PER_ADDRESS));
    return { count, posts, addresses, price: count * PRICES.network.dollars + addresses * PRICES.address.dollars };
  }
  return null;
}

function dollars(price: number): string {
  return `$${price < 1 ? price.toFixed(4) : price.toFixed(0)}`;
}
