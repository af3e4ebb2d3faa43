import { useEffect } from 'hono/jsx/dom';
import { useData } from '../../lib/query.ts';
import { type DataOf, IS_SERVER, may, request, type Schemas, type Session, useSession } from '../../lib/request.ts';
import { optionsOf } from '../../lib/words.ts';
import { Button, Dialog, openDialog, showError, showOnce, showToast } from '../../ui/actions.tsx';
import { FollowedLine } from '../../ui/followed-line.tsx';

type CreatedSubscription = { stored: Schemas['Subscription']; feed: string | null; secret: string | null };
type Kind = Schemas['Subscription']['kind'];
type Followed = DataOf<'/manage/subscriptions'>;

const DELIVERY_TEXTS = { feed: 'As a feed', mail: 'By email', webhook: 'By webhook' };
const FREQUENCY_FIELD = {
  name: 'rhythm',
  label: 'When',
  type: 'select',
  options: optionsOf({ digest: 'Every morning at seven, if there is news', once: 'Within minutes' }),
} as const;
const ADDRESS = { name: 'address', label: 'Address of the webhook', type: 'url', isRequired: true } as const;

const NAMES: Partial<Record<Kind, string>> = { story: 'this story', week: 'the week', alerts: 'alerts' };
const FOLLOW_TEXTS: Record<Kind, string> = {
  topic: 'New articles on the topic, and alerts when it enters or leaves the top ten or grows unusually.',
  story: 'New reports of the story, and an alert when it is rising.',
  author: 'New articles by the author.',
  week: 'Every Monday: what readers are reading more of, and less of.',
  alerts: 'Alerts when a topic enters the top ten or grows unusually, and when a story is rising.',
};
function noMail(sendsMail: boolean, session: Session | null | undefined): string {
  if (!sendsMail) return 'Email is not set up. Choose a feed or a webhook.';
  if (!session?.isPerson)
    return 'You are signed in with a key, which has no email address. Choose a feed or a webhook.';
  const add = may(session, 'operate') ? 'Add it under “People and keys”' : 'Ask an operator to add it';
  return `newsgauge doesn’t have your email address. ${add}, or choose a feed or a webhook.`;
}

function arrival(via: unknown, mail: string | null): string {
  if (via === 'feed')
    return 'You get an address for your feed reader. New entries appear in the feed immediately. Your reader decides how often to check it.';
  return via === 'mail' ? `To ${mail}.` : 'Signed messages to a URL of yours.';
}

interface Props {
  kind: Kind;
  of?: string;
  name?: string | undefined;
}

export function Follow({ kind, of = '', name = NAMES[kind] ?? '' }: Props) {
  if (IS_SERVER) return null;
  const { session } = useSession();
  const isAllowed = may(session, 'share');
  const followed = useData('/manage/subscriptions', { paused: !isAllowed });
  const ownIn = ({ subscriptions }: Followed) =>
    subscriptions.filter((one) => one.isOwn && one.kind === kind && one.ref === of);
  const own = followed.value ? ownIn(followed.value) : [];
  const isAlarms = kind === 'alerts';
  // It is unknown whether email is configured until the subscriptions are loaded.
  const isLoading = followed.value === null && followed.error === null;
  useEffect(() => {
    if (!isAlarms || !isAllowed || isLoading) return;
    const open = () => {
      if (location.hash !== '#follow') return;
      history.replaceState(null, '', location.pathname);
      load().then(follow, showError);
    };
    open();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, [isAllowed, isLoading]);
  if (!isAllowed) return null;
  /** Returns the subscriptions, even if the button is pressed before the page has loaded them. */
  const load = async () => followed.value ?? (await request<Followed>('/manage/subscriptions', {}));
  const follow = async ({ mail, sendsMail }: Followed) =>
    (await import('../../ui/form/form.tsx')).openForm({
      title: `Follow ${name}`,
      about: [FOLLOW_TEXTS[kind], mail === null ? noMail(sendsMail, session) : ''].join(' '),
      act: 'Follow',
      fields: ({ via }) => [
        {
          name: 'via',
          label: 'How',
          type: 'select',
          options: optionsOf(DELIVERY_TEXTS).filter(([way]) => way !== 'mail' || mail !== null),
          hint: arrival(via, mail),
        },
        // A feed has no delivery time, and the weekly summary has a fixed time.
        ...(via === 'feed' || kind === 'week' ? [] : [FREQUENCY_FIELD]),
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
  const show = (loaded: Followed) =>
    openDialog((close) => (
      <Dialog title={`You follow ${name}`} close={close}>
        <ul class="plain-list">
          {ownIn(loaded).map((one) => (
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
              void follow(loaded);
            }}
          />
          <Button text="Done" press={close} />
        </div>
      </Dialog>
    ));
  const press = async () => {
    const loaded = await load();
    await (ownIn(loaded).length > 0 ? show(loaded) : follow(loaded));
  };
  const text = own.length > 0 ? 'Following' : 'Follow';
  return <Button text={isAlarms ? `${text} alerts` : text} press={press} />;
}
