import { Sessions, Shares } from './keys/access.tsx';
import { editKey } from './keys/key-form.ts';
import { KeyRow } from './keys/key-row.tsx';
import { useData } from './lib/request/query.ts';
import { useView } from './lib/view.ts';
import { Button } from './ui/button.tsx';
import { Segments } from './ui/form/controls.tsx';
import { Section } from './ui/section.tsx';
import { startSignedIn } from './ui/start.tsx';
import { areLoaded, Empty, Loaded, Skeleton } from './ui/states.tsx';
import { Table } from './ui/table.tsx';

const STATES = Object.entries({ living: 'Active', '': 'All' });
const DEFAULTS = { state: 'living', q: '' };

/** Who may ask, which views are shared, and who is signed in. */
function Keys() {
  const [view, change] = useView(DEFAULTS);
  const state = view.state === 'all' ? '' : 'living';
  const keys = useData('/manage/keys', { query: { state, search: view.q, limit: 1000 } });
  const shares = useData('/manage/shares');
  const sessions = useData('/manage/sessions');
  if (!areLoaded(keys, shares, sessions)) return <Skeleton lines={18} />;
  const end = (
    <>
      <Segments
        label="Which"
        name="state"
        value={state}
        options={STATES}
        choose={(chosen) => change({ state: chosen === '' ? 'all' : 'living' })}
      />
      <Button text="New key" look="primary" press={() => editKey(null, keys.reload)} />
    </>
  );
  return (
    <div class="stack sections keys">
      <Section id="keys" title="Keys" end={end}>
        <Loaded of={keys} lines={8}>
          {({ keys: all }) =>
            all.length === 0 ? (
              <Empty title="No key yet">Create one for each site and each person.</Empty>
            ) : (
              <Table class="things" head={['Name', 'Kind', 'State', 'Sites', 'Last used', ['Actions', 'quiet']]}>
                {all
                  .toSorted((a, b) => b.id - a.id)
                  .map((key) => (
                    <KeyRow key={key.id} of={key} reload={keys.reload} />
                  ))}
              </Table>
            )
          }
        </Loaded>
      </Section>
      <Shares of={shares} />
      <Sessions of={sessions} />
    </div>
  );
}

startSignedIn('operator', 'Create, change, rotate and revoke keys. You need an operator key.', Keys);
