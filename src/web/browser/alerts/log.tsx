import { useEffect } from 'hono/jsx/dom';
import { useData } from '../lib/query.ts';
import { request, type Schemas } from '../lib/request.ts';
import { fromNow } from '../lib/time.ts';
import { Button, showToast } from '../ui/actions.tsx';
import { Empty, Loaded, Section } from '../ui/parts.tsx';
import { eventText, type Webhook } from './events.ts';

type Delivery = Schemas['WebhookDelivery'];

const STATES = { pending: ['warn', 'Waiting'], delivered: ['good', 'Delivered'], failed: ['bad', 'Given up'] } as const;

/** What a webhook was sent, attempt by attempt. */
export function Log({ of: { id, name }, reload }: { of: Webhook; reload: () => void }) {
  const log = useData('/manage/webhooks/{id}/deliveries', { at: { id }, query: { limit: 50 }, interval: 10_000 });
  // The list above counts what became of each delivery.
  const states = log.value?.deliveries.map(({ state }) => state).join() ?? '';
  useEffect(() => {
    if (states) reload();
  }, [states]);
  const replay = async (events?: number[]) => {
    const body = events ? { events } : {};
    const path = `/manage/webhooks/${id}/replay`;
    const { replayed } = await request<{ replayed: number }>(path, { method: 'POST', body });
    showToast(`${replayed} sent again.`);
    log.reload();
    reload();
  };
  return (
    <Section
      id="log"
      title="Log"
      note={`of ${name}`}
      end={
        log.value?.deliveries.some(({ state }) => state === 'failed') ? (
          <Button text="Replay all that were given up" press={() => replay()} />
        ) : null
      }
    >
      <Loaded of={log} lines={5}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <Empty title="Nothing has been sent yet" />
          ) : (
            <ul class="plain-list deliveries">
              {deliveries.map((delivery) => (
                <Line key={delivery.event.id} {...delivery} replay={() => replay([delivery.event.id])} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function Line({ event, state, log, replay }: Delivery & { replay: () => Promise<void> }) {
  const words = eventText(event.type, event.data);
  return (
    <li class="row between">
      <div>
        <span dir="auto">{words}</span> <span class={`badge ${STATES[state][0]}`}>{STATES[state][1]}</span>
        <small>{fromNow(event.at)}</small>
        {log.length > 0 ? (
          <details>
            <summary>{log.length === 1 ? '1 attempt' : `${log.length} attempts`}</summary>
            <ol>
              {log.map(({ at, status, milliseconds, reason, excerpt }) => (
                <li key={at}>
                  <time dateTime={at}>{fromNow(at)}</time>: {reason ?? `answered ${status}`} after {milliseconds} ms{' '}
                  {excerpt ? <code>{excerpt}</code> : null}
                </li>
              ))}
            </ol>
          </details>
        ) : null}
      </div>
      {state === 'pending' ? null : <Button text="Replay" label={`Replay: ${words}`} press={replay} />}
    </li>
  );
}
