import { FOLLOWED_PAGES } from '../../../subscriptions/pages.ts';
import { request, type Schemas } from '../lib/request.ts';
import { Button, showOnce } from './actions.tsx';
import { EndableLine } from './endable-line.tsx';

type Subscription = Schemas['Subscription'];

function toldInWords({ kind, via, rhythm }: Subscription): string {
  if (via === 'feed') return 'as a feed';
  const when = kind === 'week' ? 'each Monday' : rhythm === 'digest' ? 'every morning' : 'within minutes';
  return `by ${via}, ${when}`;
}

/** Gives a feed a new address after the old one was lost or disclosed. */
async function renew({ id, name }: Subscription) {
  const { feed } = await request<{ feed: string }>(`/manage/subscriptions/${id}/feed`, { method: 'POST' });
  showOnce({ 'Address of the feed': feed }, `“${name}” has a new address. The old address no longer works.`);
}

export const FollowedLine = ({ of, reload }: { of: Subscription; reload: () => void }) => (
  <EndableLine
    name={of.name}
    href={FOLLOWED_PAGES[of.kind](of.ref)}
    about={`${toldInWords(of)}${of.failure ? ` · delivery failed: ${of.failure}` : ''}`}
    act="End"
    path={`/manage/subscriptions/${of.id}`}
    done={`“${of.name}” no longer comes ${toldInWords(of)}.`}
    reload={reload}
    warning={
      of.via === 'feed'
        ? 'The address of its feed stops working. If you follow it again, you get a new address.'
        : `You get no more messages ${toldInWords(of)}.`
    }
    more={
      of.via === 'feed' &&
      of.isOwn && <Button text="New address" label={`New address of ${of.name}`} press={() => renew(of)} />
    }
  />
);
