import { CHANNELS, COMPANY_TYPES, CONTINENTS, SENIORITIES } from './audiences.ts';

/** Names of the audience measures. Arrays of measures use this order. */
export const MEASURES = [
  'all',
  ...COMPANY_TYPES,
  ...CONTINENTS,
  ...SENIORITIES,
  ...CHANNELS.map((name) => `from-${name}` as const),
] as const;
export type Measure = (typeof MEASURES)[number];

/** Trust in a click: unsigned, signed (or imported), or from a trusted network. */
export const CLICK_TRUSTS = ['unsigned', 'signed', 'trusted'] as const;
export type ClickTrust = (typeof CLICK_TRUSTS)[number];

/** Number of classes of each kind. Each unsigned click belongs to one class of each kind. */
export const KINDS = { network: 32, prefix: 32, browser: 16 } as const;
export type ClassKind = keyof typeof KINDS;
export const KIND_NAMES = Object.keys(KINDS) as readonly ClassKind[];

export const byKind = <T>(of: (kind: ClassKind) => T): Record<ClassKind, T> =>
  Object.fromEntries(KIND_NAMES.map((kind) => [kind, of(kind)])) as Record<ClassKind, T>;

export const READER_CLASSES = 32;

const measures = (origin: ClickTrust) =>
  MEASURES.map((measure) => `${origin}_${measure.toLowerCase().replaceAll('-', '_')}`);
const classes = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}_${i}`);

/** Counter names in the order of packed counts. An index of 128 or more takes another byte. */
export const COUNTER_COLUMNS: readonly string[] = [
  ...measures('unsigned'),
  // The number of counters must be even, because two counters share a column.
  'unused',
  ...KIND_NAMES.flatMap((kind) => classes(kind, KINDS[kind])),
  ...measures('signed'),
  ...classes('reader', READER_CLASSES),
  ...measures('trusted'),
];

/** Bits of the lower counter in a column that stores two counters. 29 bits are ample. (docs/decisions.md#C3) */
export const LOW_BITS = 29;
const LOW = 2 ** LOW_BITS - 1;
export const packed = (counters: readonly string[]): readonly string[] =>
  Array.from({ length: counters.length / 2 }, (_, i) => `${counters[2 * i]}__${counters[2 * i + 1]}`);
export const CLICK_COLUMNS: readonly string[] = packed(COUNTER_COLUMNS);

/** SQL expression: the counter at an index in the packed columns. */
export const counterOf = (place: number, row = '', columns = CLICK_COLUMNS): string => {
  const column = `${row}${columns[place >> 1]}`;
  return place % 2 === 0 ? `(${column} & ${LOW})` : `(${column} >> ${LOW_BITS})`;
};
