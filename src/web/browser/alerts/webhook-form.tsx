import { useState } from 'hono/jsx/dom';
import { request } from '../lib/request/request.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { FormFault, SelectField, SwitchField, TextField } from '../ui/form/field.tsx';
import { useSubmit } from '../ui/form/use-submit.ts';
import { Hours } from './hours.tsx';
import { ALERT_TYPES, EVENT_NAMES, EVENT_TYPES, type EventType, type Webhook } from './types.ts';

const FORMATS = [
  ['standard', 'JSON, signed by Standard Webhooks'],
  ['slack', 'Slack'],
  ['teams', 'Microsoft Teams'],
] as const;

interface Props {
  /** The webhook that is changed; left out: a new one is made. */
  of?: Webhook;
  timeZone: string;
  close: () => void;
  /** `secret` of a new one: it cannot be read again. */
  done: (secret: string | null) => void;
}

/** Adds a webhook, or changes one. */
export function WebhookForm({ of, timeZone, close, done }: Props) {
  const [name, setName] = useState(of?.name ?? '');
  const [url, setUrl] = useState(of?.url ?? '');
  const [format, setFormat] = useState<string>(of?.format ?? 'standard');
  const [events, setEvents] = useState<EventType[]>(of?.events ?? [...ALERT_TYPES]);
  const [searches, setSearches] = useState((of?.searches ?? []).join(', '));
  const [quiet, setQuiet] = useState(of?.quiet ?? null);
  const { error, isBusy, submit } = useSubmit(async () => {
    const slugs = searches
      .split(/[\s,]+/)
      .map((slug) => slug.trim())
      .filter(Boolean);
    const body = { name, url, format, events, searches: slugs, quiet, topics: of?.topics ?? null };
    if (of) {
      await request(`/manage/webhooks/${of.id}`, { method: 'PUT', body: { ...body, enabled: of.enabled } });
      done(null);
    } else done((await request<{ secret: string }>('/manage/webhooks', { method: 'POST', body })).secret);
  });
  const faults = error?.faults ?? {};
  return (
    <Dialog title={of ? `Change “${of.name}”` : 'New webhook'} close={close}>
      <form class="dialog-form" onSubmit={submit} novalidate>
        <TextField label="Name" hint="Who gets it" value={name} change={setName} fault={faults.name} />
        <TextField label="Address" type="url" hint="https://…" value={url} change={setUrl} fault={faults.url} />
        <SelectField label="Body" value={format} options={FORMATS} change={setFormat} fault={faults.format} />
        <fieldset class="event-types">
          <legend>Sent when</legend>
          {EVENT_TYPES.map((type) => (
            <SwitchField
              key={type}
              label={EVENT_NAMES[type]}
              on={events.includes(type)}
              change={(on) => setEvents(EVENT_TYPES.filter((one) => (one === type ? on : events.includes(one))))}
            />
          ))}
          {faults.events ? <p class="fault">Choose at least one.</p> : null}
        </fieldset>
        {events.includes('article.matched') ? (
          <TextField
            label="Saved searches"
            hint="Their short names, such as floods-in-europe, with commas between them"
            value={searches}
            change={setSearches}
            fault={faults.searches}
          />
        ) : null}
        <Hours
          label="Quiet hours"
          hint={`In ${timeZone}; what happens meanwhile is sent afterwards`}
          value={quiet}
          change={setQuiet}
        />
        <FormFault error={error} fields={['name', 'url', 'format', 'events', 'searches']} />
        <DialogButtons act={of ? 'Save' : 'Add the webhook'} isDisabled={isBusy} close={close} />
      </form>
    </Dialog>
  );
}
