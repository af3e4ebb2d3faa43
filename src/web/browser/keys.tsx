import { useState } from 'hono/jsx/dom';
import { Sessions, Shares } from './keys/access.tsx';
import { KeyForm, type Made } from './keys/key-form.tsx';
import { KeyRow } from './keys/key-row.tsx';
import { useData } from './lib/request/query.ts';
import { useView } from './lib/view.ts';
import { Button } from './ui/button.tsx';
import { Segments } from './ui/form/controls.tsx';
import { Once } from './ui/once.tsx';
import { Section } from './ui/section.tsx';
import { startSignedIn } from './ui/start.tsx';
import { Empty, Loaded, Skeleton } from './ui/states.tsx';
import { Table } from './ui/table.tsx';

const STATES = [
  ['living', 'Active'],
  ['', 'All'],
] as const;
const DEFAULTS = { state: 'living', q: '' };

/** Who may ask, which views are shared, and who is signed in. */
function Keys() {
  const [view, change] = useView(DEFAULTS);
  const state = view.state === 'all' ? '' : 'living';
  const keys = useData('/manage/keys', { query: { state, search: view.q, limit: 1000 } });
  const shares = useData('/manage/shares');
  const sessions = useData('/manage/sessions');
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<Made | null>(null);
  const done = (result: Made | null) => {
    setAdding(false);
    setMade(result);
    keys.reload();
  };
  // Shown at once, so that nothing jumps.
  if (![keys, shares, sessions].every(({ value, error }) => value ?? error)) return <Skeleton lines={18} />;
  return (
    <div class="stack sections keys">
      <Section
        id="keys"
        title="Keys"
        end={
          <>
            <Segments
              label="Which"
              name="state"
              value={state}
              options={STATES}
              choose={(chosen) => change({ state: chosen === '' ? 'all' : 'living' })}
            />
            <Button text="New key" look="primary" press={() => setAdding(true)} />
          </>
        }
      >
        <Loaded of={keys} lines={8}>
          {({ keys: all }) =>
            all.length === 0 ? (
              <Empty title="No key yet">Create one for each site and each person.</Empty>
            ) : (
              <Table class="things" head={['Name', 'Kind', 'State', 'Sites', 'Last used', ['Actions', 'quiet']]}>
                {all
                  .toSorted((a, b) => b.id - a.id)
                  .map((key) => (
                    <KeyRow key={key.id} of={key} done={done} />
                  ))}
              </Table>
            )
          }
        </Loaded>
      </Section>
      <Shares of={shares} />
      <Sessions of={sessions} />
      {isAdding ? <KeyForm close={() => setAdding(false)} done={done} /> : null}
      {made ? <Once opened={made.key} secret={made.secret} close={() => setMade(null)} /> : null}
    </div>
  );
}

startSignedIn('operator', 'Create, change, rotate and revoke keys. You need an operator key.', Keys);
