import { MEASURES, type Measure } from '../db/click-columns.ts';
import { COMPANY_TYPES, CONTINENTS } from './audiences.ts';
import { CLASSES } from './weight.ts';

/** The layout of `CLICK_COLUMNS`. */

/** First column of each part of the list. Unsigned clicks by class: `weightOf` reads networks and agents from `NETWORKS` on. */
export const UNSIGNED = 0;
export const SIGNED = UNSIGNED + MEASURES.length;
export const NETWORKS = SIGNED + MEASURES.length;
export const AGENTS = NETWORKS + CLASSES;
export const UNSIGNED_READERS = AGENTS + CLASSES;
export const SIGNED_READERS = UNSIGNED_READERS + CLASSES;
export const WIDTH = SIGNED_READERS + CLASSES;

/** The attributes of a click that decide in which columns it is counted: one column each at most. */
export const ATTRIBUTES = ['everyone', 'companyType', 'continent', 'seniority', 'network', 'agent', 'reader'] as const;
export type Attribute = (typeof ATTRIBUTES)[number];

/** The attribute that a column counts by. */
export function attributeOf(column: number): Attribute {
  if (column >= UNSIGNED_READERS) return 'reader';
  if (column >= AGENTS) return 'agent';
  if (column >= NETWORKS) return 'network';
  const measure = MEASURES[column % SIGNED] ?? 'all';
  if (measure === 'all') return 'everyone';
  if (COMPANY_TYPES.some((type) => type === measure)) return 'companyType';
  return CONTINENTS.some((continent) => continent === measure) ? 'continent' : 'seniority';
}

/** What a click is counted by; numbers are classes 0–15. */
export interface Countable {
  signed: boolean;
  network: number;
  agent: number;
  reader: number;
  companyType: Measure | null;
  seniority: Measure | null;
  continent: Measure | null;
}

/** The column of each attribute, in the order of `ATTRIBUTES`, in which a click is counted; null: in none. */
export function columnsOf(click: Countable): (number | null)[] {
  const first = click.signed ? SIGNED : UNSIGNED;
  const measure = (name: Measure | null) => (name === null ? null : first + MEASURES.indexOf(name));
  return [
    first,
    measure(click.companyType),
    measure(click.continent),
    measure(click.seniority),
    click.signed ? null : NETWORKS + click.network,
    click.signed ? null : AGENTS + click.agent,
    (click.signed ? SIGNED_READERS : UNSIGNED_READERS) + click.reader,
  ];
}
