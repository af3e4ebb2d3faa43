import { useState } from 'hono/jsx/dom';
import { request } from '../../lib/request/request.ts';
import { useSession } from '../../lib/request/session.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form/form.tsx';
import { Once } from '../../ui/once.tsx';

/** Makes a link that shows a view (path and query below `/api/v2/`) to people without a key. Operators alone may. */
export function Share({ view }: { view: string }) {
  const { session } = useSession();
  const [isOpen, setOpen] = useState(false);
  const [link, setLink] = useState<string | null>(null);
  if (session?.kind !== 'operator') return null;
  const send = async (values: object) => {
    const body = { name: '', ...values, view };
    setLink((await request<{ link: string }>('/manage/shares', { method: 'POST', body })).link);
    setOpen(false);
  };
  return (
    <>
      <Button text="Share" press={() => setOpen(true)} />
      {isOpen ? (
        <FormDialog
          title="Share this view"
          about="Anyone with the link sees this view with its current data, and nothing else. You can end it under Keys."
          act="Create link"
          fields={FIELDS}
          initial={{ name: '', days: '30' }}
          send={send}
          close={() => setOpen(false)}
        />
      ) : null}
      {link ? <Once opened={link} secret={null} close={() => setLink(null)} /> : null}
    </>
  );
}

const FIELDS = [
  { name: 'name', label: 'Name', hint: 'Who it is for', type: 'text' },
  { name: 'days', label: 'Days', type: 'number' },
] as const;
