/** `npm run verify -- prices`: the price of a position in a ranking for a buyer of clicks. */
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { Rolling, topIds } from '../../engagement/bounds/rolling.ts';
import {
  type Attacker,
  generated,
  networks,
  onSilent,
  outcome,
  PER_ADDRESS,
  prefixesOfOne,
  type Site,
  siteOf,
} from '../../engagement/bounds/trial.ts';
import { publish, table } from './page.ts';
import { PRICES } from './price-list.ts';

const USAGE = `npm run verify -- prices [--write]

Prints how many addresses, networks and clicks, and how many dollars, bring a silent article to the first position of the last 24 hours, on sites of 100 to 10,000 readers per day, with known and with unknown networks. --write writes docs/measured/prices.md.`;

const PAGE = 'docs/measured/prices.md';
const SIZES = [100, 1000, 10_000];
const POSITIONS = [1];
const SECRET = 'secret 0';
const DAYS = 24;
const DRAWS = [1, 2, 3];
/** All clicks on an article and day share one list token. */
const TOKEN_REQUESTS = 1;
const MAX_CLICKS = 64_000;
const MAX_BOUGHT = 256;

interface Offer {
  knowsNetworks: boolean;
  attacker: (count: number) => Attacker;
  /** Price of a network or prefix without its addresses, in dollars. */
  dollars: number;
}
interface Purchase {
  count: number;
  addresses: number;
  clicks: number;
  price: number;
}
const KNOWN: Offer = { knowsNetworks: true, attacker: networks, dollars: PRICES.network.dollars };
const UNKNOWN: Offer = { knowsNetworks: false, attacker: prefixesOfOne, dollars: 0 };

await run(USAGE, async () => {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
  publish(values.write ? PAGE : '/dev/null', [
    '# The price of a position in a ranking',
    'Written by `npm run verify -- prices --write`. An attacker brings a silent article of a generated site to the first position of the last 24 hours. Each address counts up to 16 times per day for an article. Each row is the cheapest purchase that suffices in two of three draws of networks or prefixes.',
    '## Networks known',
    'The edge names the network (ASN) of each reader, as Cloudflare does, or a proxy does by `CF-IPASN`. The attacker needs networks: hosting companies with six prefixes each, where addresses are rented for a day.',
    tableOf(KNOWN, 'networks'),
    '## Networks unknown',
    'No ASN is known, as behind [the proxy files of the guide](../guides/examples/self-host). The prefix (IPv4 /16, IPv6 /32) stands in for the network, so one hosting company suffices. The attacker rents addresses there for a day, each in a /16 of its own.',
    tableOf(UNKNOWN, '/16 prefixes'),
    '## Residential proxies',
    'Proxies in the homes of readers copy the site’s own mix of networks, so discounting does not hold them in either case.',
    table(['readers per day', 'position', 'engagement there', 'addresses', 'price'], households()),
    '## With and without list tokens',
    'With `clicksNeed: token` an unsigned click counts only with a list token of a page that shows the article. One response gives the token. It is valid for a day and for every sender, so an attacker sends one request more, and all prices above hold to a fraction of a cent. The table has the first position, by residential proxies.',
    table(
      ['readers per day', 'engagement there', 'requests without', 'price without', 'requests with', 'price with'],
      withTokens(),
    ),
    'Clicks that a signature of the publisher’s server covers are not for sale: [sign what you know of a reader](../guides/clicks.md#sign-what-you-know-of-a-reader).',
    '## Assumptions',
    table(
      ['what', 'value', 'source'],
      Object.entries(PRICES).map(([name, { from, ...value }]) => [
        name,
        'dollars' in value ? dollars(value.dollars) : String(value.count),
        from,
      ]),
    ),
  ]);
});

function tableOf(offer: Offer, name: string): string {
  const rows = inEachCase(offer.knowsNetworks, (site, wanted) => {
    const bought = cheapest(site, wanted, offer);
    return bought
      ? [String(bought.count), String(bought.addresses), String(bought.clicks), dollars(bought.price)]
      : [`more than ${MAX_BOUGHT}`, '', '', ''];
  });
  return table(['readers per day', 'position', 'engagement there', name, 'addresses', 'clicks', 'price'], rows);
}

function households(): string[][] {
  return inEachCase(true, (_, wanted) => [
    `${Math.ceil(wanted / PER_ADDRESS)} to ${wanted}`,
    dollars((wanted * PRICES.bytes.count * PRICES.gigabyte.dollars) / 1e9),
  ]);
}

/** Prices of the first position through residential proxies, with and without a request for a list token. */
function withTokens(): string[][] {
  const price = (requests: number) => [
    String(requests),
    `$${((requests * PRICES.bytes.count * PRICES.gigabyte.dollars) / 1e9).toFixed(6)}`,
  ];
  return inEachCase(true, (_, wanted) => [...price(wanted), ...price(wanted + TOKEN_REQUESTS)])
    .filter(([, position]) => position === '1')
    .map(([readers = '', , ...figures]) => [readers, ...figures]);
}

/** One row per size of site and position. `price` receives the engagement that the position requires. */
function inEachCase(knowsNetworks: boolean, price: (site: Site, wanted: number) => string[]): string[][] {
  return SIZES.flatMap((readersADay) => {
    const site = siteOf(generated({ readersADay, days: DAYS, seed: 1, secret: SECRET, knowsNetworks }));
    const hour = hourOf(site);
    const weights = new Rolling(site.hours).moveTo(hour - 24, hour).weights(outcome(site, hour).baseline);
    return POSITIONS.map((position) => {
      const wanted = (weights.get(topIds(weights, position).at(-1) ?? 0) ?? 0) + 1;
      return [String(readersADay), String(position), String(wanted), ...price(site, wanted)];
    });
  });
}

function hourOf({ last }: Site): number {
  return last - (last % 24) - 2;
}

function cheapest(site: Site, wanted: number, { attacker, dollars: each }: Offer): Purchase | null {
  const hour = hourOf(site);
  const { baseline } = outcome(site, hour);
  const suffices = (count: number, clicks: number) => {
    const reaches = (draw: number) =>
      outcome(site, hour, onSilent({ hour, clicks }, attacker(count)(baseline, draw))).silent.day >= wanted;
    return DRAWS.filter(reaches).length > DRAWS.length / 2;
  };
  const purchase = (count: number, clicks: number): Purchase => {
    const addresses = Math.max(count, Math.ceil(clicks / PER_ADDRESS));
    return { count, clicks, addresses, price: count * each + addresses * PRICES.address.dollars };
  };
  let best: Purchase | null = null;
  for (let count = 1; count <= MAX_BOUGHT; count++) {
    if (best && purchase(count, 0).price >= best.price) break;
    const budget = best
      ? Math.ceil((best.price - count * each) / PRICES.address.dollars - 1) * PER_ADDRESS
      : MAX_CLICKS;
    if (budget < wanted || !suffices(count, budget)) continue;
    let clicks = wanted;
    while (clicks < budget && !suffices(count, clicks)) clicks = Math.min(budget, Math.ceil(1.1 * clicks));
    best = purchase(count, clicks);
  }
  return best;
}

function dollars(price: number): string {
  return price < 0.01 ? 'under $0.01' : `$${price.toFixed(2)}`;
}
