import { useState } from 'hono/jsx/dom';
import { KeyForm } from './keys/key-form.tsx';
import { KeyRow } from './keys/key-row.tsx';
import { Sessions } from './keys/sessions.tsx';
import { Shares } from './keys/shares.tsx';
import type { Key, Made, Share, Signed } from './keys/types.ts';
import { useQuery } from './lib/request/query.ts';
import { request } from './lib/request/request.ts';
import { start } from './lib/start.tsx';
import { useView } from './lib/view.ts';
import { Segments } from './ui/form/controls.tsx';
import { Once } from './ui/once.tsx';
import { SignedIn } from './ui/signed-in.tsx';
import { Empty, Loaded, Skeleton } from './ui/states.tsx';
import { mountToasts } from './ui/toast.tsx';

const STATES = [
  ['living', 'Active'],
  ['', 'All'],
] as const;
const DEFAULTS = { state: 'living', q: '' };

/** Who may ask, which views are shared, and who is signed in. */
function Keys() {
  const [view, change] = useView(DEFAULTS);
  const state = view.state === 'all' ? '' : 'living';
  const query = { state, search: view.q, limit: 1000 };
  const keys = useQuery((signal) => request<{ keys: Key[] }>('/manage/keys', { query, signal }), {
    queryKey: JSON.stringify(query),
    interval: null,
  });
  const shares = useQuery((signal) => request<{ shares: Share[] }>('/manage/shares', { signal }), {
    queryKey: 'shares',
    interval: null,
  });
  const sessions = useQuery((signal) => request<{ sessions: Signed[] }>('/manage/sessions', { signal }), {
    queryKey: 'sessions',
    interval: null,
  });
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
    <div class="keys">
      <section aria-labelledby="keys">
        <div class="list-head">
          <h2 id="keys">Keys</h2>
          <span class="end">
            <Segments
              label="Which"
              name="state"
              value={state}
              options={STATES}
              choose={(chosen) => change({ state: chosen === '' ? 'all' : 'living' })}
            />
            <button type="button" class="primary" onClick={() => setAdding(true)}>
              New key
            </button>
          </span>
        </div>
        <Loaded of={keys} lines={8}>
          {({ keys: all }) =>
            all.length === 0 ? (
              <Empty title="No key yet">Create one for each site and each person.</Empty>
            ) : (
              <div class="scroll">
                <table class="things">
                  <thead>
                    <tr>
                      <th scope="col">Name</th>
                      <th scope="col">Kind</th>
                      <th scope="col">State</th>
                      <th scope="col">Sites</th>
                      <th scope="col">Last used</th>
                      <th scope="col">
                        <span class="quiet">Actions</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {all
                      .toSorted((a, b) => b.id - a.id)
                      .map((key) => (
                        <KeyRow key={key.id} of={key} done={done} />
                      ))}
                  </tbody>
                </table>
              </div>
            )
          }
        </Loaded>
      </section>
      <Shares of={shares} />
      <Sessions of={sessions} />
      {isAdding ? <KeyForm close={() => setAdding(false)} done={done} /> : null}
      {made ? <Once opened={made.key} secret={made.secret} close={() => setMade(null)} /> : null}
    </div>
  );
}

mountToasts();
start(() => (
  <SignedIn needs="operator" why="Create, change, rotate and revoke keys. You need an operator key.">
    {() => <Keys />}
  </SignedIn>
));
