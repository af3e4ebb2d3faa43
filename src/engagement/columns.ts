import { type Channel, COMPANY_TYPES, CONTINENTS } from '../db/audiences.ts';
import {
  CLICK_TRUSTS,
  type ClassKind,
  type ClickTrust,
  COUNTER_COLUMNS,
  KIND_NAMES,
  MEASURES,
  type Measure,
} from '../db/click-columns.ts';

const CLASSED = [...KIND_NAMES, 'reader'] as const;
type Classed = (typeof CLASSED)[number];

export const COLUMN_COUNT = COUNTER_COLUMNS.length;

/** Index of the first counter of each trust level and each kind of class. Counters of different kinds are adjacent. */
export const FIRST = Object.fromEntries([
  ...CLICK_TRUSTS.map((origin) => [origin, COUNTER_COLUMNS.indexOf(`${origin}_all`)]),
  ...CLASSED.map((name) => [name, COUNTER_COLUMNS.indexOf(`${name}_0`)]),
]) as Readonly<Record<ClickTrust | Classed, number>>;

/** Returns the number of signed and trusted clicks in the counters from `offset` on. They are never discounted. */
export const fullCount = (counts: ArrayLike<number>, measure = 0, offset = 0): number =>
  (counts[offset + FIRST.signed + measure] ?? 0) + (counts[offset + FIRST.trusted + measure] ?? 0);

/** Attributes by which a click is counted. Each attribute increments at most one counter. */
export const ATTRIBUTE_COLUMNS = ['everyone', 'companyType', 'continent', 'seniority', 'channel', ...CLASSED] as const;
export type Attribute = (typeof ATTRIBUTE_COLUMNS)[number];

export function attributeOf(counter: number): Attribute {
  const classed = CLASSED.find((name) => COUNTER_COLUMNS[counter]?.startsWith(`${name}_`));
  if (classed) return classed;
  const origin = CLICK_TRUSTS.find((name) => COUNTER_COLUMNS[counter]?.startsWith(`${name}_`)) ?? 'unsigned';
  const measure = MEASURES[counter - FIRST[origin]] ?? 'all';
  if (measure === 'all') return 'everyone';
  if (measure.startsWith('from-')) return 'channel';
  if (COMPANY_TYPES.some((type) => type === measure)) return 'companyType';
  return CONTINENTS.some((continent) => continent === measure) ? 'continent' : 'seniority';
}

export type Countable = {
  companyType: Measure | null;
  seniority: Measure | null;
  continent: Measure | null;
  channel?: Channel | null | undefined;
} & (
  | ({ origin: 'unsigned' } & Record<ClassKind, number>)
  | { origin: Exclude<ClickTrust, 'unsigned'>; reader: number }
);

/** Returns the index of a counter for each attribute in `ATTRIBUTE_COLUMNS`, or `null` if none applies. */
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
