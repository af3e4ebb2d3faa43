import { byKind, KINDS } from '../../../../src/db/click-columns.ts';
import { createRandom } from '../../../../src/demo/random.ts';
import { COMPANY_TYPES, CONTINENTS, SENIORITIES } from '../../../../src/engagement/audiences.ts';
import type { Ask } from '../http.ts';
import { clickedArticle } from './newsroom.ts';

const random = createRandom(5, 'readers');
const SYSTEMS = [
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'X11; Linux x86_64',
  'Linux; Android 10; K',
];
const BROWSERS = SYSTEMS.flatMap((system) =>
  ['', ' Edg/141.0.0.0', ' OPR/126.0.0.0'].map(
    (name) => `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36${name}`,
  ),
);
/** Networks that readers come from, by number. */
const NETWORKS = 40;
/** Prefixes that unsigned readers come from, by number. */
const PREFIXES = 4096;

let readers = 0;
/** Runs after each other must not meet the readers of earlier ones. */
const era = Math.floor(Date.now() / 1000).toString(16);

const attributes = () => ({
  companyType: random.chance(0.8) ? random.pick(COMPANY_TYPES) : null,
  seniority: random.chance(0.7) ? random.pick(SENIORITIES) : null,
});

export interface Beacon extends Ask {
  contentId: number;
}

/** A click of a reader who was not here before. */
export function beacon(base: URL, key: string): Beacon {
  const contentId = clickedArticle(random.next());
  const bits = readers++;
  return {
    contentId,
    url: new URL('/clicks', base).href,
    method: 'POST',
    headers: {
      'Content-Type': 'text/plain',
      'User-Agent': random.pick(BROWSERS),
      // A reader is a /64, and readers come from many /32.
      'CF-Connecting-IP': `2${(0x100 + (bits >>> 16)).toString(16)}:${random.int(1, PREFIXES).toString(16)}:${era.slice(-4)}:${(bits & 0xffff).toString(16)}::1`,
      'X-Bench-Continent': random.pick(CONTINENTS),
      'X-Bench-Network': String(random.int(1, NETWORKS)),
    },
    body: JSON.stringify({ key, contentId, ...attributes() }),
  };
}

/** The message that such a click becomes. */
export function message() {
  return {
    v: 1,
    id: `${era}${(readers++).toString(16)}`.padStart(32, '0'),
    contentId: clickedArticle(random.next()),
    hour: Math.floor(Date.now() / 3_600_000),
    origin: 'unsigned',
    ...byKind((kind) => random.int(0, KINDS[kind] - 1)),
    ...attributes(),
    continent: random.pick(CONTINENTS),
  };
}

/** A click of the six days before `now` (epoch seconds), as it is imported. */
export function pastClick(now: number) {
  return {
    contentId: clickedArticle(random.next()),
    at: new Date((now - random.int(3600, 6 * 86_400)) * 1000).toISOString(),
    reader: `${era}-${readers++}`,
    ...(random.chance(0.5)
      ? {}
      : {
          signed: false,
          network: random.int(1, NETWORKS),
          prefix: `10.${random.int(0, 255)}`,
          userAgent: random.pick(BROWSERS),
        }),
    ...attributes(),
    continent: random.pick(CONTINENTS),
  };
}
