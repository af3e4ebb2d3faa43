import { useEffect } from 'hono/jsx/dom';
import { may, request, type Schemas, useSession } from '../../lib/request.ts';
import { optionsOf } from '../../lib/words.ts';
import { Button, showOnce, showToast } from '../../ui/actions.tsx';
import { openForm } from '../../ui/form/form.tsx';

type Made = { stored: Schemas['Subscription']; feed: string | null; secret: string | null };

const HOW = {
  name: 'via',
  label: 'How',
  type: 'select',
  options: optionsOf({ feed: 'As a feed for a reader', mail: 'By mail', webhook: 'By webhook' }),
} as const;
const WHEN = {
  name: 'rhythm',
  label: 'When',
  type: 'select',
  options: optionsOf({ digest: 'Every morning, if there is something new', once: 'At once' }),
} as const;
const ADDRESS = { name: 'address', label: 'Address of the webhook', type: 'url', isRequired: true } as const;

type Kind = Schemas['Subscription']['kind'];

const TELLS: Record<Kind, string> = {
  topic: 'New reports of it; by mail or webhook also that it enters the top ten or grows unusually.',
  story: 'Each further report of it.',
  author: 'Each new article.',
  week: 'What readers read more and less, each week.',
  alarms:
    'That a topic enters the top ten or grows unusually, and that a story rises. To hear of one topic, follow it.',
};

/** Makes a subscription of who is signed in. `of`: id of the topic, story or author; empty for the week and for alarms. */
export function Follow({ kind, of = '', name = '' }: { kind: Kind; of?: string; name?: string | undefined }) {
  const { session } = useSession();
  const isAlarms = kind === 'alarms';
  // The search leads here.
  useEffect(() => {
    if (!isAlarms || !may(session, 'share')) return;
    const open = () => {
      if (location.hash !== '#follow') return;
      history.replaceState(null, '', location.pathname);
      follow();
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, [session === undefined]);
  if (!may(session, 'share')) return null;
  const text = isAlarms ? 'Follow alarms' : 'Follow';
  const follow = () =>
    openForm({
      title: name ? `Follow ${name}` : text,
      about: `${TELLS[kind]} You can end it under “Your account”.`,
      act: 'Follow',
      fields: ({ via }) => (via === 'feed' ? [HOW] : via === 'mail' ? [HOW, WHEN] : [HOW, WHEN, ADDRESS]),
      initial: { via: 'feed', rhythm: isAlarms ? 'once' : 'digest', address: '' },
      send: (values) => request<Made>('/manage/subscriptions', { method: 'POST', body: { ...values, kind, ref: of } }),
      done: ({ stored, feed, secret }) => {
        const said = `You follow ${stored.name}.`;
        if (feed || secret) showOnce({ 'Address of the feed': feed, 'Secret of the webhook': secret }, said);
        else showToast(said);
      },
    });
  return <Button text={text} press={follow} />;
}
