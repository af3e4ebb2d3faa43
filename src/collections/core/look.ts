import { CONTENT_TYPES, TYPE_NAMES } from '../../db/values.ts';

/** Describes as plain data how collections are displayed. The browser imports this file, so it imports no library. */

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

export type ChoiceOption = readonly [value: string, text: string];

export interface Look {
  label: string;
  hint?: string;
  /** Values of a `select`, or suggestions for a `text`. */
  options?: readonly ChoiceOption[];
  isRequired?: boolean;
  maxLength?: number;
  isWhole?: boolean;
  /** Whether the field identifies the resource and therefore cannot change. */
  isIdentity?: boolean;
  /** Name of another field that must be saved at the same time. */
  isPartOf?: string;
  isNumber?: boolean;
  /** Column of a list. `on` and `off` are the texts of the states of a `switch`; a state without a text is usual. */
  column?: { heading?: string; on?: string; off?: string; isWide?: boolean };
}

export interface FormField extends Look {
  name: string;
  type: FieldType;
}

export interface Filter {
  name: string;
  parameter?: string;
  label: string;
  options: readonly ChoiceOption[] | 'topics' | 'companies' | 'sources' | 'countries' | 'day';
}

export interface FieldGroup {
  title: string;
  fields: readonly string[];
  isClosed?: boolean;
}

export interface ContentPage {
  tab: string;
  /** Names of the items on pages, if they differ from those of the API. */
  one?: string;
  many?: string;
  search: string;
  title: string;
  about?: string;
  columns: readonly string[];
  /** Fields that a list shows next to the name, and only if their value is unusual. */
  exceptions?: readonly string[];
  filters: readonly Filter[];
  sorts: readonly ChoiceOption[];
  form?: readonly string[];
  /** Groups of the form with the names of their fields. `isClosed`: the group is collapsed until someone opens it. */
  groups?: readonly FieldGroup[];
  importable?: readonly string[];
}

export interface CollectionDescription extends Omit<ContentPage, 'form' | 'importable' | 'one' | 'many'> {
  name: string;
  one: string;
  many: string;
  kind: string;
  canMerge: boolean;
  fields: FormField[];
  importable: readonly string[];
}

export const ANY_CHOICE: ChoiceOption = ['', 'Any'];
export const NAME_SORTS: readonly ChoiceOption[] = [
  ['name', 'Name, A to Z'],
  ['-name', 'Name, Z to A'],
];
export const ID_SORTS: readonly ChoiceOption[] = [...NAME_SORTS, ['-id', 'Newest first'], ['id', 'Oldest first']];
export const ORGANISATIONS: readonly ChoiceOption[] = [
  ['Carrier', 'Carrier'],
  ['Broker', 'Broker'],
  ['Service Provider', 'Service provider'],
];
export const CONTENT_TYPE_WORDS: readonly ChoiceOption[] = CONTENT_TYPES.map((type) => [type, TYPE_NAMES[type][0]]);
