import { editKey } from './keys/key-form.tsx';
import { hasSites, KeyRow, KIND_TEXTS } from './keys/key-row.tsx';
import { People } from './keys/people.tsx';
import { ShareLinks } from './keys/shares.tsx';
import { useView } from './lib/page.ts';
import { type Query, useData } from './lib/query.ts';
import type { Schemas } from './lib/request.ts';
import { fromNow } from './lib/time.ts';
import { Button } from './ui/actions.tsx';
import { EndableLine } from './ui/endable-line.tsx';
import { Segments } from './ui/form/field.tsx';
import { mountSignedInPage } from './ui/mount-page.tsx';
import { areLoaded, Empty, Loaded, Section, Skeleton, Table } from './ui/parts.tsx';

const Sessions = ({ of: sessions }: { of: Query<{ sessions: Schemas['ListedSession'][] }> }) => (
  <Section id="sessions" class="card" title="Signed in">
    <Loaded of={sessions} what="the sessions" lines={3}>
      {({ sessions: all }) => (
        <ul class="plain-list">
          {all.map(({ id, name, kind, created, expires, isOwn }) => (
            <EndableLine
              key={id}
              name={name}
              about={`${kind} · signed in ${fromNow(created)} · expires ${fromNow(expires)}`}
              act="Sign out"
              keepReason={isOwn && 'This browser'}
              path={`/manage/sessions/${id}`}
              done={`“${name}” signed out.`}
              reload={sessions.reload}
            />
          ))}
        </ul>
      )}
    </Loaded>
  </Section>
);

interface KeyTableProps {
  keys: Schemas['ListedKey'][];
  /** Id of the key with which this browser is signed in. */
  own: number | undefined;
  creators: ReadonlyMap<string, string>;
  reload: () => void;
}

/** Lists keys by kind, the most recently used first. */
function KeyTable({ keys, own, creators, reload }: KeyTableProps) {
  const isSited = keys.some(hasSites);
  const head = ['Name', 'Key', ...(isSited ? ['Sites'] : []), 'Last used', ['Actions', 'quiet']] as const;
  return (
    <Table class="things" head={head}>
      {Object.entries(KIND_TEXTS).flatMap(([kind, [name, rights]]) => {
        const alike = keys
          .filter((key) => key.kind === kind)
          .toSorted((a, b) => (b.lastUsed ?? '').localeCompare(a.lastUsed ?? '') || b.id - a.id);
        if (alike.length === 0) return [];
        return [
          <tr key={kind} class="kind">
            <th scope="colgroup" colspan={head.length}>
              {name} keys <small>{rights}</small>
            </th>
          </tr>,
          ...alike.map((key) => (
            <KeyRow
              key={key.id}
              of={key}
              creator={creators.get(String(key.id))}
              isSited={isSited}
              isOwn={key.id === own}
              reload={reload}
            />
          )),
        ];
      })}
    </Table>
  );
}

const STATE_OPTIONS = Object.entries({ living: 'Active', '': 'All' });
const DEFAULTS = { state: 'living', q: '' };

function Keys() {
  const [view, change] = useView(DEFAULTS);
  const state = view.state === 'all' ? '' : 'living';
  const people = useData('/manage/people');
  const keys = useData('/manage/keys', { query: { state, search: view.q, limit: 1000 } });
  const created = useData('/manage/audit', { query: { kind: 'key', action: 'create', limit: 100 } });
  const creators = new Map(created.value?.entries.map(({ ref, actor }) => [ref, actor]));
  const shares = useData('/manage/shares');
  const sessions = useData('/manage/sessions');
  const own = sessions.value?.sessions.find(({ isOwn }) => isOwn)?.keyId;
  const reload = () => {
    keys.reload();
    created.reload();
  };
  if (!areLoaded(people, keys, created, shares, sessions)) return <Skeleton lines={18} />;
  const end = (
    <>
      <Segments
        label="Which"
        name="state"
        value={state}
        options={STATE_OPTIONS}
        choose={(chosen) => change({ state: chosen === '' ? 'all' : 'living' })}
      />
      <Button text="New key" press={() => editKey(null, reload)} />
    </>
  );
  return (
    <div class="stack gap-4 keys">
      <People of={people} />
      <Section id="keys" class="card" title="API keys" note="for pages, programs and people" end={end}>
        <Loaded of={keys} what="the keys" lines={8}>
          {({ keys: all }) =>
            all.length === 0 ? (
              <Empty title="No keys yet">Create one key per site and per program.</Empty>
            ) : (
              <KeyTable keys={all} own={own} creators={creators} reload={reload} />
            )
          }
        </Loaded>
      </Section>
      <div class="board halves">
        <ShareLinks of={shares} />
        <Sessions of={sessions} />
      </div>
    </div>
  );
}

mountSignedInPage(Keys);
