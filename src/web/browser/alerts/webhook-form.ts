import { request } from '../lib/request.ts';
import { timeZone } from '../lib/time.ts';
import { optionsOf } from '../lib/words.ts';
import { showOnce } from '../ui/actions.tsx';
import { openForm } from '../ui/form/form.tsx';
import { type Field, toValues, type Values } from '../ui/form/values.ts';
import { ALERT_OPTIONS, EVENT_OPTIONS, type Webhook } from './events.ts';

const FIELDS: Field[] = [
  { name: 'name', label: 'Name', hint: 'Who gets it', type: 'text' },
  { name: 'url', label: 'Address', hint: 'https://…', type: 'url' },
  {
    name: 'format',
    label: 'Body',
    type: 'select',
    options: optionsOf({ standard: 'JSON, signed by Standard Webhooks', slack: 'Slack', teams: 'Microsoft Teams' }),
  },
  { name: 'events', label: 'Sent when', type: 'several', options: EVENT_OPTIONS },
  { name: 'searches', label: 'Saved searches', type: 'searches' },
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

/** Asks for a new webhook, whose secret is shown once, or for changes of one; `done`: after either. */
export const editWebhook = (of: Webhook | null, done: () => void): void =>
  openForm({
    title: of ? `Change “${of.name}”` : 'New webhook',
    act: of ? 'Save' : 'Add the webhook',
    fields: fieldsFor,
    initial: toValues(FIELDS, { ...(of ?? NEW) }),
    send: async (values) => {
      const { searches = [], topics = null, enabled } = of ?? {};
      const body = { name: '', url: '', searches, quiet: null, topics, ...values };
      if (!of) return request<{ secret: string }>('/manage/webhooks', { method: 'POST', body });
      await request(`/manage/webhooks/${of.id}`, { method: 'PUT', body: { ...body, enabled } });
      return null;
    },
    done: (made) => {
      if (made) showOnce({ 'Secret to sign with': made.secret });
      done();
    },
  });
