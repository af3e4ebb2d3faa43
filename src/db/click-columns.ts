/** The columns of `click_hours_N` beside its key: one list from which the tables and every statement on them are made. */

/** Audience measures, in this order in every array: everyone, company types, continents, seniorities. */
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
] as const;
export type Measure = (typeof MEASURES)[number];

/** Classes of networks, user agents and readers. */
const CLASSES = 16;

type Underscored<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}_${Underscored<Rest>}`
  : Name;
type Class = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15;
export type ClickColumn =
  | `${'unsigned' | 'signed'}_${Underscored<Lowercase<Measure>>}`
  | `${'network' | 'agent' | 'unsigned_reader' | 'signed_reader'}_${Class}`;

const measures = (prefix: 'unsigned' | 'signed') =>
  MEASURES.map((measure) => `${prefix}_${measure.toLowerCase().replaceAll('-', '_')}` as ClickColumn);
const classes = (prefix: 'network' | 'agent' | 'unsigned_reader' | 'signed_reader') =>
  Array.from({ length: CLASSES }, (_, i) => `${prefix}_${i}` as ClickColumn);

/** 96 names: with the key they keep within the platform's 100 columns. */
export const CLICK_COLUMNS: readonly ClickColumn[] = [
  ...measures('unsigned'),
  ...measures('signed'),
  ...classes('network'),
  ...classes('agent'),
  ...classes('unsigned_reader'),
  ...classes('signed_reader'),
];
