import { may, request, type Schemas, useSession } from '../../lib/request.ts';
import { optionsOf } from '../../lib/words.ts';
import { Button, showOnce, showToast } from '../../ui/actions.tsx';
import { openForm } from '../../ui/form/form.tsx';

type Made = { stored: Schemas['Subscription']; feed: string | null; secret: string | null };

const FIELDS = [
  {
    name: 'via',
    label: 'How',
    type: 'select',
    options: optionsOf({ feed: 'As a feed for a reader', mail: 'By mail', webhook: 'By webhook' }),
  },
  {
    name: 'rhythm',
    label: 'When',
    type: 'select',
    hint: 'A feed always has what is newest.',
    options: optionsOf({ digest: 'Every morning, if there is something new', once: 'At once' }),
  },
  { name: 'address', label: 'Address', type: 'text', hint: 'Of a webhook. Mail goes to your own address.' },
] as const;

/** Makes a subscription of who is signed in. `of`: id of the topic, story or author; empty for the week and for alarms. */
export function Follow({ kind, of = '' }: { kind: Schemas['Subscription']['kind']; of?: string }) {
  const { session } = useSession();
  if (!may(session, 'share')) return null;
  const isAlarms = kind === 'alarms';
  const text = isAlarms ? 'Follow alarms' : 'Follow';
  const follow = () =>
    openForm({
      title: text,
      about: 'You are told what is new, each thing once. You can end it under “Your account”.',
      act: 'Follow',
      fields: FIELDS,
      initial: { via: 'feed', rhythm: isAlarms ? 'once' : 'digest', address: '' },
      send: ({ address, ...values }) =>
        request<Made>('/manage/subscriptions', {
          method: 'POST',
          body: { ...values, kind, ref: of, address: address || null },
        }),
      done: ({ stored, feed, secret }) => {
        if (feed || secret) showOnce({ 'Address of the feed': feed, 'Secret of the webhook': secret });
        else showToast(`You follow ${stored.name}.`);
      },
    });
  return <Button text={text} press={follow} />;
}
