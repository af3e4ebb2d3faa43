import { useEffect } from 'hono/jsx/dom';
import { useData } from '../lib/query.ts';
import { request, type Schemas } from '../lib/request.ts';
import { fromNow, timeZone } from '../lib/time.ts';
import { optionsOf } from '../lib/words.ts';
import { ask, Button, showOnce, showToast, useAction } from '../ui/actions.tsx';
import { Switch } from '../ui/form/field.tsx';
import { openForm } from '../ui/form/form.tsx';
import { type InputField, toValues, type Values } from '../ui/form/values.ts';
import { Empty, Loaded, Section } from '../ui/parts.tsx';
import { ALERT_OPTIONS, EVENT_NAMES, EVENT_OPTIONS, eventText, type Webhook } from './events.ts';

const FIELDS: InputField[] = [
  { name: 'name', label: 'Name', hint: 'Shown in lists and logs', type: 'text' },
  { name: 'url', label: 'Address', hint: 'https://…', type: 'url' },
  {
    name: 'format',
    label: 'Body',
    type: 'select',
    options: optionsOf({ standard: 'JSON, signed (Standard Webhooks)', slack: 'Slack', teams: 'Microsoft Teams' }),
  },
  { name: 'events', label: 'Events', type: 'several', options: EVENT_OPTIONS },
  { name: 'searches', label: 'Saved searches', type: 'searches' },
  {
    name: 'quiet',
    label: 'Quiet hours',
    hint: `${timeZone()} time. Events are held until quiet hours end.`,
    type: 'hours',
  },
];

const fieldsFor = ({ events }: Values) =>
  FIELDS.filter(({ name }) => name !== 'searches' || (events as string[]).includes('article.matched'));

const NEW_WEBHOOK = { format: 'standard', events: ALERT_OPTIONS.map(([type]) => type) };

/** Opens the form for a webhook. The secret of a new webhook is shown once. Calls `done` after saving. */
export const editWebhook = (of: Webhook | null, done: () => void): void =>
  openForm({
    title: of ? `Edit “${of.name}”` : 'New webhook',
    act: of ? 'Save' : 'Add webhook',
    fields: fieldsFor,
    initial: toValues(FIELDS, { ...(of ?? NEW_WEBHOOK) }),
    send: async (values) => {
      const { searches = [], topics = null, enabled } = of ?? {};
      const body = { name: '', url: '', searches, quiet: null, topics, ...values };
      if (!of) return request<{ secret: string }>('/manage/webhooks', { method: 'POST', body });
      await request(`/manage/webhooks/${of.id}`, { method: 'PUT', body: { ...body, enabled } });
      return null;
    },
    done: (made) => {
      if (made) showOnce({ 'Signing secret': made.secret });
      done();
    },
  });

interface Props {
  of: Webhook;
  isOpen: boolean;
  open: () => void;
  reload: () => void;
}

interface Tested {
  delivered: boolean;
  attempt: { status: number | null; reason: string | null };
}

export function WebhookRow({ of, isOpen, open, reload }: Props) {
  const [isBusy, run] = useAction();
  const { id, name, url, events, enabled, disabledReason, deliveries } = of;
  const path = `/manage/webhooks/${id}`;
  const test = async () => {
    const { delivered, attempt } = await request<Tested>(`${path}/test`, { method: 'POST' });
    showToast(delivered ? `“${name}” answered ${attempt.status}.` : `“${name}” ${attempt.reason}.`);
  };
  const setEnabled = (on: boolean) =>
    run(async () => {
      const { format, topics, searches, quiet } = of;
      const body = { name, url, format, events, topics, searches, quiet, enabled: on };
      await request(path, { method: 'PUT', body });
      reload();
    });
  const remove = () =>
    ask({
      title: `Delete “${name}”?`,
      about: 'It receives no more events, and its delivery log is deleted.',
      act: 'Delete',
      run: async () => {
        await request(path, { method: 'DELETE' });
        showToast(`“${name}” deleted.`);
        reload();
      },
    });
  return (
    <li class={isOpen ? 'webhook active' : 'webhook'}>
      <div class="who">
        <strong>{name}</strong>
        <small>{url}</small>
        <small>{events.map((type) => EVENT_NAMES[type]).join(' · ')}</small>
        {disabledReason ? <small class="fault">Switched off: the receiver {disabledReason}</small> : null}
      </div>
      <p class="tally">
        {deliveries.failed > 0 ? <span class="badge bad">{deliveries.failed} failed</span> : null}{' '}
        {deliveries.pending > 0 ? <span class="badge warn">{deliveries.pending} waiting</span> : null}{' '}
        <small>{deliveries.delivered} delivered</small>
      </p>
      <div class="row">
        <Switch label="On" on={enabled} change={(on) => void setEnabled(on)} disabled={isBusy} />
        <Button text="Test" label={`Test ${name}`} press={test} />
        <Button text="Log" label={`Log of ${name}`} isOpen={isOpen} press={open} />
        <Button text="Edit" label={`Edit ${name}`} press={() => editWebhook(of, reload)} />
        <Button text="Delete" label={`Delete ${name}`} look="danger" press={remove} />
      </div>
    </li>
  );
}

type Delivery = Schemas['WebhookDelivery'];

const STATES = { pending: ['warn', 'Waiting'], delivered: ['good', 'Delivered'], failed: ['bad', 'Failed'] } as const;

export function Log({ of: { id, name }, reload }: { of: Webhook; reload: () => void }) {
  const log = useData('/manage/webhooks/{id}/deliveries', { at: { id }, query: { limit: 50 }, interval: 10_000 });
  // The list of webhooks shows delivery counts, so it is reloaded when a delivery changes its state.
  const states = log.value?.deliveries.map(({ state }) => state).join() ?? '';
  useEffect(() => {
    if (states) reload();
  }, [states]);
  const replay = async (events?: number[]) => {
    const body = events ? { events } : {};
    const path = `/manage/webhooks/${id}/replay`;
    const { replayed } = await request<{ replayed: number }>(path, { method: 'POST', body });
    showToast(`Sent again: ${replayed}.`);
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
          <Button text="Retry all failed" press={() => replay()} />
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
                <DeliveryLine key={delivery.event.id} {...delivery} replay={() => replay([delivery.event.id])} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}

function DeliveryLine({ event, state, log, replay }: Delivery & { replay: () => Promise<void> }) {
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
