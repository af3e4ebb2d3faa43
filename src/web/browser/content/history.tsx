import { useQuery } from '../lib/query.ts';
import { request } from '../lib/request.ts';
import { SelectField } from '../ui/field.tsx';
import { Pager } from '../ui/pager.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { type AuditPage, Trail } from './changes.tsx';
import type { Session } from './view.ts';

const KINDS = [
  ['', 'Everything'],
  ['article', 'Articles'],
  ['source', 'Sources'],
  ['topic', 'Topics'],
  ['company', 'Companies'],
  ['geoGroup', 'Geo groups'],
  ['rule', 'Rules'],
  ['recommended', 'Recommended days'],
  ['annotation', 'Notes on days'],
  ['feed', 'Feeds'],
  ['key', 'Keys'],
  ['share', 'Shared views'],
  ['session', 'Sessions'],
  ['search', 'Saved searches'],
  ['webhook', 'Webhooks'],
  ['alerts', 'Alarms'],
  ['letter', 'Dead letters'],
] as const;

const ACTIONS = [
  ['', 'Any change'],
  ['create', 'Added'],
  ['update', 'Changed'],
  ['delete', 'Deleted'],
  ['merge', 'Merged'],
  ['restore', 'Restored'],
] as const;

/** Who changed what, newest first. */
export function History({ session }: { session: Session }) {
  const { view, change, href } = session;
  const query = {
    kind: view.of,
    action: view.category,
    actor: view.q,
    ref: view.thing,
    from: view.from,
    to: view.until,
    cursor: view.cursor,
    limit: 30,
  };
  const trail = useQuery((signal) => request<AuditPage>('/manage/audit', { query, signal }), {
    queryKey: JSON.stringify(query),
    interval: null,
  });
  return (
    <>
      <div class="list-filters">
        <SelectField
          label="Kind"
          value={view.of}
          options={KINDS}
          change={(of) => change({ of, thing: '', cursor: '' })}
        />
        <SelectField
          label="Change"
          value={view.category}
          options={ACTIONS}
          change={(category) => change({ category, cursor: '' })}
        />
        <label class="text">
          By
          <input
            type="search"
            value={view.q}
            placeholder="Name of a key"
            autocomplete="off"
            onChange={(event: Event) => change({ q: (event.target as HTMLInputElement).value.trim(), cursor: '' })}
          />
        </label>
        <label class="text">
          From
          <input
            type="date"
            value={view.from}
            onChange={(event: Event) => change({ from: (event.target as HTMLInputElement).value, cursor: '' })}
          />
        </label>
        {view.thing ? (
          <p class="row">
            Only {KINDS.find(([kind]) => kind === view.of)?.[1].toLowerCase()}: {view.thing}{' '}
            <button type="button" class="link" onClick={() => change({ thing: '', cursor: '' })}>
              Show all
            </button>
          </p>
        ) : null}
      </div>
      <Loaded of={trail} lines={16}>
        {({ entries, next, previous }) => (
          <>
            {entries.length === 0 ? <Empty title="Nothing has been changed yet" /> : null}
            <Trail entries={entries} href={href} reload={trail.reload} />
            <Pager
              previous={previous ? href({ cursor: previous }) : null}
              next={next ? href({ cursor: next }) : null}
              first={view.cursor ? href({ cursor: '' }) : null}
            />
          </>
        )}
      </Loaded>
    </>
  );
}
