import { request, type Schemas } from '../lib/request.ts';
import { optionsOf } from '../lib/words.ts';
import { Button, showOnce, showToast } from '../ui/actions.tsx';
import { openForm } from '../ui/form/form.tsx';
import { emptyValues, type InputField, toValues, type Values } from '../ui/form/values.ts';
import { storeBuilder } from './stored-builder.ts';

export type NewSecret = Partial<Record<'key' | 'secret', string | null>>;

const NAME: InputField = { name: 'name', label: 'Name', hint: 'Who or what uses the key', type: 'text' };
const KIND: InputField = {
  name: 'kind',
  label: 'Kind',
  type: 'select',
  options: optionsOf({
    publishable: 'Publishable: for web pages; can read feeds and report clicks',
    secret: 'Secret: for servers and analysts; can read everything',
    operator: 'Operator: can manage everything',
  }),
};
const ORIGINS: InputField = {
  name: 'origins',
  label: 'Sites',
  hint: 'Origins such as https://www.example.com, one per line. Leave empty for any site',
  type: 'lines',
};
const EXPIRY_FIELD: InputField = {
  name: 'expires',
  label: 'Expires',
  hint: 'Leave empty for no expiry date',
  type: 'time',
};
const EXPLORATION_FIELD: InputField = {
  name: 'explore',
  label: 'Swap neighbouring articles',
  hint: 'In about 1% of minutes, embeds that report seen positions swap neighbours, to measure the effect of position',
  type: 'select',
  options: optionsOf({
    off: 'Never',
    feeds: 'In feeds, but not in editors’ selections',
    all: 'In feeds and in editors’ selections',
  }),
};
const CLICKS_NEED: InputField = {
  name: 'clicksNeed',
  label: 'Required for clicks',
  hint: 'Clicks by signed readers and from trusted networks always count. If a list token is required, links in feed readers and emails count only for them',
  type: 'select',
  options: optionsOf({ nothing: 'Nothing: every click counts', token: 'A list token of the page' }),
};
const SIGN: InputField = {
  name: 'sign',
  label: 'Add a secret for signing audience claims',
  hint: 'Audience claims without a signature then count as unknown',
  type: 'switch',
};
const FIELDS = [NAME, KIND, ORIGINS, CLICKS_NEED, EXPLORATION_FIELD, EXPIRY_FIELD, SIGN];
const PUBLISHABLE_FIELDS = [ORIGINS, CLICKS_NEED, EXPLORATION_FIELD, SIGN];
const CREATION_FIELDS = [KIND, SIGN];

const fieldsOf = (kind: unknown, isNew: boolean): InputField[] =>
  FIELDS.filter(
    (field) =>
      (kind === 'publishable' || !PUBLISHABLE_FIELDS.includes(field)) && (isNew || !CREATION_FIELDS.includes(field)),
  );

async function createKey({ origins = [], ...values }: Record<string, unknown>) {
  const body = { name: '', origins: origins as string[], expires: null, ...values };
  const made = await request<NewSecret>('/manage/keys', { method: 'POST', body });
  return { ...made, origins: body.origins };
}

/** Opens the form for a new key, or for the name, sites and expiry of an existing key. */
export const editKey = (of: Schemas['ListedKey'] | null, done: () => void): void =>
  openForm({
    title: of ? `Edit “${of.name}”` : 'New key',
    act: of ? 'Save' : 'Create key',
    fields: ({ kind }: Values) => fieldsOf(kind, !of),
    initial: of ? toValues(FIELDS, { ...of }) : emptyValues(FIELDS),
    send: async (values) => {
      if (!of) return createKey(values);
      const body = { name: '', origins: [], expires: null, ...values };
      await request(`/manage/keys/${of.id}`, { method: 'PUT', body });
      return null;
    },
    done: (made) => {
      if (made) showMade(made, made.origins);
      done();
    },
  });

/** Opens the form for a new publishable key, which `done` receives. */
export const createPublishableKey = (done: (key: string) => void): void =>
  openForm({
    title: 'New key',
    about: 'You get a publishable key. The snippet will contain it, and it is shown only here.',
    act: 'Create key',
    fields: [NAME, ORIGINS],
    initial: emptyValues([NAME, ORIGINS]),
    send: (values) => createKey({ ...values, kind: 'publishable' }),
    done: ({ key }) => {
      if (!key) return;
      done(key);
      showToast('Key created. The snippet contains it.');
    },
  });

/** Shows a new key or signing secret. `origins` are the sites to which the key is bound. */
export const showMade = ({ key = null, secret = null }: NewSecret, origins: readonly string[]): void => {
  const isPublishable = key?.startsWith('ngp_') ?? false;
  const use = () => {
    storeBuilder({ key: key ?? '' });
    location.assign('/embed');
  };
  showOnce({ Key: key, 'Signing secret': secret }, '', {
    risk:
      !isPublishable || origins.length === 0
        ? 'Anyone who has it can use it.'
        : `Browsers can use the key only on ${origins.join(', ')}.${secret ? ' Anyone who has the secret can sign audience claims.' : ''}`,
    // A signing secret must be copied before the page is left.
    end: isPublishable && !secret ? <Button text="Use in an embed" press={use} /> : null,
  });
};
