import type { Cell, Table } from '../../../../lib/formats/csv.ts';
import type { ContentData } from './shapes.ts';

const COLUMNS = ['part', 'slug', 'name', 'period', 'rank', 'previousRank', 'index', 'growthPercent'] as const;
const SURENESS = ['intervalLow', 'intervalHigh', 'confidence'] as const;
type Row = Partial<Record<(typeof COLUMNS)[number] | (typeof SURENESS)[number], Cell>>;

/** All analytics of an article as one table; `part` names the part that a row belongs to. */
export function contentTable({
  ranks,
  risingRank,
  topics,
  groups,
  growth,
  pull,
  readShare,
  days,
  audience,
}: ContentData): Table {
  const columns = [...COLUMNS, ...SURENESS];
  const rows: Row[] = [
    ...ranks.map((place) => ({ part: 'site', ...place })),
    ...(risingRank === null ? [] : [{ part: 'rising', rank: risingRank }]),
    ...topics.flatMap(({ slug, name, ranks }) => ranks.map((place) => ({ part: 'topic', slug, name, ...place }))),
    ...groups.map(({ breakdown, group, ...place }) => ({ part: breakdown, name: group, period: '7d', ...place })),
    ...(growth ? [{ part: 'growth', ...growth, ...bounds(growth.interval) }] : []),
    ...(pull
      ? [{ part: 'pull', period: '7d', index: pull.index, ...bounds(pull.interval), confidence: pull.confidence }]
      : []),
    ...Object.entries({ read: readShare, readUsually: readShare?.usual }).flatMap(([part, share]) =>
      share ? [{ part, period: '7d', index: share.percent, ...bounds(share.interval) }] : [],
    ),
    ...days.map(({ date, index }) => ({ part: 'history', slug: date, index })),
    ...Object.entries(audience).flatMap(([part, list]) => list.map((one) => ({ part, period: '7d', ...one }))),
  ];
  return { columns, rows: rows.map((row) => columns.map((name) => row[name] ?? null)) };
}

const bounds = (interval: [number, number] | null): Row => ({
  intervalLow: interval?.[0] ?? null,
  intervalHigh: interval?.[1] ?? null,
});
