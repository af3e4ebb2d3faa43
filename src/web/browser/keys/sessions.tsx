import type { Query } from '../lib/request/query.ts';
import { request } from '../lib/request/request.ts';
import { ago } from '../lib/time/time.ts';
import { Loaded } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import type { Signed } from './types.ts';

/** Who is signed in on pages. */
export function Sessions({ of: sessions }: { of: Query<{ sessions: Signed[] }> }) {
  const [isBusy, run] = useAction();
  const end = async ({ id, name }: Signed) => {
    await run(async () => {
      await request(`/manage/sessions/${id}`, { method: 'DELETE' });
      showToast(`“${name}” signed out.`);
      sessions.reload();
    });
  };
  return (
    <section aria-labelledby="sessions">
      <h2 id="sessions">Signed in</h2>
      <Loaded of={sessions} lines={3}>
        {({ sessions: all }) => (
          <ul class="plain-list">
            {all.map((one) => (
              <li key={one.id} class="row">
                <span>
                  <strong>{one.name}</strong>{' '}
                  <small>
                    {one.kind} · signed in {ago(Date.parse(one.created), Date.now())} · ends{' '}
                    {ago(Date.parse(one.expires), Date.now())}
                  </small>
                </span>
                {one.isOwn ? (
                  <span class="badge good">This browser</span>
                ) : (
                  <button
                    type="button"
                    disabled={isBusy}
                    aria-label={`Sign out ${one.name}`}
                    onClick={() => void end(one)}
                  >
                    Sign out
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}
