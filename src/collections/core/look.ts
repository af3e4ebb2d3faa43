import { CONTENT_TYPES, TYPE_NAMES } from '../../db/values.ts';

/** How collections look to people: plain data without a library, since the browser's code reads it, too. */

export type FieldType =
  | 'text'
  | 'url'
  | 'number'
  | 'area'
  | 'time'
  | 'select'
  | 'switch'
  | 'lines'
  | 'authors'
  | 'topics'
  | 'companies'
  | 'countries'
  | 'groups'
  | 'ref';

export type Option = readonly [value: string, text: string];

/** How a form and a list show a field. */
export interface Look {
  label: string;
  hint?: string;
  /** All values of a `select`; those that a `text` proposes. */
  options?: readonly Option[];
  isRequired?: boolean;
  /** Most letters of a text. */
  maxLength?: number;
  /** As wide as the form. */
  isWhole?: boolean;
  /** It names the thing: it is chosen once. */
  isIdentity?: boolean;
  /** The field that it belongs to, so that nobody's half is put to another's. */
  isPartOf?: string;
  /** The values of a `select` are numbers. */
  isNumber?: boolean;
  /** Its heading in a list, where it is not the label; of a `switch` with the words for either state, and which of them stands out. */
  column?: { heading?: string; on?: string; off?: string; outstanding?: 'on' | 'off'; isWide?: boolean };
}

/** A field of a form. */
export interface FormField extends Look {
  /** As the API calls it. */
  name: string;
  type: FieldType;
}

/** A filter of a list: fixed options, or names to choose from. */
export interface Filter {
  /** As the address of the page has it. */
  name: string;
  /** As the API has it, where it is another. */
  parameter?: string;
  label: string;
  options: readonly Option[] | 'topics' | 'companies' | 'sources' | 'countries' | 'day';
}

/** How the page of the content shows a collection. */
export interface Page {
  /** As a tab calls it. */
  tab: string;
  /** What is looked through, as the box says it. */
  search: string;
  /** The field that names one, and the one that stands under its name in the list. */
  title: string;
  about?: string;
  /** Fields that a list shows besides, in its order. */
  columns: readonly string[];
  filters: readonly Filter[];
  sorts: readonly Option[];
  /** Fields of the form in its order, where that is another one than theirs. */
  form?: readonly string[];
  /** Fields that an import takes, where they are not those of the API. */
  importable?: readonly string[];
}

/** What the page knows of a collection. */
export interface Description extends Omit<Page, 'form' | 'importable'> {
  name: string;
  one: string;
  many: string;
  /** As the history calls one. */
  kind: string;
  canMerge: boolean;
  fields: FormField[];
  /** The fields that an import takes, in the order of the API. */
  importable: readonly string[];
}

export const ANY: Option = ['', 'Any'];
export const NAME_SORTS: readonly Option[] = [
  ['name', 'Name, A to Z'],
  ['-name', 'Name, Z to A'],
];
export const ID_SORTS: readonly Option[] = [...NAME_SORTS, ['-id', 'Newest first'], ['id', 'Oldest first']];
export const ORGANISATIONS: readonly Option[] = [
  ['Carrier', 'Carrier'],
  ['Broker', 'Broker'],
  ['Service Provider', 'Service provider'],
];
export const CONTENT_TYPE_WORDS: readonly Option[] = CONTENT_TYPES.map((type) => [type, TYPE_NAMES[type][0]]);
