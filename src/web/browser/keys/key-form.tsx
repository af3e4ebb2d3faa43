import { request, type Schemas } from '../lib/request/request.ts';
import { FormDialog } from '../ui/form/form.tsx';
import { blank, type Field, toValues, type Values } from '../ui/form/values.ts';

/** What is shown once of a key: itself, or its secret to sign with. */
export type Made = Record<'key' | 'secret', string | null>;

const NAME: Field = { name: 'name', label: 'Name', hint: 'Whose key it is', type: 'text' };
const KIND: Field = {
  name: 'kind',
  label: 'Kind',
  type: 'select',
  options: [
    ['publishable', 'Publishable: for web pages; reads feeds, reports clicks'],
    ['secret', 'Secret: for servers and analysts; reads everything'],
    ['operator', 'Operator: manages everything'],
  ],
};
const ORIGINS: Field = {
  name: 'origins',
  label: 'Sites',
  hint: 'Origins such as https://www.example.com, one per line; empty: any site',
  type: 'lines',
};
const EXPIRES: Field = { name: 'expires', label: 'Expires', hint: 'Leave empty for no expiry date', type: 'time' };
const SIGN: Field = {
  name: 'sign',
  label: 'Add a secret for signing claims about readers',
  hint: 'From then on audience claims without a signature count as unknown',
  type: 'switch',
};
const FIELDS = [NAME, KIND, ORIGINS, EXPIRES, SIGN];

interface Props {
  /** The key that is changed; left out: a new one is made. */
  of?: Schemas['ListedKey'];
  close: () => void;
  done: (made: Made | null) => void;
}

/** Makes a key, or changes the name, the sites and the end of one. */
export const KeyForm = ({ of, close, done }: Props) => (
  <FormDialog
    title={of ? `Change “${of.name}”` : 'New key'}
    act={of ? 'Save' : 'Create key'}
    fields={({ kind }: Values) => {
      const isPublishable = kind === 'publishable';
      return [
        NAME,
        ...(of ? [] : [KIND]),
        ...(isPublishable ? [ORIGINS] : []),
        EXPIRES,
        ...(isPublishable && !of ? [SIGN] : []),
      ];
    }}
    initial={of ? toValues(FIELDS, { ...of }) : blank(FIELDS)}
    send={async (values) => {
      const body = { name: '', origins: [], expires: null, ...values };
      if (!of) return done(await request<Made>('/manage/keys', { method: 'POST', body }));
      await request(`/manage/keys/${of.id}`, { method: 'PUT', body });
      done(null);
    }}
    close={close}
  />
);
