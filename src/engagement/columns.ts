import {
  type ClassKind,
  COUNTERS,
  KIND_NAMES,
  MEASURES,
  type Measure,
  ORIGINS,
  type Origin,
} from '../db/click-columns.ts';
import { type Channel, COMPANY_TYPES, CONTINENTS } from './audiences.ts';

/** The layout of `COUNTERS`. */

/** What a click is classed by: unsigned ones by each of the kinds, the others by reader. */
const CLASSED = [...KIND_NAMES, 'reader'] as const;
type Classed = (typeof CLASSED)[number];

export const WIDTH = COUNTERS.length;

/** The first counter of each part: measures by origin in the order of `MEASURES`, and classes; those of all kinds follow each other. */
export const FIRST = Object.fromEntries([
  ...ORIGINS.map((origin) => [origin, COUNTERS.indexOf(`${origin}_all`)]),
  ...CLASSED.map((name) => [name, COUNTERS.indexOf(`${name}_0`)]),
]) as Readonly<Record<Origin | Classed, number>>;

/** Clicks that count in full, in a row of counters from `offset` on: signed and trusted ones, of everybody or of an audience. */
export const fullCount = (counts: ArrayLike<number>, measure = 0, offset = 0): number =>
  (counts[offset + FIRST.signed + measure] ?? 0) + (counts[offset + FIRST.trusted + measure] ?? 0);

/** The attributes of a click that decide which counters count it: one each at most. */
export const ATTRIBUTES = ['everyone', 'companyType', 'continent', 'seniority', 'channel', ...CLASSED] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

/** The attribute that a counter counts by. */
export function attributeOf(counter: number): Attribute {
  const classed = CLASSED.find((name) => COUNTERS[counter]?.startsWith(`${name}_`));
  if (classed) return classed;
  const origin = ORIGINS.find((name) => COUNTERS[counter]?.startsWith(`${name}_`)) ?? 'unsigned';
  const measure = MEASURES[counter - FIRST[origin]] ?? 'all';
  if (measure === 'all') return 'everyone';
  if (measure.startsWith('from-')) return 'channel';
  if (COMPANY_TYPES.some((type) => type === measure)) return 'companyType';
  return CONTINENTS.some((continent) => continent === measure) ? 'continent' : 'seniority';
}

/** What a click is counted by, and its classes. */
export type Countable = {
  companyType: Measure | null;
  seniority: Measure | null;
  continent: Measure | null;
  channel?: Channel | null | undefined;
} & (({ origin: 'unsigned' } & Record<ClassKind, number>) | { origin: Exclude<Origin, 'unsigned'>; reader: number });

/** The counter of each attribute, in the order of `ATTRIBUTES`, that counts a click; null: none. */
export function countersOf(click: Countable): (number | null)[] {
  const first = FIRST[click.origin];
  const measure = (name: Measure | null) => (name === null ? null : first + MEASURES.indexOf(name));
  const classes: Partial<Record<Classed, number>> = click;
  const classOf = (name: Classed) => {
    const found = classes[name];
    return found === undefined ? null : FIRST[name] + found;
  };
  return [
    first,
    measure(click.companyType),
    measure(click.continent),
    measure(click.seniority),
    measure(click.channel ? `from-${click.channel}` : null),
    ...CLASSED.map(classOf),
  ];
}
