import { useEffect, useRef, useState } from 'hono/jsx/dom';
import type { Filter } from '../../../collections/core/look.ts';
import { languageAttributes } from '../../../delivery/language-attributes.ts';
import { termsOf } from '../../../lib/box-terms.ts';
import { announceToReaders, useKeys } from '../lib/page.ts';
import { useQuery } from '../lib/query.ts';
import { capitalize, formatCount } from '../lib/words.ts';
import { Button, undoLast } from '../ui/actions.tsx';
import { DateField, SearchField, SelectField } from '../ui/form/field.tsx';
import { NamesBox } from '../ui/form/form.tsx';
import { useOnboarding } from '../ui/onboarding.tsx';
import { areLoaded, Empty, Loaded, Pager, rowsBefore, Skeleton, Table, Thumbnail } from '../ui/parts.tsx';
import { BulkBar } from './bulk.tsx';
import {
  type ApiRecord,
  COLLECTION_DEFAULTS,
  type ContentCollection,
  type ContentSession,
  type ContentView,
  type ManagedArticle,
  type RecordPage,
  requestPage,
} from './collections.tsx';
import { Days } from './list/days.tsx';
import {
  Duplicates,
  hasMentions,
  loadMentioned,
  MENTION_SORT,
  mayHaveMentions,
  mentionColumns,
  mentionedPage,
  sortsOf,
  useMentions,
  useYields,
} from './list/mentions.tsx';

const chosenIn = (view: ContentView, { name }: Filter): string => view[name as keyof ContentView] ?? '';

export function queryOf(kind: ContentCollection, view: ContentView): Record<string, string> {
  const { q, sort, cursor } = view;
  // Only articles support search terms. Other lists are filtered by part of the name.
  const { searchTerms: search, excludeTerms } =
    kind.name === 'articles' ? termsOf(q) : { searchTerms: q, excludeTerms: '' };
  const [[usual = ''] = []] = kind.sorts;
  const isKnown = kind.sorts.some(([name]) => name === sort);
  // The API can sort filtered articles only by time.
  const sorted = !isKnown || (kind.name === 'articles' && sort.endsWith('id') && isFiltered(kind, view)) ? usual : sort;
  return {
    ...Object.fromEntries(kind.filters.map((filter) => [filter.parameter ?? filter.name, chosenIn(view, filter)])),
    search,
    ...(excludeTerms ? { excludeTerms } : {}),
    sort: sorted,
    cursor,
  };
}

const sortIn = (kind: ContentCollection, view: ContentView): string => {
  const sorts = sortsOf(kind, isFiltered(kind, view));
  return (sorts.find(([name]) => name === view.sort) ?? sorts[0])?.[0] ?? '';
};

export const isFiltered = (kind: ContentCollection, view: ContentView): boolean =>
  view.q !== '' || kind.filters.some((filter) => chosenIn(view, filter) !== '');

