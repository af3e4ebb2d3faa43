import { installationSecret } from '../../../../src/clicks/salts/secret.ts';
import type { Db } from '../../../../src/db/client.ts';
import { classOf } from '../../../../src/engagement/classes.ts';

/**
 * Parts of a site's readers by class, of networks as of browsers. `COMMON` is above what is promised, `EDGE` (0.157 to 0.17) is where a
 * fleet weighs 8, `BELOW` is just below that.
 */
const PARTS = [0.295, 0.171, 0.152, 0.06, 0.05, 0.045, 0.04, 0.032, 0.03, 0.025, 0.02, 0.02, 0.02, 0.015, 0.015, 0.01];
const ENDS = PARTS.map((_, i) => PARTS.slice(0, i + 1).reduce((a, b) => a + b));
export const COMMON = 0;
export const EDGE = 1;
export const BELOW = 2;
export const RARE = 15;

/** Numbers that are far from each other however many one takes (additive recurrences). */
const STEPS = [0.6180339887498949, 0.7548776662466927];

/** Who reads a site: sixteen networks and browsers, each of a class of its own, with readers in the parts above, and many prefixes. */
export interface Population {
  networks: number[];
  agents: string[];
  /** Their classes. */
  classes: Record<'network' | 'browser', number[]>;
  /** The n-th reader; the same for the same n. */
  reader(n: number): { asn: number; agent: string; prefix: string };
}

/** Finds a network and a browser of each class. `PARTS[i]` of the readers have the i-th of each. */
export async function populationOf(db: Db): Promise<Population> {
  const secret = await installationSecret(db);
  const byNetwork = (network: number) => classOf(secret, 'network', { network });
  const byBrowser = (userAgent: string) => classOf(secret, 'browser', { userAgent });
  const networks = await oneOfEach((i) => 64_512 + i, byNetwork);
  const agents = await oneOfEach(browser, byBrowser);
  return {
    networks,
    agents,
    classes: { network: await Promise.all(networks.map(byNetwork)), browser: await Promise.all(agents.map(byBrowser)) },
    reader: (n) => ({
      asn: networks[pick(n, 0)] ?? 0,
      agent: agents[pick(n, 1)] ?? '',
      prefix: `${n % 223}.${n % 251}.0.0/16`,
    }),
  };
}

/** A browser of a brand of its own: its letters tell it from others, since digits do not count. */
export const browser = (i: number): string =>
  `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 ${letters(i)}/1.0`;

const letters = (i: number): string =>
  `Q${i.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`;

/** As many values as there are parts, each of a class of its own. */
async function oneOfEach<T>(value: (i: number) => T, classify: (value: T) => Promise<number>): Promise<T[]> {
  const found = new Map<number, T>();
  for (let i = 0; found.size < PARTS.length; i++) {
    const own = await classify(value(i));
    if (!found.has(own)) found.set(own, value(i));
  }
  return [...found.values()];
}

function pick(n: number, kind: number): number {
  const at = (0.5 + n * (STEPS[kind] ?? 0)) % 1;
  const place = ENDS.findIndex((end) => at < end);
  return place < 0 ? RARE : place;
}
