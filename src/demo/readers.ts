import { COMPANY_TYPES, type CompanyType, type Continent, SENIORITIES, type Seniority } from '../db/audiences.ts';
import { createRandom, type Random, sampler, zipf } from './random.ts';

const READERS = 1500;
/** Share of readers with a signed token. The others are identified only by their network and browser. */
const SHARE_SIGNED = 0.5;

export interface Reader {
  name: string;
  continent?: Continent;
  companyType?: CompanyType;
  seniority?: Seniority;
  signed: boolean;
  /** Network number (ASN). Only unsigned readers have a network, an address prefix and a browser. */
  network?: number;
  prefix?: string;
  userAgent?: string;
}

export interface Habits {
  continent: Continent | undefined;
  share: number;
  offset: number;
  /** Range of network numbers, reserved for documentation by RFC 5398. */
  networks: [first: number, last: number];
}

export const HABITS: readonly Habits[] = [
  { continent: 'EU', share: 0.42, offset: 1, networks: [64496, 64511] },
  { continent: 'NA', share: 0.35, offset: -6, networks: [65536, 65551] },
  { continent: 'AS', share: 0.1, offset: 7, networks: [64502, 64511] },
  { continent: 'OC', share: 0.05, offset: 10, networks: [65544, 65551] },
  { continent: 'SA', share: 0.035, offset: -3, networks: [65540, 65547] },
  { continent: 'AF', share: 0.03, offset: 2, networks: [64499, 64506] },
  { continent: undefined, share: 0.015, offset: 0, networks: [64496, 64511] },
];

const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0';
export const BROWSERS: readonly { userAgent: string; share: number }[] = [
  { share: 22, userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36` },
  { share: 16, userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36 Edg/142.0.0.0` },
  { share: 8, userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROMIUM} Safari/537.36` },
  { share: 12, userAgent: `Mozilla/5.0 (Linux; Android 10; K) ${CHROMIUM} Mobile Safari/537.36` },
  { share: 2, userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${CHROMIUM} Safari/537.36` },
  { share: 3, userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Safari/537.36 OPR/126.0.0.0` },
  { share: 3, userAgent: `Mozilla/5.0 (Linux; Android 10; K) SamsungBrowser/29.0 ${CHROMIUM} Mobile Safari/537.36` },
  { share: 5, userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0' },
  { share: 2, userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' },
  { share: 1, userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0' },
  {
    share: 7,
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Safari/605.1.15',
  },
  {
    share: 15,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1',
  },
  {
    share: 4,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1',
  },
];

/** Returns a function for each continent that maps a uniform random number to a reader. A few readers read a lot. */
export function makeAudiences(seed: number): Map<Habits, (uniform: number) => Reader> {
  const random = createRandom(seed, 'readers');
  const members = new Map<Habits, Reader[]>(HABITS.map((habits) => [habits, []]));
  for (let i = 1; i <= READERS; i++) {
    const habits = random.weighted(HABITS, ({ share }) => share);
    members.get(habits)?.push(makeReader(i, habits, random));
  }
  return new Map(
    [...members]
      .filter(([, readers]) => readers.length > 0)
      .map(([habits, readers]) => {
        const pick = sampler(zipf(readers.length, 0.6));
        return [habits, (uniform: number) => readers[pick(uniform)] as Reader];
      }),
  );
}

function makeReader(number: number, { continent, networks }: Habits, random: Random): Reader {
  const companyType = random.weighted([...COMPANY_TYPES, undefined], (type) =>
    type === undefined ? 0.12 : type === 'broker' ? 0.36 : type === 'carrier' ? 0.3 : 0.22,
  );
  const seniority = random.weighted([...SENIORITIES, undefined], (level) =>
    level === undefined ? 0.16 : 0.06 + 0.06 * SENIORITIES.indexOf(level),
  );
  const signed = random.chance(SHARE_SIGNED);
  return {
    name: `demo-reader-${number}`,
    signed,
    ...(continent ? { continent } : {}),
    ...(companyType ? { companyType } : {}),
    ...(seniority ? { seniority } : {}),
    ...(signed ? {} : connectionOf(number, random.int(...networks), random)),
  };
}

const connectionOf = (reader: number, network: number, random: Random) => ({
  network,
  prefix: `10.${(5 * network + (reader % 5)) % 256}.0.0/16`,
  userAgent: random.weighted(BROWSERS, shareOf).userAgent,
});

const shareOf = ({ share }: { share: number }) => share;
