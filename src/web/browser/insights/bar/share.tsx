import { request, useSession } from '../../lib/request.ts';
import { Button, showOnce } from '../../ui/actions.tsx';
import { openForm } from '../../ui/form/form.tsx';

const FIELDS = [
  { name: 'name', label: 'Name', hint: 'Who it is for', type: 'text' },
  { name: 'days', label: 'Days', type: 'number' },
] as const;

/** Makes a link that shows a view (path and query below `/api/v2/`) to people without a key. Operators alone may. */
export function Share({ view }: { view: string }) {
  const { session } = useSession();
  if (session?.kind !== 'operator') return null;
  const share = () =>
    openForm({
      title: 'Share this view',
      about: 'Anyone with the link sees this view with its current data, and nothing else. You can end it under Keys.',
      act: 'Create link',
      fields: FIELDS,
      initial: { name: '', days: '30' },
      send: (values) =>
        request<{ link: string }>('/manage/shares', { method: 'POST', body: { name: '', ...values, view } }),
      done: ({ link }) => showOnce({ Link: link }),
    });
  return <Button text="Share" press={share} />;
}
