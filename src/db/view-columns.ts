import { KIND_NAMES, KINDS, packed } from './click-columns.ts';

/** Layouts of lists. `page` is a publisher's own page. Stored data refers to layouts by index, so only append. */
export const LIST_LAYOUTS = ['auto', 'cards', 'list', 'headlines', 'ticker', 'page'] as const;
export type ListLayout = (typeof LIST_LAYOUTS)[number];

/** First position in each position bucket: 1, 2, 3, 4–6, 7–12, 13+. */
export const PLACE_CLASSES = [1, 2, 3, 4, 7, 13] as const;

export const MAX_LIST_TOKEN_IDS = 100;
/** Number of positions that count for placement indexes, and that a report may contain. (docs/decisions.md#C56) */
export const MAX_POSITIONS = 24;
/** Maximum sampling factor `k`, a power of two. Only one in `k` list tokens causes reports. */
export const MAX_SAMPLING = 64;

/** Lists of a key in which adjacent articles may be swapped to compare positions. `feeds` excludes editors’ choices. */
export const EXPLORED = ['off', 'feeds', 'all'] as const;
export type Explored = (typeof EXPLORED)[number];

export const CLICKS_NEED = ['nothing', 'token'] as const;
export type ClicksNeed = (typeof CLICKS_NEED)[number];

export const POSITION_BUCKETS = LIST_LAYOUTS.length * PLACE_CLASSES.length;

/** Returns the position bucket in a layout. `place` is the position in the list, from 1. */
export const positionBucketOf = (layout: ListLayout, place: number): number =>
  LIST_LAYOUTS.indexOf(layout) * PLACE_CLASSES.length + PLACE_CLASSES.findLastIndex((first) => first <= place);

/** Counter names: readers by position bucket, unsigned readers by class, and signed and trusted readers. */
export const VIEW_COUNTERS: readonly string[] = [
  ...Array.from({ length: POSITION_BUCKETS }, (_, i) => `mark_${i}`),
  ...KIND_NAMES.flatMap((kind) => Array.from({ length: KINDS[kind] }, (_, i) => `${kind}_${i}`)),
  'sure',
  // The number of counters must be even, because two counters share a column.
  'unused',
];
export const FIRST_CLASS = POSITION_BUCKETS;
export const SURE = VIEW_COUNTERS.indexOf('sure');

export const VIEW_COLUMNS: readonly string[] = packed(VIEW_COUNTERS);

/** Orders of a list with `order=engaging`. One in 20 minutes shows the specified order, for comparison. */
export const COMPARED_ORDERS = ['learned', 'specified'] as const;
export type ComparedOrder = (typeof COMPARED_ORDERS)[number];
/** Columns of readers by class, without position buckets. */
export const CLASS_COLUMNS: readonly string[] = VIEW_COLUMNS.slice(POSITION_BUCKETS / 2);
