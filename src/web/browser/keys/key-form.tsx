import { useState } from 'hono/jsx/dom';
import { fromLocal, toLocal } from '../content/fields.ts';
import { ApiError } from '../lib/api-error.ts';
import { request } from '../lib/request.ts';
import { sessionEnded } from '../lib/session.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { AreaField, SelectField, SwitchField, TextField } from '../ui/field.tsx';
import type { Key, Made } from './types.ts';

const KINDS = [
  ['publishable', 'Publishable: for web pages; reads feeds, reports clicks'],
  ['secret', 'Secret: for servers and analysts; reads everything'],
  ['operator', 'Operator: manages everything'],
] as const;

interface Props {
  /** The key that is changed; left out: a new one is made. */
  of?: Key;
  close: () => void;
  done: (made: Made | null) => void;
}

/** Makes a key, or changes the name, the sites and the end of one. */
export function KeyForm({ of, close, done }: Props) {
  const [kind, setKind] = useState<string>(of?.kind ?? 'publishable');
  const [name, setName] = useState(of?.name ?? '');
  const [origins, setOrigins] = useState((of?.origins ?? []).join('\n'));
  const [expires, setExpires] = useState(of?.expires ? toLocal(of.expires) : '');
  const [sign, setSign] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const faults = error?.faults ?? {};
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    const body = {
      name,
      origins: origins
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
      expires: expires ? fromLocal(expires) : null,
    };
    try {
      if (of) {
        await request(`/manage/keys/${of.id}`, { method: 'PUT', body });
        done(null);
      } else
        done(
          await request<Made>('/manage/keys', { method: 'POST', body: { ...body, kind, ...(sign ? { sign } : {}) } }),
        );
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      if (thrown.kind === 'key') sessionEnded();
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  const known = ['name', 'origins', 'expires', 'kind', 'sign'];
  const elsewhere = error && !Object.keys(faults).some((field) => known.includes(field.split('.')[0] ?? ''));
  return (
    <Dialog title={of ? `Change “${of.name}”` : 'New key'} close={close}>
      <form class="dialog-form" onSubmit={(event: Event) => void submit(event)} novalidate>
        <TextField label="Name" hint="Whose key it is" value={name} change={setName} fault={faults.name} />
        {of ? null : <SelectField label="Kind" value={kind} options={KINDS} change={setKind} fault={faults.kind} />}
        {kind === 'publishable' ? (
          <AreaField
            label="Sites"
            hint="Origins such as https://www.example.com, one per line; empty: any site"
            rows={3}
            value={origins}
            change={setOrigins}
            fault={faults.origins ?? Object.entries(faults).find(([field]) => field.startsWith('origins'))?.[1]}
          />
        ) : null}
        <TextField
          label="Expires"
          type="datetime-local"
          hint="Leave empty for no expiry date"
          value={expires}
          change={setExpires}
          fault={faults.expires}
        />
        {of || kind !== 'publishable' ? null : (
          <SwitchField
            label="Add a secret for signing claims about readers"
            on={sign}
            change={setSign}
            hint="From then on audience claims without a signature count as unknown"
          />
        )}
        {elsewhere ? (
          <p class="fault" role="alert">
            {error.message}
          </p>
        ) : null}
        <DialogButtons act={of ? 'Save' : 'Create key'} isDisabled={isBusy} close={close} />
      </form>
    </Dialog>
  );
}