export function Filters({ kind, session }: { kind: ContentCollection; session: ContentSession }) {
  const { view, change, href } = session;
  const active = kind.filters.filter((filter) => chosenIn(view, filter) !== '').length;
  const [isOpen, setOpen] = useState(active > 0);
  const set = (part: Partial<ContentView>, how?: { replace: boolean }) =>
    change({ ...part, cursor: '', offset: '' }, how);
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
          value={sortIn(kind, view)}
          options={sortsOf(kind, isFiltered(kind, view))}
          change={(sort) => set({ sort })}
        />
        <Button text={active > 0 ? `Filters (${active})` : 'Filters'} isOpen={isOpen} press={() => setOpen(!isOpen)} />
        <a class="button" href={href({ ...COLLECTION_DEFAULTS, kind: kind.name, deleted: 'yes' })}>
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
  // The country filter of the API accepts a single country.
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

const ROWS_PER_PAGE = 25;

export function List({ kind, session }: { kind: ContentCollection; session: ContentSession }) {
  const { view, change, href } = session;
  const mentions = useMentions(kind);
  const isByMentions = sortIn(kind, view) === MENTION_SORT && mayHaveMentions(mentions);
  const mentioned = isByMentions && mentions.value ? mentionedPage(mentions.value, view.cursor, ROWS_PER_PAGE) : null;
  const query = { ...queryOf(kind, view), limit: ROWS_PER_PAGE };
  const page = useQuery(
    [kind.path, isByMentions ? (mentioned?.refs ?? []) : query],
    async (signal) => (mentioned ? loadMentioned(kind, mentioned, signal) : requestPage(kind, query, signal)),
    { paused: isByMentions && !mentioned },
  );
  const yields = useYields(kind);
  const [active, setActive] = useState(-1);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // Shows the previous rows until the response arrives, so that the page does not jump while the user types.
  const last = useRef<{ page: RecordPage; view: ContentView } | null>(null);
  if (page.value) last.current = { page: page.value, view };
  const shownView = last.current?.view ?? view;
  // Lists with mentions appear together with them, so that nothing moves afterwards.
  const isReady = !hasMentions(kind) || areLoaded(mentions);
  const shownPage = { ...page, value: isReady ? (last.current?.page ?? null) : null };
  const rows = shownPage.value?.rows ?? [];
  const columns = [...kind.columns, ...mentionColumns(kind, { mentions, yields }, href)].filter(
    ({ hasValue }) => !hasValue || rows.some(hasValue),
  );
  // A list without articles, or that cannot be loaded, has one message and no chart.
  const hasDays =
    kind.name === 'articles' &&
    !view.cursor &&
    !isFiltered(kind, view) &&
    (shownPage.value ? rows.length > 0 : !page.error);
  const ids = rows.map(kind.idOf);
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const activate = (row: number) => {
    setActive(row);
    document.querySelectorAll('.things tbody tr')[row]?.scrollIntoView({ block: 'nearest' });
    announceToReaders(rows[row] ? kind.titleOf(rows[row]) : '');
  };
  const keys: Record<string, () => unknown> = {
    u: undoLast,
    '/': () => document.querySelector<HTMLInputElement>('input[type="search"]')?.focus(),
    ...(rows.length > 0 && {
      j: () => activate(Math.min(rows.length - 1, active + 1)),
      k: () => activate(Math.max(0, active - 1)),
    }),
    ...(active >= 0 && { e: () => change({ id: ids[active] ?? '' }), x: () => toggle(ids[active] ?? '') }),
  };
  useKeys((key) => keys[key]);
  useEffect(() => setSelected(new Set()), [kind.name, view.cursor]);
  useEffect(() => setActive(-1), [JSON.stringify(query)]);
  const reload = () => {
    page.reload();
    if (hasMentions(kind)) mentions.reload();
  };
  const isAll = ids.every((id) => selected.has(id));
  const toggleAll = () => setSelected(isAll ? new Set() : new Set(ids));
  const chosen = rows.filter((row) => selected.has(kind.idOf(row)));
  return (
    <>
      <Filters kind={kind} session={session} />
      {hasDays ? <Days href={href} /> : null}
      <Loaded of={shownPage} what={`the ${kind.many}`} lines={16}>
        {({ next, previous, total }) => (
          <div class="list-body" aria-busy={page.value ? 'false' : 'true'}>
            {rows.length === 0 && !isFiltered(kind, view) ? null : (
              <Total
                of={total ?? (isFiltered(kind, shownView) ? null : (mentions.value?.total ?? null))}
                before={rowsBefore(shownView)}
                rows={rows.length}
                isLast={!next && !mentioned}
                kind={kind}
              />
            )}
            {isFiltered(kind, view) ? null : <Duplicates kind={kind} mentions={mentions} merged={reload} />}
            {rows.length === 0 ? (
              <Nothing kind={kind} isFiltered={isFiltered(kind, view)} href={href} />
            ) : (
              <Table
                class="things"
                head={[
                  [<Check label="Select all on this page" isOn={isAll} toggle={toggleAll} />, 'check'],
                  ...(kind.hasPicture ? ([[<span class="quiet">Picture</span>, 'picture']] as const) : []),
                  capitalize(kind.one),
                  ...columns.map(({ heading, look = '' }) => [heading, look] as const),
                ]}
              >
                {rows.map((row, i) => {
                  const id = kind.idOf(row);
                  return (
                    <tr key={id} class={i === active ? 'active' : ''}>
                      <td class="check">
                        <Check
                          label={`Select ${kind.titleOf(row)}`}
                          isOn={selected.has(id)}
                          toggle={() => toggle(id)}
                        />
                      </td>
                      {kind.hasPicture ? (
                        <td class="picture">
                          <Picture of={row} />
                        </td>
                      ) : null}
                      <th scope="row" {...languageAttributes(kind.titleOf(row), row.language as string | null)}>
                        <a href={href({ id })}>{kind.nameOf ? kind.nameOf(row) : kind.titleOf(row)}</a>
                        {kind.exceptionsOf(row).map((exception, place) => (
                          <span key={place} class="badge">
                            {exception}
                          </span>
                        ))}
                        {kind.aboutOf ? <small>{kind.aboutOf(row)}</small> : null}
                      </th>
                      {columns.map(({ heading, cell, isTight, look }) => (
                        <td
                          key={heading}
                          class={[isTight ? 'tight' : '', look].filter(Boolean).join(' ')}
                          data-head={heading}
                        >
                          {cell(row)}
                        </td>
                      ))}
                    </tr>
                  );
                })}
              </Table>
            )}
            <Pager
              previous={previous}
              next={next}
              rows={{ here: rows.length, perPage: ROWS_PER_PAGE }}
              session={{ ...session, view: shownView }}
            />
            {mentioned && !next && mentioned.unmentioned > 0 ? (
              <p class="hint before-3">
                {formatCount(mentioned.unmentioned, `other ${kind.one}`, `other ${kind.many}`)} without articles in the
                last 7 days
              </p>
            ) : null}
            {rows.length > 0 ? (
              <p class="hint before-4 keys-hint">
                <kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> down and up, <kbd>e</kbd> open, <kbd>x</kbd> select,{' '}
                <kbd>u</kbd> undo
              </p>
            ) : null}
          </div>
        )}
      </Loaded>
      {chosen.length > 0 ? (
        <BulkBar
          kind={kind}
          rows={chosen}
          done={() => {
            setSelected(new Set());
            reload();
          }}
        />
      ) : null}
    </>
  );
}

interface TotalProps {
  of: number | null;
  /** Number of rows on the pages before, or `null` if it is unknown. */
  before: number | null;
  rows: number;
  isLast: boolean;
  kind: ContentCollection;
}

/** Says which rows the page shows, and of how many if that is known. */
function Total({ of, before, rows, isLast, kind: { one, many } }: TotalProps) {
  const total = of ?? (isLast && before !== null ? before + rows : null);
  const range = before === null || rows === 0 ? '' : `${before + 1}–${before + rows}`;
  return (
    <p class="hint total" role="status">
      {total === null
        ? range && `${capitalize(many)} ${range}`
        : range && total > rows
          ? `${range} of ${formatCount(total, one, many)}`
          : formatCount(total, one, many)}
    </p>
  );
}

const Check = ({ label, isOn, toggle }: { label: string; isOn: boolean; toggle: () => void }) => (
  <input type="checkbox" aria-label={label} checked={isOn} onChange={toggle} />
);

function Nothing({
  kind,
  isFiltered,
  href,
}: { kind: ContentCollection; isFiltered: boolean } & Pick<ContentSession, 'href'>) {
  const { steps, isLoading } = useOnboarding(kind.name === 'articles' && !isFiltered, 'stories', {
    about: 'After the setup, your articles appear here. You can search, edit and tag them.',
  });
  if (isFiltered) return <Empty title={`No ${kind.one} matches`}>Try different words, or remove a filter.</Empty>;
  if (isLoading) return <Skeleton lines={14} />;
  if (steps) return <>{steps}</>;
  return (
    <Empty title={`There are no ${kind.many} yet`}>
      <span class="row before-3">
        <a class="button" href={href({ id: 'new' })}>
          {kind.name === 'sources'
            ? 'Add a site and its feed'
            : `Add ${/^[aeiou]/.test(kind.one) ? 'an' : 'a'} ${kind.one}`}
        </a>
        <a class="button" href={href({ kind: 'import' })}>
          Import a file
        </a>
      </span>
    </Empty>
  );
}

function Picture({ of }: { of: ApiRecord }) {
  const { image, source } = of as unknown as ManagedArticle;
  return <Thumbnail key={image?.url ?? 'none'} image={image?.url ?? null} initial={source.name.charAt(0)} />;
}
