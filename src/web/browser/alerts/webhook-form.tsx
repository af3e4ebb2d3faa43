import { request } from '../lib/request/request.ts';
import { timeZone } from '../lib/time.ts';
import { FormDialog } from '../ui/form/form.tsx';
import { type Field, toValues, type Values } from '../ui/form/values.ts';
import { ALERT_OPTIONS, EVENT_OPTIONS, type Webhook } from './events.ts';

const FIELDS: Field[] = [
  { name: 'name', label: 'Name', hint: 'Who gets it', type: 'text' },
  { name: 'url', label: 'Address', hint: 'https://…', type: 'url' },
  {
    name: 'format',
    label: 'Body',
    type: 'select',
    options: [
      ['standard', 'JSON, signed by Standard Webhooks'],
      ['slack', 'Slack'],
      ['teams', 'Microsoft Teams'],
    ],
  },
  { name: 'events', label: 'Sent when', type: 'several', options: EVENT_OPTIONS },
  {
    name: 'searches',
    label: 'Saved searches',
    hint: 'Their short names, such as floods-in-europe, one per line',
    type: 'lines',
  },
  {
    name: 'quiet',
    label: 'Quiet hours',
    hint: `In ${timeZone()}; what happens meanwhile is sent afterwards`,
    type: 'hours',
  },
];

/** Only one event is about saved searches. */
const fieldsFor = ({ events }: Values) =>
  FIELDS.filter(({ name }) => name !== 'searches' || (events as string[]).includes('article.matched'));

const NEW = { format: 'standard', events: ALERT_OPTIONS.map(([type]) => type) };

interface Props {
  /** The webhook that is changed; left out: a new one is made. */
  of?: Webhook;
  close: () => void;
  /** `secret` of a new one: it cannot be read again. */
  done: (secret: string | null) => void;
}

/** Adds a webhook, or changes one. */
export const WebhookForm = ({ of, close, done }: Props) => (
  <FormDialog
    title={of ? `Change “${of.name}”` : 'New webhook'}
    act={of ? 'Save' : 'Add the webhook'}
    fields={fieldsFor}
    initial={toValues(FIELDS, { ...(of ?? NEW) })}
    send={async (values) => {
      const body = {
        name: '',
        url: '',
        searches: of?.searches ?? [],
        quiet: null,
        topics: of?.topics ?? null,
        ...values,
      };
      if (!of) return done((await request<{ secret: string }>('/manage/webhooks', { method: 'POST', body })).secret);
      await request(`/manage/webhooks/${of.id}`, { method: 'PUT', body: { ...body, enabled: of.enabled } });
      done(null);
    }}
    close={close}
  />
);
