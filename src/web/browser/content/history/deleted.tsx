import { useQuery } from '../../lib/request/query.ts';
import { request } from '../../lib/request/request.ts';
import { dateTimeOf } from '../../lib/time/time.ts';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type Deleted, restore } from '../api.ts';
import type { Kind } from '../kinds.tsx';
import type { Session } from '../view.ts';

interface Page {
  deleted: Deleted[];
  next: string | null;
  previous: string | null;
}

/** What of a kind was deleted or merged within 30 days, to be put back. */
export function DeletedList({ kind, session }: { kind: Kind; session: Session }) {
  const { view, change, href } = session;
  const query = { kind: kind.kind, search: view.q, cursor: view.cursor, limit: 25 };
  const page = useQuery((signal) => request<Page>('/manage/deleted', { query, signal }), {
    queryKey: JSON.stringify(query),
    interval: null,
  });
  const [isBusy, run] = useAction();
  const putBack = ({ ref, name }: Deleted) =>
    run(async () => {
      await restore(kind, ref);
      showToast(`“${name}” restored.`);
      page.reload();
    });
  return (
    <>
      <nav class="crumbs" aria-label="Where you are">
        <a href={href({ deleted: '', q: '', cursor: '' })}>← All {kind.many}</a>
      </nav>
      <div class="list-head">
        <h2>Deleted {kind.many}</h2>
      </div>
      <div class="list-tools">
        <SearchField
          value={view.q}
          change={(q) => change({ q, cursor: '' }, { replace: true })}
          placeholder="Part of its name"
          class="text wide"
          shortcut="/"
        />
      </div>
      <Loaded of={page} lines={8}>
        {({ deleted, next, previous }) => (
          <>
            {deleted.length === 0 ? (
              <Empty title={view.q ? 'Nothing deleted has this name' : `No ${kind.one} was deleted`}>
                What is deleted or merged can be restored here for 30 days.
              </Empty>
            ) : (
              <ul class="plain-list">
                {deleted.map((one) => (
                  <li key={one.ref} class="row">
                    <span>
                      <strong dir="auto">{one.name}</strong>
                      <br />
                      <small>
                        {one.mergedInto === null ? 'Deleted' : `Merged into ${one.mergedInto}`} by {one.actor},{' '}
                        {dateTimeOf(Date.parse(one.at))}
                      </small>
                    </span>
                    <button type="button" disabled={isBusy} onClick={() => void putBack(one)}>
                      Restore<span class="quiet"> {one.name}</span>
                    </button>
                  </li>
                ))}
              </ul>
            )}
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
