import { plainShares } from '../../engagement/weight-oracle.ts';
import {
  expectedRow,
  type OracleArticle,
  type OracleClick,
  type OracleShares,
  rowOf,
  rowsOf,
} from '../../rankings/oracle.ts';
import { type Rows, readRows } from '../../verify/stored-rows.ts';

const VOTING_HOURS = 336;
const FLAT = { ...{ votes: 0, audiences: null }, network: flat(32), prefix: flat(32), browser: flat(16) };
function flat(count: number): number[] {
  return Array<number>(count).fill(1 / count);
}

/** What a server has stored of clicks; its aggregates sorted. */
export async function storedRows(d1: D1Database): Promise<Rows> {
  const { hours, ...rows } = await readRows(d1);
  return { ...rows, hours: hours.map(rowOf).sort() };
}

export interface Newsroom {
  topicIds: readonly number[];
  articles: readonly OracleArticle[];
  clicks: readonly OracleClick[];
  shares: OracleShares;
  /** Epoch seconds. */
  now: number;
}

export const recountedRows = ({ topicIds, ...asked }: Newsroom): Rows => ({
  hours: rowsOf(asked.clicks),
  ledger: asked.clicks.length,
  letters: 0,
  windows: [0, ...topicIds.toSorted((a, b) => a - b)].map((topic) => ({ topic, ...expectedRow(topic, asked) })),
});

/** The shares of an hour as they are stored; null where there are none. */
export async function storedShares(d1: D1Database, hour: number): Promise<OracleShares> {
  const text = await d1.prepare('SELECT shares FROM site_shares WHERE hour = ?').bind(hour).first<string>('shares');
  return text ? JSON.parse(text) : null;
}

/** The shares of an hour by the votes of the 336 complete hours before it. */
export function recountedShares(clicks: readonly OracleClick[], hour: number, before: OracleShares): OracleShares {
  const voting = clicks.filter(
    (click) => click.origin === 'unsigned' && click.hour >= hour - VOTING_HOURS && click.hour < hour,
  );
  const perClass = (list: readonly OracleClick[], kind: 'network' | 'prefix' | 'browser', classes: number) =>
    Array.from({ length: classes }, (_, b) => list.filter((click) => click[kind] === b).length);
  const voters = [...Map.groupBy(voting, ({ contentId }) => contentId)]
    .sort(([a], [b]) => a - b)
    .map(([, list]): [number, number[][]] => [
      list.length,
      [perClass(list, 'network', 32), perClass(list, 'prefix', 32), perClass(list, 'browser', 16)],
    ]);
  const audiences = null;
  const made = plainShares(voters, before ?? FLAT, null);
  return made && { ...made, audiences };
}

/** Whether two shares are the same but for the last bits, which depend on the order of additions. */
export const areSameShares = (a: OracleShares, b: OracleShares): boolean =>
  a === null || b === null
    ? a === b
    : listsOf(a)
        .flat()
        .every((share, i) => Math.abs(share - (listsOf(b).flat()[i] ?? 0)) < 1e-12);

const listsOf = ({ network, prefix, browser }: NonNullable<OracleShares>): (readonly number[])[] => [
  network,
  prefix,
  browser,
];
