import { useState } from 'hono/jsx/dom';
import { request } from '../lib/request/request.ts';
import { fromLocal, toLocal } from '../lib/time/time.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { AreaField, FormFault, SelectField, SwitchField, TextField } from '../ui/form/field.tsx';
import { useSubmit } from '../ui/form/use-submit.ts';
import type { Key, Made } from './types.ts';

const KEY_OPTIONS = [
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
  const { error, isBusy, submit } = useSubmit(async () => {
    const sites = origins
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    const body = { name, origins: sites, expires: expires ? fromLocal(expires) : null };
    if (of) {
      await request(`/manage/keys/${of.id}`, { method: 'PUT', body });
      return done(null);
    }
    const added = { ...body, kind, ...(sign ? { sign } : {}) };
    done(await request<Made>('/manage/keys', { method: 'POST', body: added }));
  });
  const faults = error?.faults ?? {};
  return (
    <Dialog title={of ? `Change “${of.name}”` : 'New key'} close={close}>
      <form class="dialog-form" onSubmit={submit} novalidate>
        <TextField label="Name" hint="Whose key it is" value={name} change={setName} fault={faults.name} />
        {of ? null : (
          <SelectField label="Kind" value={kind} options={KEY_OPTIONS} change={setKind} fault={faults.kind} />
        )}
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
        <FormFault error={error} fields={['name', 'origins', 'expires', 'kind', 'sign']} />
        <DialogButtons act={of ? 'Save' : 'Create key'} isDisabled={isBusy} close={close} />
      </form>
    </Dialog>
  );
}
