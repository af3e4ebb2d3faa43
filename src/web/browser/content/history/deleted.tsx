import { type Schemas, useData } from '../../lib/request.ts';
import { dateTimeOf } from '../../lib/time.ts';
import { Button, showToast } from '../../ui/actions.tsx';
import { SearchField } from '../../ui/form/field.tsx';
import { Empty, Loaded, Pager } from '../../ui/parts.tsx';
import { restore } from '../api.ts';
import type { Collection } from '../collections.tsx';
import type { Session } from '../view.ts';

/** What of a kind was deleted or merged within 30 days, to be put back. */
export function DeletedList({ kind, session }: { kind: Collection; session: Session }) {
  const { view, change, href } = session;
  const query = { kind: kind.kind, search: view.q, cursor: view.cursor, limit: 25 };
  const page = useData('/manage/deleted', { query });
  const putBack = async ({ ref, name }: Schemas['Deleted']) => {
    await restore(kind, ref);
    showToast(`“${name}” restored.`);
    page.reload();
  };
  return (
    <>
      <nav class="row crumbs" aria-label="Where you are">
        <a href={href({ deleted: '', q: '', cursor: '' })}>← All {kind.many}</a>
      </nav>
      <div class="row list-head">
        <h2>Deleted {kind.many}</h2>
      </div>
      <div class="row list-tools">
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
                    <Button text="Restore" label={`Restore ${one.name}`} press={() => putBack(one)} />
                  </li>
                ))}
              </ul>
            )}
            <Pager previous={previous} next={next} session={session} />
          </>
        )}
      </Loaded>
    </>
  );
}
