import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { useData } from '../lib/query.ts';
import type { Schemas } from '../lib/request.ts';
import { dateTimeOf } from '../lib/time.ts';
import { capitalize } from '../lib/words.ts';
import { Button, showToast } from '../ui/actions.tsx';
import { DateField, SearchField, SelectField } from '../ui/form/field.tsx';
import { Empty, Loaded, Pager } from '../ui/parts.tsx';
import { DayTrails, VERBS } from './changes.tsx';
import {
  CONTENT_COLLECTIONS,
  type ContentCollection,
  type ContentSession,
  type ContentView,
  restoreRecord,
} from './collections.tsx';
import { OTHER_KINDS } from './revert.tsx';

const AUDIT_OPTIONS = [
  ['', 'Everything'],
  ...CONTENT_COLLECTIONS.map(({ kind, tab }) => [kind, tab] as const),
  ...Object.entries(OTHER_KINDS).map(([kind, [many]]) => [kind, many] as const),
] as const;

const ACTIONS = [
  ['', 'Any change'] as const,
  ...Object.entries(VERBS).map(([action, verb]) => [action, capitalize(verb)] as const),
];

export function History({ session }: { session: ContentSession }) {
  const { view, change, href } = session;
  const set = (part: Partial<ContentView>) => change({ ...part, cursor: '' });
  const query = {
    kind: view.of,
    action: view.category,
    actor: view.q,
    ref: view.thing,
    from: view.from,
    to: view.until,
    by: view.thing ? 'record' : 'change',
    cursor: view.cursor,
    limit: 100,
  };
  const trail = useData('/manage/audit', { query });
  const actors = useData('/manage/audit/actors');
  const people = [...new Set([...(actors.value?.actors ?? []), view.q].filter(Boolean))].map(
    (name) => [name, name] as const,
  );
  return (
    <>
      <div class="row list-tools labelled">
        <SelectField
          label="Collection"
          value={view.of}
          options={AUDIT_OPTIONS}
          change={(of) => set({ of, thing: '' })}
        />
        <SelectField label="Change" value={view.category} options={ACTIONS} change={(category) => set({ category })} />
        <SelectField label="By" value={view.q} options={[['', 'Anyone'], ...people]} change={(q) => set({ q })} />
        <DateField label="From" value={view.from} change={(from) => set({ from })} />
        {view.thing ? (
          <p class="row">
            Only {AUDIT_OPTIONS.find(([kind]) => kind === view.of)?.[1].toLowerCase()}: {view.thing}{' '}
            <Button text="Show all" look="link" press={() => set({ thing: '' })} />
          </p>
        ) : null}
      </div>
      <Loaded of={trail} what="the history" lines={16}>
        {(page) => (
          <>
            {page.entries.length === 0 ? <Empty title="No changes yet" /> : null}
            <DayTrails {...page} href={href} reload={trail.reload} isPart={view.thing !== ''} />
            <Pager previous={page.previous} next={page.next} session={session} />
          </>
        )}
      </Loaded>
    </>
  );
}

export function DeletedList({ kind, session }: { kind: ContentCollection; session: ContentSession }) {
  const { view, change, href } = session;
  const query = { kind: kind.kind, search: view.q, cursor: view.cursor, limit: 25 };
  const page = useData('/manage/deleted', { query });
  const putBack = async ({ ref, name }: Schemas['Deleted']) => {
    await restoreRecord(kind, ref);
    showToast(`“${name}” restored.`);
    page.reload();
  };
  return (
    <>
      <nav class="row small after-3 crumbs" aria-label="Where you are">
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
      <Loaded of={page} what={`the deleted ${kind.many}`} lines={8}>
        {({ deleted, next, previous }) => (
          <>
            {deleted.length === 0 ? (
              <Empty title={view.q ? 'Nothing with this name was deleted' : `No ${kind.one} was deleted`}>
                You can restore deleted or merged items here for {RETENTION_DAYS.trash} days.
              </Empty>
            ) : (
              <ul class="plain-list">
                {deleted.map((one) => (
                  <li key={one.ref} class="row between">
                    <span>
                      <strong dir="auto">{one.name}</strong>
                      <br />
                      <small>
                        {one.mergedInto === null ? 'Deleted' : `Merged into “${one.mergedIntoName ?? one.mergedInto}”`}{' '}
                        by {one.actor}, {dateTimeOf(Date.parse(one.at))}
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
