import { request, type Schemas } from '../lib/request.ts';
import { optionsOf } from '../lib/words.ts';
import { showOnce } from '../ui/actions.tsx';
import { openForm } from '../ui/form/form.tsx';
import { blank, type Field, toValues, type Values } from '../ui/form/values.ts';

export type Made = Partial<Record<'key' | 'secret', string | null>>;

const NAME: Field = { name: 'name', label: 'Name', hint: 'Whose key it is', type: 'text' };
const KIND: Field = {
  name: 'kind',
  label: 'Kind',
  type: 'select',
  options: optionsOf({
    publishable: 'Publishable: for web pages; reads feeds, reports clicks',
    secret: 'Secret: for servers and analysts; reads everything',
    operator: 'Operator: manages everything',
  }),
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
/** Only publishable keys have them. */
const FOR_SITES = [ORIGINS, SIGN];
/** They are chosen when a key is made. */
const ONCE = [KIND, SIGN];

/** Asks for a new key, or for the name, the sites and the end of one that is stored; `done`: after either. */
export const editKey = (of: Schemas['ListedKey'] | null, done: () => void): void =>
  openForm({
    title: of ? `Change “${of.name}”` : 'New key',
    act: of ? 'Save' : 'Create key',
    fields: ({ kind }: Values) =>
      FIELDS.filter(
        (field) => (kind === 'publishable' || !FOR_SITES.includes(field)) && (!of || !ONCE.includes(field)),
      ),
    initial: of ? toValues(FIELDS, { ...of }) : blank(FIELDS),
    send: async (values) => {
      const body = { name: '', origins: [], expires: null, ...values };
      if (!of) return request<Made>('/manage/keys', { method: 'POST', body });
      await request(`/manage/keys/${of.id}`, { method: 'PUT', body });
      return null;
    },
    done: (made) => {
      if (made) showMade(made);
      done();
    },
  });

/** Shows what is known once of a key: itself, or its secret to sign with. */
export const showMade = ({ key = null, secret = null }: Made): void =>
  showOnce({ Key: key, 'Secret to sign with': secret });
