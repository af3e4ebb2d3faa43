import { useEffect } from 'hono/jsx/dom';
import { useData } from '../../lib/query.ts';
import { may, request, type Schemas, useSession } from '../../lib/request.ts';
import { optionsOf } from '../../lib/words.ts';
import { Button, Dialog, openDialog, showOnce, showToast } from '../../ui/actions.tsx';
import { FollowedLine } from '../../ui/followed-line.tsx';

type CreatedSubscription = { stored: Schemas['Subscription']; feed: string | null; secret: string | null };
type Kind = Schemas['Subscription']['kind'];

const WAYS = { feed: 'As a feed for a reader', mail: 'By mail', webhook: 'By webhook' };
const WHEN = {
  name: 'rhythm',
  label: 'When',
  type: 'select',
  options: optionsOf({ digest: 'Every morning at seven, if there is something new', once: 'Within minutes' }),
} as const;
const ADDRESS = { name: 'address', label: 'Address of the webhook', type: 'url', isRequired: true } as const;

const NAMES: Partial<Record<Kind, string>> = { story: 'this story', week: 'the week', alerts: 'alerts' };
const TELLS: Record<Kind, string> = {
  topic: 'Each new report of it, and when it enters or leaves the top ten or grows unusually.',
  story: 'Each further report of it, and when it rises.',
  author: 'Each new article.',
  week: 'Each Monday, what readers read more and less.',
  alerts: 'When a topic enters the top ten or grows unusually, and when a story rises.',
};
const noMail = (sendsMail: boolean): string =>
  sendsMail
    ? 'Your mail address is not known here: until an operator adds it, take a feed or a webhook.'
    : 'This newsroom sends no mail: take a feed or a webhook.';

function arrival(via: unknown, mail: string | null): string {
  if (via === 'feed')
    return 'You get an address for your feed reader. New entries are there at once; how often it looks is up to the reader.';
  return via === 'mail' ? `To ${mail}.` : 'Signed messages to an address of yours.';
}

interface Props {
  kind: Kind;
  /** Id of the topic, story or author. Omitted for the week and for alarms. */
  of?: string;
  name?: string | undefined;
}

export function Follow({ kind, of = '', name = NAMES[kind] ?? '' }: Props) {
  const { session } = useSession();
  const isAllowed = may(session, 'share');
  const followed = useData('/manage/subscriptions', { paused: !isAllowed });
  const { subscriptions = [], mail = null, sendsMail = false } = followed.value ?? {};
  const own = subscriptions.filter((one) => one.isOwn && one.kind === kind && one.ref === of);
  const isAlarms = kind === 'alerts';
  // Wait until the subscriptions are loaded: only then is it known whether mail is configured.
  const isLoading = followed.value === null && followed.error === null;
  useEffect(() => {
    if (!isAlarms || !isAllowed || isLoading) return;
    const open = () => {
      if (location.hash !== '#follow') return;
      history.replaceState(null, '', location.pathname);
      void follow();
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, [isAllowed, isLoading]);
  if (!isAllowed) return null;
  const follow = async () =>
    (await import('../../ui/form/form.tsx')).openForm({
      title: `Follow ${name}`,
      about: [TELLS[kind], mail === null ? noMail(sendsMail) : ''].join(' '),
      act: 'Follow',
      fields: ({ via }) => [
        {
          name: 'via',
          label: 'How',
          type: 'select',
          options: optionsOf(WAYS).filter(([way]) => way !== 'mail' || mail !== null),
          hint: arrival(via, mail),
        },
        // A feed has no delivery time, and the weekly summary has a fixed one.
        ...(via === 'feed' || kind === 'week' ? [] : [WHEN]),
        ...(via === 'webhook' ? [ADDRESS] : []),
      ],
      initial: { via: mail === null ? 'feed' : 'mail', rhythm: isAlarms ? 'once' : 'digest', address: '' },
      send: (values) =>
        request<CreatedSubscription>('/manage/subscriptions', { method: 'POST', body: { ...values, kind, ref: of } }),
      done: ({ stored, feed, secret }) => {
        const said = `You follow ${stored.name}.`;
        if (feed || secret) showOnce({ 'Address of the feed': feed, 'Secret of the webhook': secret }, said);
        else showToast(said);
        followed.reload();
      },
    });
  const show = () =>
    openDialog((close) => (
      <Dialog title={`You follow ${name}`} close={close}>
        <ul class="plain-list">
          {own.map((one) => (
            <FollowedLine
              key={one.id}
              of={one}
              reload={() => {
                close();
                followed.reload();
              }}
            />
          ))}
        </ul>
        <div class="row">
          <Button
            text="Follow another way"
            press={() => {
              close();
              void follow();
            }}
          />
          <Button text="Done" press={close} />
        </div>
      </Dialog>
    ));
  return own.length > 0 ? (
    <Button text={isAlarms ? 'Following alarms' : 'Following'} press={show} />
  ) : (
    <Button text={isAlarms ? 'Follow alarms' : 'Follow'} press={follow} />
  );
}
