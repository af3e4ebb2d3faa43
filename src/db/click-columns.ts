/** The columns of `click_hours_N` beside its key: one list from which the tables and every statement on them are made. */

/** Audience measures, in this order wherever they stand as an array: everyone, company types, continents, seniorities. */
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

const measures = (prefix: string) =>
  MEASURES.map((measure) => `${prefix}_${measure.toLowerCase().replaceAll('-', '_')}`);
const classes = (prefix: string) => Array.from({ length: CLASSES }, (_, i) => `${prefix}_${i}`);

/** 96 names: with the key they keep within the platform's 100 columns. */
export const CLICK_COLUMNS: readonly string[] = [
  ...measures('unsigned'),
  ...measures('signed'),
  ...classes('network'),
  ...classes('agent'),
  ...classes('unsigned_reader'),
  ...classes('signed_reader'),
];
