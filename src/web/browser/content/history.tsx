import { useQuery } from '../lib/query.ts';
import { request } from '../lib/request.ts';
import { dateTimeOf } from '../lib/time.ts';
import { SelectField } from '../ui/field.tsx';
import { Pager } from '../ui/pager.tsx';
import { Empty, Loaded } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { restore } from './api.ts';
import { kindOf } from './kinds.tsx';
import type { Session } from './view.ts';

interface Entry {
  id: number;
  at: string;
  actor: string;
  kind: string;
  ref: string;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

interface Answer {
  entries: Entry[];
  next: string | null;
  previous: string | null;
}

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

/** Where a thing of the history is seen. */
const TABS: Record<string, string> = {
  ...{ article: 'articles', source: 'sources', topic: 'topics', company: 'companies', geoGroup: 'geo-groups' },
  rule: 'rules',
};

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
  const trail = useQuery((signal) => request<Answer>('/manage/audit', { query, signal }), {
    queryKey: JSON.stringify(query),
    interval: null,
  });
  return (
    <>
      <div class="list-filters">
        <SelectField
          label="Of"
          value={view.of}
          options={KINDS}
          change={(of) => change({ of, thing: '', cursor: '' })}
        />
        <SelectField
          label="What was done"
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
            Only {view.of} {view.thing}
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
            <ol class="trail">
              {entries.map((entry) => (
                <Change key={entry.id} {...entry} href={href} reload={trail.reload} />
              ))}
            </ol>
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

const WORDS: Record<string, string> = {
  ...{ create: 'added', update: 'changed', delete: 'deleted', merge: 'merged', restore: 'restored' },
};
const THINGS: Record<string, string> = {
  geoGroup: 'geo group',
  recommended: 'recommended articles of',
  share: 'shared view',
  annotation: 'note on',
  search: 'saved search',
  alerts: 'alarm',
  letter: 'dead letters of kind',
};

function Change({ at, actor, kind, ref, action, before, after, href, reload }: EntryProps) {
  const [isBusy, run] = useAction();
  const name = String(after?.title ?? after?.name ?? before?.title ?? before?.name ?? ref);
  const tab = kindOf(TABS[kind] ?? '');
  const fields = differing(before ?? {}, after ?? {});
  const putBack = async () => {
    if (!tab) return;
    await run(async () => {
      await restore(tab, ref);
      showToast(`“${name}” restored.`);
      reload();
    });
  };
  return (
    <li>
      <p class="row">
        <span>
          <strong>{actor}</strong> {kind === 'key' && action === 'delete' ? 'revoked' : (WORDS[action] ?? action)}{' '}
          {THINGS[kind] ?? kind}{' '}
          {tab && after ? (
            <a href={href({ kind: tab.name, id: ref, of: '', q: '', cursor: '', thing: '' })}>{name}</a>
          ) : (
            name
          )}
          <small> {dateTimeOf(Date.parse(at))}</small>
        </span>
        {tab && (action === 'delete' || action === 'merge') && !after ? (
          <button type="button" disabled={isBusy} onClick={() => void putBack()}>
            Restore
          </button>
        ) : null}
      </p>
      {before && after && fields.length > 0 ? (
        <div class="scroll">
          <table class="differences">
            <tbody>
              {fields.map((field) => (
                <tr key={field}>
                  <th scope="row">{field}</th>
                  <td>
                    <del>{shown(before[field], field)}</del>
                  </td>
                  <td>
                    <ins>{shown(after[field], field)}</ins>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </li>
  );
}

interface EntryProps extends Entry, Pick<Session, 'href'> {
  /** After something was put back. */
  reload: () => void;
}

const differing = (a: Record<string, unknown>, b: Record<string, unknown>): string[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => shown(a[name]) !== shown(b[name]));

/** Times of keys and days are epoch seconds. */
const shown = (value: unknown, field = ''): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' && /At$/.test(field)) return dateTimeOf(value * 1000);
  return typeof value === 'string' ? value : JSON.stringify(value);
};
