import { useState } from 'hono/jsx/dom';
import type { Filter } from '../../../../collections/core/look.ts';
import { Combobox } from '../../ui/form/combobox.tsx';
import { SelectField } from '../../ui/form/field.tsx';
import { useGeography, useServiceNames } from '../../ui/form/names.ts';
import { SearchField } from '../../ui/form/search-field.tsx';
import type { Kind } from '../kinds.tsx';
import { type ContentView, DEFAULTS, type Session } from '../view.ts';
import { useSourceNames } from './source-names.ts';

const asked = (view: ContentView, { name }: Filter): string => view[name as keyof ContentView] ?? '';

/** The list's parameters for the API, of what the address of the page says. */
export function queryOf(kind: Kind, view: ContentView): Record<string, string> {
  const { q, sort, cursor } = view;
  const [[usual = ''] = []] = kind.sorts;
  const isKnown = kind.sorts.some(([name]) => name === sort);
  // Articles are found by filters in the order of time alone.
  const sorted = !isKnown || (kind.name === 'articles' && sort.endsWith('id') && isFiltered(kind, view)) ? usual : sort;
  return {
    ...Object.fromEntries(kind.filters.map((filter) => [filter.parameter ?? filter.name, asked(view, filter)])),
    ...{ search: q, sort: sorted, cursor },
  };
}

export const isFiltered = (kind: Kind, view: ContentView): boolean =>
  view.q !== '' || kind.filters.some((filter) => asked(view, filter) !== '');

const listOf = (text: string) => text.split(',').filter(Boolean);

/** Search, order, filters, and a new one. A change leads back to the first page. */
export function Filters({ kind, session }: { kind: Kind; session: Session }) {
  const { view, change, href } = session;
  const active = kind.filters.filter((filter) => asked(view, filter) !== '').length;
  const [isOpen, setOpen] = useState(active > 0);
  const set = (part: Partial<ContentView>, how?: { replace: boolean }) => change({ ...part, cursor: '' }, how);
  const cleared = Object.fromEntries(kind.filters.map(({ name }) => [name, '']));
  return (
    <>
      <div class="list-tools">
        <SearchField
          value={view.q}
          change={(q) => set({ q }, { replace: true })}
          placeholder={kind.search}
          class="text wide"
          shortcut="/"
        />
        <SelectField
          label="Order"
          value={view.sort || (kind.sorts[0]?.[0] ?? '')}
          options={kind.sorts}
          change={(sort) => set({ sort })}
        />
        <button type="button" aria-expanded={isOpen ? 'true' : 'false'} onClick={() => setOpen(!isOpen)}>
          Filters{active > 0 ? ` (${active})` : ''}
        </button>
        <a class="button" href={href({ ...DEFAULTS, kind: kind.name, deleted: 'yes' })}>
          Deleted
        </a>
        <a class="button primary" href={href({ id: 'new' })}>
          New {kind.one}
        </a>
      </div>
      {isOpen ? (
        <div class="list-filters">
          {kind.filters.map((filter) => (
            <FilterField
              key={`${kind.name} ${filter.name}`}
              filter={filter}
              value={asked(view, filter)}
              change={(value) => set({ [filter.name]: value })}
            />
          ))}
          {isFiltered(kind, view) ? (
            <button type="button" onClick={() => set({ ...cleared, q: '' })}>
              Clear all
            </button>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

interface FieldProps {
  filter: Filter;
  value: string;
  change: (value: string) => void;
}

function FilterField({ filter, value, change }: FieldProps) {
  const { label, options } = filter;
  if (options === 'topics' || options === 'companies') return <Named {...{ label, options, value, change }} />;
  if (options === 'countries') return <Country {...{ label, value, change }} />;
  if (options === 'sources') return <Source {...{ label, value, change }} />;
  if (options === 'day')
    return (
      <label class="text">
        {label}
        <input
          type="date"
          value={value}
          onChange={(event: Event) => change((event.target as HTMLInputElement).value.trim())}
        />
      </label>
    );
  return <SelectField label={label} value={value} options={options} change={change} />;
}

function Named({
  label,
  options,
  value,
  change,
}: { label: string; options: 'topics' | 'companies' } & Omit<FieldProps, 'filter'>) {
  const values = listOf(value);
  const names = useServiceNames(options, values);
  return <Combobox {...names} label={label} values={values} change={(ids) => change(ids.join(','))} />;
}

function Source({ label, value, change }: { label: string } & Omit<FieldProps, 'filter'>) {
  const names = useSourceNames();
  return <Combobox {...names} label={label} values={listOf(value)} change={(domains) => change(domains.join(','))} />;
}

function Country({ label, value, change }: { label: string } & Omit<FieldProps, 'filter'>) {
  const { countries } = useGeography();
  return (
    <Combobox {...countries} label={label} values={listOf(value)} change={(codes) => change(codes.at(-1) ?? '')} />
  );
}
