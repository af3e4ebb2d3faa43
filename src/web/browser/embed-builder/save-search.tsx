import { useState } from 'hono/jsx/dom';
import { forgetAnswers, request } from '../lib/request/request.ts';
import { useSession } from '../lib/request/session.ts';
import { slugOf } from '../lib/slug.ts';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { FormFault, TextField } from '../ui/form/field.tsx';
import { useSubmit } from '../ui/form/use-submit.ts';
import type { Form } from './fields.tsx';
import { savedFilter } from './view.ts';

/** Gives the filters a name, so that feeds, webhooks and the desk can use them. Operators alone may. */
export function SaveSearch({ view, change }: Pick<Form, 'view' | 'change'>) {
  const { session } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (session?.kind !== 'operator') return null;
  return (
    <>
      <p>
        <button type="button" onClick={() => setOpen(true)}>
          Save as a search
        </button>
      </p>
      {isOpen ? (
        <SaveForm
          filter={savedFilter(view)}
          close={() => setOpen(false)}
          done={(slug) => {
            setOpen(false);
            change({ content: 'search', search: slug });
          }}
        />
      ) : null}
    </>
  );
}

interface Saving {
  filter: Record<string, string>;
  close: () => void;
  done: (slug: string) => void;
}

function SaveForm({ filter, close, done }: Saving) {
  const [name, setName] = useState('');
  const slug = slugOf(name);
  const { error, isBusy, submit } = useSubmit(async () => {
    const headers = { 'If-None-Match': '*' };
    await request(`/manage/searches/${slug || '-'}`, { method: 'PUT', body: { name, filter }, headers });
    forgetAnswers();
    done(slug);
  });
  const isTaken = error?.status === 412;
  const fault = isTaken ? 'Another search has this name' : (error?.faults.name ?? error?.faults.slug);
  return (
    <Dialog title="Save as a search" close={close}>
      <form class="dialog-form" onSubmit={submit} novalidate>
        <p>The search gets a feed of its own. Webhooks and the desk can use it, too.</p>
        <TextField
          label="Name"
          hint={slug ? `Its feed: /feeds/${slug}/` : ''}
          value={name}
          change={setName}
          fault={fault}
        />
        <FormFault error={isTaken ? null : error} fields={['name', 'slug']} />
        <DialogButtons act="Save" isDisabled={isBusy} close={close} />
      </form>
    </Dialog>
  );
}
