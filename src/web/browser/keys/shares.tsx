import type { Query } from '../lib/request/query.ts';
import { request } from '../lib/request/request.ts';
import { ago } from '../lib/time/time.ts';
import { Loaded } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import type { Share } from './types.ts';
import { viewInWords } from './view-words.ts';

/** Links that show one view to people without a key. They are made where the view is, in Insights. */
export function Shares({ of: shares }: { of: Query<{ shares: Share[] }> }) {
  return (
    <section aria-labelledby="shares">
      <h2 id="shares">Shared views</h2>
      <Loaded of={shares} lines={3}>
        {({ shares: all }) => {
          const living = all.filter(({ state }) => state === 'living');
          return living.length === 0 ? (
            <p class="hint">No view is shared. Open one under Insights and choose “Share”.</p>
          ) : (
            <ul class="plain-list">
              {living.map((share) => (
                <Line key={share.id} {...share} reload={shares.reload} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}

function Line({ id, name, view, actor, expires, reload }: Share & { reload: () => void }) {
  const [isBusy, run] = useAction();
  const end = async () => {
    await run(async () => {
      await request(`/manage/shares/${id}`, { method: 'DELETE' });
      showToast(`“${name}” is no longer shared.`);
      reload();
    });
  };
  return (
    <li class="row">
      <span>
        <strong>{name}</strong>{' '}
        <small>
          <span title={view}>{viewInWords(view)}</span> · by {actor} · ends {ago(Date.parse(expires), Date.now())}
        </small>
      </span>
      <button
        type="button"
        class="danger"
        disabled={isBusy}
        aria-label={`Stop sharing ${name}`}
        onClick={() => void end()}
      >
        Stop sharing
      </button>
    </li>
  );
}
