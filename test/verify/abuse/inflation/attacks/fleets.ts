import { addressOf, type Inflation, repeat, times } from '../attack.ts';
import { BELOW, browser, COMMON, EDGE, RARE } from '../newsroom.ts';
import { FLOOR } from './one-address.ts';

const FLEET = 1000;
/** Number of requests by a fleet of addresses. At every scale, it exceeds the limit of the fleet's class. */
const sizeAt = (scale: number): number => times(FLEET, scale, 16);
let fleets = 0;

/** Returns a function for the i-th address of a new fleet. No two fleets share addresses. */
function addresses(): (i: number) => string {
  const first = 100_000 * ++fleets;
  return (i) => addressOf(first + i);
}

const oneNetwork = (share: string, place: number, bounds: Pick<Inflation, 'weighs' | 'isBeyond'>) =>
  ({
    name: `Address and user agent rotated together, ${FLEET} times, in one network of share ${share}`,
    async run({ sender, articles, keys, scale, people }) {
      const [contentId = 0] = articles;
      const address = addresses();
      await repeat(sizeAt(scale), (i) =>
        sender.beacon(
          { address: address(i), asn: people.networks[place] ?? 0, agent: people.reader(i).agent },
          { key: keys.open, contentId, companyType: 'broker', seniority: 'c-suite' },
        ),
      );
    },
    counted: (scale) => sizeAt(scale),
    ...bounds,
  }) satisfies Inflation;

/** Fleet with a single user agent. Each of its addresses sends one request, from the networks of readers. */
const oneAgent = (share: string, place: number, bounds: Pick<Inflation, 'weighs' | 'isBeyond'>) =>
  ({
    name: `${FLEET} addresses of many networks with one user agent of share ${share}`,
    async run({ sender, articles, keys, scale, people }) {
      const [contentId = 0] = articles;
      const first = FLEET * ++fleets;
      await repeat(sizeAt(scale), (i) => {
        const { asn, prefix } = people.reader(first + i);
        return sender.beacon(
          { address: prefix.replace('.0.0/16', '.7.7'), asn, agent: people.agents[place] ?? '' },
          { key: keys.open, contentId, companyType: 'broker', seniority: 'c-suite' },
        );
      });
    },
    counted: (scale) => sizeAt(scale),
    ...bounds,
  }) satisfies Inflation;

/** Maximum engagement of a fleet in one network with up to 0.17 of the site's clicks. */
const AT_THE_EDGE = 9;
const FROM_THREE_TENTHS = 24;
const ONE_BROWSER = 50;

export const rareNetwork = oneNetwork('0.01', RARE, { weighs: FLOOR });
export const networkBelow = oneNetwork('0.15', BELOW, { weighs: AT_THE_EDGE });
export const networkAtEdge = oneNetwork('0.16', EDGE, { weighs: AT_THE_EDGE });
export const commonNetwork = oneNetwork('0.3', COMMON, { weighs: FROM_THREE_TENTHS, isBeyond: true });
export const rareAgent = oneAgent('0.01', RARE, { weighs: ONE_BROWSER, isBeyond: true });
export const agentBelow = oneAgent('0.15', BELOW, { weighs: ONE_BROWSER, isBeyond: true });
export const agentAtEdge = oneAgent('0.16', EDGE, { weighs: ONE_BROWSER, isBeyond: true });
export const commonAgent = oneAgent('0.3', COMMON, { weighs: ONE_BROWSER, isBeyond: true });

/** Runs after the site's busiest hour, when rising content needs more engagement. */
export const networkAtEdgeLater: Inflation = {
  ...oneNetwork('0.16', EDGE, { weighs: AT_THE_EDGE }),
  name: `${networkAtEdge.name}, after a busy hour`,
};

export const bothRare: Inflation = {
  name: `${FLEET} addresses of one network of share 0.01 with one user agent of share 0.01`,
  async run({ sender, articles, keys, scale, people }) {
    const [contentId = 0] = articles;
    const address = addresses();
    await repeat(sizeAt(scale), (i) =>
      sender.beacon(
        { address: address(i), asn: people.networks[RARE] ?? 0, agent: people.agents[RARE] ?? browser(0) },
        { key: keys.open, contentId },
      ),
    );
  },
  counted: (scale) => sizeAt(scale),
  weighs: FLOOR,
};
