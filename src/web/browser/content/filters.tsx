import { useState } from 'hono/jsx/dom';
import type { Filter } from '../../../collections/core/look.ts';
import { Button } from '../ui/actions.tsx';
import { DateField, SearchField, SelectField } from '../ui/form/field.tsx';
import { NamesBox } from '../ui/form/form.tsx';
import type { Collection } from './collections.tsx';
import { type ContentView, DEFAULTS, type Session } from './view.ts';

const chosenIn = (view: ContentView, { name }: Filter): string => view[name as keyof ContentView] ?? '';

/** The list's parameters for the API, of what the address of the page says. */
export function queryOf(kind: Collection, view: ContentView): Record<string, string> {
  const { q, sort, cursor } = view;
  const [[usual = ''] = []] = kind.sorts;
  const isKnown = kind.sorts.some(([name]) => name === sort);
  // Articles are found by filters in the order of time alone.
  const sorted = !isKnown || (kind.name === 'articles' && sort.endsWith('id') && isFiltered(kind, view)) ? usual : sort;
  return {
    ...Object.fromEntries(kind.filters.map((filter) => [filter.parameter ?? filter.name, chosenIn(view, filter)])),
    search: q,
    sort: sorted,
    cursor,
  };
}

export const isFiltered = (kind: Collection, view: ContentView): boolean =>
  view.q !== '' || kind.filters.some((filter) => chosenIn(view, filter) !== '');

/** Search, order, filters, and a new one. A change leads back to the first page. */
export function Filters({ kind, session }: { kind: Collection; session: Session }) {
  const { view, change, href } = session;
  const active = kind.filters.filter((filter) => chosenIn(view, filter) !== '').length;
  const [isOpen, setOpen] = useState(active > 0);
  const set = (part: Partial<ContentView>, how?: { replace: boolean }) => change({ ...part, cursor: '' }, how);
  const cleared = Object.fromEntries(kind.filters.map(({ name }) => [name, '']));
  return (
    <>
      <div class="row list-tools">
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
        <Button text={active > 0 ? `Filters (${active})` : 'Filters'} isOpen={isOpen} press={() => setOpen(!isOpen)} />
        <a class="button" href={href({ ...DEFAULTS, kind: kind.name, deleted: 'yes' })}>
          Deleted
        </a>
        <a class="button primary" href={href({ id: 'new' })}>
          New {kind.one}
        </a>
      </div>
      {isOpen ? (
        <div class="stack list-filters">
          {kind.filters.map((filter) => (
            <FilterField
              key={`${kind.name} ${filter.name}`}
              filter={filter}
              value={chosenIn(view, filter)}
              change={(value) => set({ [filter.name]: value })}
            />
          ))}
          {isFiltered(kind, view) ? <Button text="Clear all" press={() => set({ ...cleared, q: '' })} /> : null}
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

function FilterField({ filter: { label, options }, value, change }: FieldProps) {
  if (options === 'day') return <DateField label={label} value={value} change={change} />;
  if (typeof options !== 'string') return <SelectField label={label} value={value} options={options} change={change} />;
  // The API takes one country.
  const join = (ids: string[]) => (options === 'countries' ? (ids.at(-1) ?? '') : ids.join(','));
  return (
    <NamesBox
      of={options}
      label={label}
      values={value.split(',').filter(Boolean)}
      change={(ids) => change(join(ids))}
    />
  );
}
