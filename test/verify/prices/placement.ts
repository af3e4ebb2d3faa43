/** `npm run verify -- placement`: the effect of fake clicks and impressions on the underplayed and overplayed lists. */
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import {
  changesBy,
  FLEETS,
  type ListChange,
  listsOf,
  ON_READ,
  ON_SILENT,
  ONE_SENDER,
} from '../../rankings/math/placements/attacks.ts';
import { placementSite } from '../../rankings/math/placements/site.ts';
import { publish, table } from './page.ts';
import { PRICES } from './price-list.ts';

const USAGE = `npm run verify -- placement [--write]

Counts the articles that attackers bring into the underplayed and overplayed lists, or take from them, on simulated sites of 100 to 10,000
readers per day. Ends with 1 if one address, one /48, one network or three networks change a list by more than one article through
articles that readers do not see, at 1,000 readers per day or more. --write writes docs/measured/placement.md.`;

const PAGE = 'docs/measured/placement.md';
const SIZES = [100, 1000, 10_000];
const PROMISED_FROM = 1000;
const UNCHANGED = '0 / 0';

await run(USAGE, async () => {
  const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
  const found = SIZES.map((readersADay) => {
    const site = placementSite(readersADay);
    const before = listsOf(site);
    const rowsOf = (attacks: typeof ON_SILENT, isPromised: boolean) =>
      Object.entries(attacks).flatMap(([attack, cellsOf]) =>
        [...ONE_SENDER, ...FLEETS].map((sender) => {
          const changes = changesBy(site, before, cellsOf(site, sender));
          const isBound = isPromised && readersADay >= PROMISED_FROM && ONE_SENDER.includes(sender);
          const isBroken = isBound && Object.values(changes).some(({ entered, left }) => entered > 1 || left > 1);
          if (isBroken) process.exitCode = 1;
          const price = sender.price === null ? '–' : `$${sender.price.toFixed(2)}`;
          return {
            attack,
            sender: sender.name,
            price,
            cell: `${said(changes.underplayed)} / ${said(changes.overplayed)}`,
          };
        }),
      );
    return { before, silent: rowsOf(ON_SILENT, true), read: rowsOf(ON_READ, false) };
  });
  const sizes = SIZES.map((size, i) => {
    const { underplayed, overplayed } = found[i]?.before ?? { underplayed: [], overplayed: [] };
    return `${size} readers (${underplayed.length} / ${overplayed.length})`;
  });
  const tableOf = (part: 'silent' | 'read') =>
    table(
      ['attack', 'sender', 'price', ...sizes],
      (found[0]?.[part] ?? [])
        .map(({ attack, sender, price }, i) => [
          ...[attack, sender, price],
          ...found.map((site) => site[part][i]?.cell ?? ''),
        ])
        .filter((cells) => cells.slice(3).some((cell) => cell !== UNCHANGED)),
    );
  publish(values.write ? PAGE : '/dev/null', [
    '# The price of the underplayed and overplayed lists',
    'Written by `npm run verify -- placement --write`. Each cell shows the articles that enter and leave the first 50 of the underplayed list, then of the overplayed list. The head names the readers per day of the simulated site, and the length of both lists before the attack. Senders are one address, one /48, and 1, 3, 10 and 30 networks. Attacks without a row change neither list.',
    `One address sends three clicks on each article, and claims 16 impressions of it. All others send 1,000 of each. A network costs $${PRICES.network.dollars}, an address $${PRICES.address.dollars}, as in [prices](prices.md). Without known networks, each address of one hosting company with a /16 of its own does the work of a network.`,
    '## Articles that readers do not see',
    'The attacker names 540 silent articles in list tokens.',
    tableOf('silent'),
    '## Articles that readers see',
    'Discounting leaves a sender a few clicks and impressions on each article. On an article with few clicks they move the index, and with it articles near the edge of a list. Clicks are also discounted at each position, impressions only by article.',
    tableOf('read'),
  ]);
});

function said({ entered, left }: ListChange): string {
  return entered === 0 && left === 0 ? '0' : `+${entered} −${left}`;
}
