import { KIND_NAMES, KINDS, ORIGINS, packed } from './click-columns.ts';

/** What `read_days_N` counts of an article's day: one list from which the tables and every statement on them are made. */

/** How far a reader got in an article, from the least: an article's reader of a day has one level, the highest. */
export const LEVELS = ['opened', 'stayed', 'half', 'read'] as const;
export type Level = (typeof LEVELS)[number];

/** The levels of which shares are made: unsigned readers of these are also counted by class, so that they can be weighed. */
const CLASSED = ['opened', 'half'] as const;

/** Readers who got so far or further by origin, then unsigned ones by class. */
export const READ_COUNTERS: readonly string[] = [
  ...ORIGINS.flatMap((origin) => LEVELS.map((level) => `${origin}_${level}`)),
  ...CLASSED.flatMap((level) =>
    KIND_NAMES.flatMap((kind) => Array.from({ length: KINDS[kind] }, (_, i) => `${level}_${kind}_${i}`)),
  ),
];

/** Two counters a column, as in `click_hours_N`. */
export const READ_COLUMNS: readonly string[] = packed(READ_COUNTERS);
