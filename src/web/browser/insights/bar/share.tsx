import { useState } from 'hono/jsx/dom';
import { request } from '../../lib/request/request.ts';
import { useSession } from '../../lib/request/session.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { FormFault, TextField } from '../../ui/form/field.tsx';
import { useSubmit } from '../../ui/form/use-submit.ts';
import { Once } from '../../ui/once.tsx';

interface Props {
  /** Path and query below `/api/v2/`. */
  view: string;
}

/** Makes a link that shows this view to people without a key. Operators alone may. */
export function Share({ view }: Props) {
  const { session } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  if (session?.kind !== 'operator') return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Share
      </button>
      {isOpen ? (
        <ShareForm
          view={view}
          close={() => setOpen(false)}
          done={(made) => {
            setOpen(false);
            setLink(made);
          }}
        />
      ) : null}
      {link ? <Once opened={link} secret={null} close={() => setLink(null)} /> : null}
    </>
  );
}

function ShareForm({ view, close, done }: Props & { close: () => void; done: (link: string) => void }) {
  const [name, setName] = useState('');
  const [days, setDays] = useState('30');
  const { error, isBusy, submit } = useSubmit(async () => {
    const body = { name, view, days: Number(days) };
    done((await request<{ link: string }>('/manage/shares', { method: 'POST', body })).link);
  });
  const faults = error?.faults ?? {};
  return (
    <Dialog title="Share this view" close={close}>
      <form class="dialog-form" onSubmit={submit} novalidate>
        <p>Anyone with the link sees this view with its current data, and nothing else. You can end it under Keys.</p>
        <TextField label="Name" hint="Who it is for" value={name} change={setName} fault={faults.name} />
        <TextField label="Days" type="number" value={days} change={setDays} fault={faults.days} />
        <FormFault error={error} fields={['name', 'days']} />
        <DialogButtons act="Create link" isDisabled={isBusy} close={close} />
      </form>
    </Dialog>
  );
}
