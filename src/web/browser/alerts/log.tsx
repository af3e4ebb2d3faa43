import { useEffect } from 'hono/jsx/dom';
import { useQuery } from '../lib/request/query.ts';
import { request } from '../lib/request/request.ts';
import { ago } from '../lib/time/time.ts';
import { Empty, Loaded } from '../ui/states.tsx';
import { showToast } from '../ui/toast.tsx';
import { useAction } from '../ui/use-action.ts';
import { eventInWords } from './event-words.ts';
import type { Deliveries, Delivery, Webhook } from './types.ts';

const SOON = 10_000;
const LIMIT = 50;
const STATES: Record<Delivery['state'], string> = { pending: 'Waiting', delivered: 'Delivered', failed: 'Given up' };
const LEVELS: Record<Delivery['state'], string> = { pending: 'warn', delivered: 'good', failed: 'bad' };

/** What a webhook was sent, attempt by attempt. */
export function Log({ of: { id, name }, reload }: { of: Webhook; reload: () => void }) {
  const [isBusy, run] = useAction();
  const log = useQuery(
    (signal) => request<Deliveries>(`/manage/webhooks/${id}/deliveries`, { query: { limit: LIMIT }, signal }),
    { queryKey: `log ${id}`, interval: SOON },
  );
  // The list above counts what became of each delivery.
  const states = log.value?.deliveries.map(({ state }) => state).join() ?? '';
  useEffect(() => {
    if (states) reload();
  }, [states]);
  const replay = (events?: number[]) =>
    run(async () => {
      const body = events ? { events } : {};
      const { replayed } = await request<{ replayed: number }>(`/manage/webhooks/${id}/replay`, {
        method: 'POST',
        body,
      });
      showToast(`${replayed} sent again.`);
      log.reload();
      reload();
    });
  return (
    <section aria-labelledby="log">
      <div class="list-head">
        <h2 id="log">
          Log <small>of {name}</small>
        </h2>
        {log.value?.deliveries.some(({ state }) => state === 'failed') ? (
          <span class="end">
            <button type="button" disabled={isBusy} onClick={() => void replay()}>
              Replay all that were given up
            </button>
          </span>
        ) : null}
      </div>
      <Loaded of={log} lines={5}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <Empty title="Nothing has been sent yet" />
          ) : (
            <ul class="plain-list deliveries">
              {deliveries.map((delivery) => (
                <Line
                  key={delivery.event.id}
                  {...delivery}
                  isBusy={isBusy}
                  replay={() => void replay([delivery.event.id])}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function Line({ event, state, log, isBusy, replay }: Delivery & { isBusy: boolean; replay: () => void }) {
  const words = eventInWords(event.type, event.data);
  return (
    <li class="row">
      <div>
        <span dir="auto">{words}</span> <span class={`badge ${LEVELS[state]}`}>{STATES[state]}</span>
        <small>{ago(Date.parse(event.at), Date.now())}</small>
        {log.length > 0 ? (
          <details>
            <summary>{log.length === 1 ? '1 attempt' : `${log.length} attempts`}</summary>
            <ol>
              {log.map(({ at, status, milliseconds, reason, excerpt }) => (
                <li key={at}>
                  <time dateTime={at}>{ago(Date.parse(at), Date.now())}</time>: {reason ?? `answered ${status}`} after{' '}
                  {milliseconds} ms {excerpt ? <code>{excerpt}</code> : null}
                </li>
              ))}
            </ol>
          </details>
        ) : null}
      </div>
      {state === 'pending' ? null : (
        <button type="button" disabled={isBusy} aria-label={`Replay: ${words}`} onClick={replay}>
          Replay
        </button>
      )}
    </li>
  );
}
