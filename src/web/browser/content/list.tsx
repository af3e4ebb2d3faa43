import { useEffect, useRef, useState } from 'hono/jsx/dom';
import { useKeys } from '../lib/hooks.ts';
import { useQuery } from '../lib/request/query.ts';
import { announce } from '../lib/tell.ts';
import { capitalized } from '../lib/words.ts';
import { useFirstSteps } from '../ui/first-steps.tsx';
import { Empty, Loaded, Skeleton } from '../ui/states.tsx';
import { Table } from '../ui/table.tsx';
import { Thumbnail } from '../ui/thumbnail.tsx';
import { undoLast } from '../ui/toast.tsx';
import { Pager } from '../ui/views.tsx';
import { loadPage, type Page } from './api.ts';
import { BulkBar } from './bulk.tsx';
import type { Collection, Row, StoredArticle } from './collections.tsx';
import { Filters, isFiltered, queryOf } from './filters.tsx';
import type { Session } from './view.ts';

interface ListKeys {
  /** Rows on the page. */
  count: number;
  active: number;
  activate: (row: number) => void;
  open: (row: number) => void;
  select: (row: number) => void;
}

/**
 * Keys of a list: `/` goes to the search field, `j` and `k` to the next and the previous row, `e` or Enter opens it, `x` selects it,
 * `u` takes back what was done last. They do nothing where somebody types.
 */
function useListKeys(keys: ListKeys | null): void {
  useKeys((key) => actionOf(key, keys));
}

function actionOf(key: string, list: ListKeys | null | undefined): (() => unknown) | undefined {
  if (key === 'u') return undoLast;
  if (key === '/') return () => document.querySelector<HTMLInputElement>('input[type="search"]')?.focus();
  if (!list || list.count === 0) return undefined;
  const { count, active, activate, open, select } = list;
  const move = (by: number) => () => activate(Math.max(0, Math.min(count - 1, active + by)));
  const actions: Record<string, () => unknown> = { j: move(1), k: move(-1) };
  if (active >= 0) Object.assign(actions, { e: () => open(active), x: () => select(active) });
  return actions[key];
}

const ROWS = 25;

/** A page of a collection: search, filters, rows to open or to select. */
export function List({ kind, session }: { kind: Collection; session: Session }) {
  const { view, change, href } = session;
  const query = { ...queryOf(kind, view), limit: ROWS };
  const page = useQuery([kind.path, query], (signal) => loadPage(kind, query, signal));
  const [active, setActive] = useState(-1);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  // What was there stays until the next answer, so that nothing jumps while one types.
  const last = useRef<Page | null>(null);
  if (page.value) last.current = page.value;
  const shown = { ...page, value: page.value ?? last.current };
  const rows = shown.value?.rows ?? [];
  const ids = rows.map(kind.idOf);
  const open = (row: number) => change({ id: ids[row] ?? '' });
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  useListKeys({
    count: rows.length,
    active,
    activate: (row) => {
      setActive(row);
      document.querySelectorAll('.things tbody tr')[row]?.scrollIntoView({ block: 'nearest' });
      announce(rows[row] ? kind.titleOf(rows[row]) : '');
    },
    open,
    select: (row) => toggle(ids[row] ?? ''),
  });
  useEffect(() => setSelected(new Set()), [kind.name, view.cursor]);
  useEffect(() => setActive(-1), [JSON.stringify(query)]);
  const isAll = ids.every((id) => selected.has(id));
  const toggleAll = () => setSelected(isAll ? new Set() : new Set(ids));
  const chosen = rows.filter((row) => selected.has(kind.idOf(row)));
  return (
    <>
      <Filters kind={kind} session={session} />
      <Loaded of={shown} lines={16}>
        {({ next, previous, total }) => (
          <div class="list-body" aria-busy={page.value ? 'false' : 'true'}>
            <p class="quiet" role="status">
              {total === null ? '' : `${total} ${total === 1 ? kind.one : kind.many}`}
            </p>
            {rows.length === 0 ? (
              <Nothing kind={kind} isFiltered={isFiltered(kind, view)} href={href} />
            ) : (
              <Table
                class="things"
                head={[
                  [<Check label="Select all on this page" isOn={isAll} toggle={toggleAll} />, 'check'],
                  ...(kind.hasPicture ? ([[<span class="quiet">Picture</span>, 'picture']] as const) : []),
                  capitalized(kind.one),
                  ...kind.columns.map(({ heading }) => heading),
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
                      <th scope="row" dir="auto">
                        <a href={href({ id })}>{kind.titleOf(row)}</a>
                        {kind.aboutOf ? <small>{kind.aboutOf(row)}</small> : null}
                      </th>
                      {kind.columns.map(({ heading, cell, isTight }) => (
                        <td key={heading} class={isTight ? 'tight' : ''}>
                          {cell(row)}
                        </td>
                      ))}
                    </tr>
                  );
                })}
              </Table>
            )}
            <Pager previous={previous} next={next} session={session} />
            {rows.length > 0 ? (
              <p class="hint keys-hint">
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
            page.reload();
          }}
        />
      ) : null}
    </>
  );
}

const Check = ({ label, isOn, toggle }: { label: string; isOn: boolean; toggle: () => void }) => (
  <input type="checkbox" aria-label={label} checked={isOn} onChange={toggle} />
);

function Nothing({ kind, isFiltered, href }: { kind: Collection; isFiltered: boolean } & Pick<Session, 'href'>) {
  const { steps, isLoading } = useFirstSteps(kind.name === 'articles' && !isFiltered, 'stories');
  if (isFiltered) return <Empty title={`No ${kind.one} matches`}>Try other words, or remove a filter.</Empty>;
  if (isLoading) return <Skeleton lines={14} />;
  if (steps) return <>{steps}</>;
  return (
    <Empty title={`There are no ${kind.many} yet`}>
      <span class="row">
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

/** The picture of an article, or the first letter of its source. */
function Picture({ of }: { of: Row }) {
  const { image, source } = of as unknown as StoredArticle;
  return <Thumbnail key={image?.url ?? 'none'} image={image?.url ?? null} initial={source.name.charAt(0)} />;
}
