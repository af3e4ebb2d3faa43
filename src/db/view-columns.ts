import { KIND_NAMES, KINDS, packed } from './click-columns.ts';

/** What `view_hours_N` counts of an article's hour: one list from which the table and every statement on it are made. */

/** How the articles of a list stand: as the HTML output lays them out, or on a page of the publisher's own. A new one comes last. */
export const LIST_LAYOUTS = ['auto', 'cards', 'list', 'headlines', 'ticker', 'page'] as const;
export type ListLayout = (typeof LIST_LAYOUTS)[number];

/** The first place of each class of places: 1, 2, 3, 4–6, 7–12, 13+. */
export const PLACE_CLASSES = [1, 2, 3, 4, 7, 13] as const;

/** Most articles that a list token names: their clicks count where a key needs tokens. */
export const MOST_IDS = 100;
/** Positions of a list, from the first, whose impressions and clicks count for the placement: a report has at most as many. (docs/decisions.md#C56) */
export const MAX_POSITIONS = 24;
/** One in `k` list tokens reports. `k` is a power of two and at most this. */
export const MAX_SAMPLING = 64;

/** Lists of a key in which neighbours change places now and then; `feeds`: those without editors’ choice. */
export const EXPLORED = ['off', 'feeds', 'all'] as const;
export type Explored = (typeof EXPLORED)[number];

/** Requirements of a key for unsigned clicks: none, or a list token of the page. */
export const CLICKS_NEED = ['nothing', 'token'] as const;
export type ClicksNeed = (typeof CLICKS_NEED)[number];

/** Marks: a layout and a class of places. */
export const MARKS = LIST_LAYOUTS.length * PLACE_CLASSES.length;

/** The mark of a place, from 1, in a layout. */
export const markOf = (layout: ListLayout, place: number): number =>
  LIST_LAYOUTS.indexOf(layout) * PLACE_CLASSES.length + PLACE_CLASSES.findLastIndex((first) => first <= place);

/** Readers by mark; unsigned ones by class, one kind after the other; signed and trusted ones. */
export const VIEW_COUNTERS: readonly string[] = [
  ...Array.from({ length: MARKS }, (_, i) => `mark_${i}`),
  ...KIND_NAMES.flatMap((kind) => Array.from({ length: KINDS[kind] }, (_, i) => `${kind}_${i}`)),
  'sure',
  // Makes their number even.
  'unused',
];
/** The counters of classes and of signed and trusted readers. */
export const FIRST_CLASS = MARKS;
export const SURE = VIEW_COUNTERS.indexOf('sure');

/** Two counters a column, as in `click_hours_N`. */
export const VIEW_COLUMNS: readonly string[] = packed(VIEW_COUNTERS);
