/** What `click_hours_N` counts of an article's hour: one list from which the tables and every statement on them are made. */

/** Audience measures, in this order in every array: everyone, company types, continents, seniorities, channels. */
export const MEASURES = [
  'all',
  'broker',
  'carrier',
  'other',
  'AF',
  'AN',
  'AS',
  'EU',
  'NA',
  'OC',
  'SA',
  'c-suite',
  'vice-president',
  'director',
  'manager',
  'individual-contributor',
  'from-site',
  'from-search',
  'from-social',
  'from-mail',
  'from-chat',
  'from-assistant',
  'from-news',
  'from-other',
  'from-direct',
] as const;
export type Measure = (typeof MEASURES)[number];

/** Who answers for a click: nobody, a token (or an import), or the operator, who trusts its network. Each has measures of its own. */
export const ORIGINS = ['unsigned', 'signed', 'trusted'] as const;
export type Origin = (typeof ORIGINS)[number];

/** The kinds of classes of unsigned clicks, and how many classes each has. */
export const KINDS = { network: 32, prefix: 32, browser: 16 } as const;
export type ClassKind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as readonly ClassKind[];

/** A value of each kind. */
export const byKind = <T>(of: (kind: ClassKind) => T): Record<ClassKind, T> =>
  Object.fromEntries(KIND_NAMES.map((kind) => [kind, of(kind)])) as Record<ClassKind, T>;

/** Classes of signed and trusted clicks, by reader. */
export const READER_CLASSES = 32;

const measures = (origin: Origin) =>
  MEASURES.map((measure) => `${origin}_${measure.toLowerCase().replaceAll('-', '_')}`);
const classes = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}_${i}`);

/** The counters. Where cells are packed those from the 128th on take a byte more. */
export const COUNTERS: readonly string[] = [
  ...measures('unsigned'),
  // Makes their number even.
  'unused',
  ...KIND_NAMES.flatMap((kind) => classes(kind, KINDS[kind])),
  ...measures('signed'),
  ...classes('reader', READER_CLASSES),
  ...measures('trusted'),
];

/**
 * A column holds two counters that follow each other: the first in its low bits, the second above them. Neither can overflow, even
 * summed over a day: 2^29 clicks would be 2^29 rows of the ledger, which are twice what a database may hold. (docs/decisions.md#C3)
 */
export const LOW_BITS = 29;
const LOW = 2 ** LOW_BITS - 1;
export const packed = (counters: readonly string[]): readonly string[] =>
  Array.from({ length: counters.length / 2 }, (_, i) => `${counters[2 * i]}__${counters[2 * i + 1]}`);
export const CLICK_COLUMNS: readonly string[] = packed(COUNTERS);

/** SQL for a counter of a row, by its place in the list that its columns are made of. */
export const counterOf = (place: number, row = '', columns = CLICK_COLUMNS): string => {
  const column = `${row}${columns[place >> 1]}`;
  return place % 2 === 0 ? `(${column} & ${LOW})` : `(${column} >> ${LOW_BITS})`;
};
