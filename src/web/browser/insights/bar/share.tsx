import { viewInWords } from '../../keys/view-words.ts';
import { request, type Schemas, type Session } from '../../lib/request.ts';
import { longDate, timeZone } from '../../lib/time.ts';
import { showOnce } from '../../ui/actions.tsx';
import { endInWords, usualDays } from './share-end.ts';

export interface SharedView {
  /** Path and query below `/api/v2/`, with a fragment for parameters of the page. */
  view: string;
  /** Description of the page that recipients see. By default, the name of the view. */
  shows?: string;
}

/** Opens the form that creates a share link. It says what recipients see, and until when. */
export async function openShareForm(
  { view, shows = viewInWords(view) }: SharedView,
  session: Session | null | undefined,
): Promise<void> {
  (await import('../../ui/form/form.tsx')).openForm({
    title: 'Share this view',
    about: `Recipients see: ${shows}. Anyone with the link sees this with current data, and nothing else. You can stop sharing under “Your account”.`,
    act: 'Create link',
    fields: ({ days }) => [
      { name: 'name', label: 'Name', hint: 'Recipient', type: 'text' },
      {
        name: 'days',
        label: 'Days',
        type: 'number',
        hint: endInWords({ view, days, accessExpires: session?.accessExpires }, Date.now()),
      },
    ],
    initial: { name: '', days: usualDays(session?.accessExpires, Date.now()) },
    send: (values) =>
      request<{ link: string; stored: Schemas['ListedShare'] }>('/manage/shares', {
        method: 'POST',
        body: { name: '', ...values, view },
      }),
    done: ({ link, stored }) =>
      showOnce({ Link: link }, `The link works until ${longDate(Date.parse(stored.expires), timeZone())}.`),
  });
}
