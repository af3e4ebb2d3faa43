import { useData } from '../../lib/request.ts';
import { optionsOf } from '../../lib/words.ts';
import { Button } from '../../ui/actions.tsx';
import { DateField, SelectField } from '../../ui/form/field.tsx';
import { Empty, Loaded, Pager } from '../../ui/parts.tsx';
import { Trail } from '../changes.tsx';
import { COLLECTIONS } from '../collections.tsx';
import type { Session } from '../view.ts';

const AUDIT_OPTIONS = [
  ['', 'Everything'],
  ...COLLECTIONS.map(({ kind, tab }) => [kind, tab] as const),
  ['recommended', 'Recommended days'],
  ['annotation', 'Notes on days'],
  ['feed', 'Feeds'],
  ['key', 'Keys'],
  ['share', 'Shared views'],
  ['session', 'Sessions'],
  ['search', 'Saved searches'],
  ['webhook', 'Webhooks'],
  ['alerts', 'Alerts'],
  ['letter', 'Dead letters'],
  ['weights', 'Weights'],
] as const;

const ACTIONS = optionsOf({
  '': 'Any change',
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  merge: 'Merged',
  restore: 'Restored',
});

/** Who changed what, newest first. */
export function History({ session }: { session: Session }) {
  const { view, change, href } = session;
  const keys = useData('/manage/keys', { query: { limit: 1000 } });
  const names = [...new Set([...(keys.value?.keys ?? []).map(({ name }) => name), view.q].filter(Boolean))].sort();
  const query = {
    kind: view.of,
    action: view.category,
    actor: view.q,
    ref: view.thing,
    from: view.from,
    to: view.until,
    by: view.thing ? 'record' : 'change',
    cursor: view.cursor,
    limit: 30,
  };
  const trail = useData('/manage/audit', { query });
  return (
    <>
      <div class="stack list-filters">
        <SelectField
          label="Collection"
          value={view.of}
          options={AUDIT_OPTIONS}
          change={(of) => change({ of, thing: '', cursor: '' })}
        />
        <SelectField
          label="Change"
          value={view.category}
          options={ACTIONS}
          change={(category) => change({ category, cursor: '' })}
        />
        <SelectField
          label="By"
          value={view.q}
          options={[['', 'Anybody'], ...names.map((name) => [name, name] as const)]}
          change={(q) => change({ q, cursor: '' })}
        />
        <DateField label="From" value={view.from} change={(from) => change({ from, cursor: '' })} />
        {view.thing ? (
          <p class="row">
            Only {AUDIT_OPTIONS.find(([kind]) => kind === view.of)?.[1].toLowerCase()}: {view.thing}{' '}
            <Button text="Show all" look="link" press={() => change({ thing: '', cursor: '' })} />
          </p>
        ) : null}
      </div>
      <Loaded of={trail} lines={16}>
        {(page) => (
          <>
            {page.entries.length === 0 ? <Empty title="Nothing has been changed yet" /> : null}
            <Trail {...page} href={href} reload={trail.reload} isPart={view.thing !== ''} />
            <Pager previous={page.previous} next={page.next} session={session} />
          </>
        )}
      </Loaded>
    </>
  );
}
