import type { Schemas } from '../lib/request.ts';
import { EndableLine } from './endable-line.tsx';

type Subscription = Schemas['Subscription'];

/** How somebody is told of what they follow, and when. */
function toldInWords({ kind, via, rhythm }: Subscription): string {
  if (via === 'feed') return 'as a feed';
  const when = kind === 'week' ? 'each Monday' : rhythm === 'digest' ? 'every morning' : 'within minutes';
  return `by ${via}, ${when}`;
}

/** Something that is followed, in a list. */
export const FollowedLine = ({ of, reload }: { of: Subscription; reload: () => void }) => (
  <EndableLine
    name={of.name}
    about={`${toldInWords(of)}${of.failure ? ` · has not arrived: ${of.failure}` : ''}`}
    act="End"
    path={`/manage/subscriptions/${of.id}`}
    done="is no longer followed"
    reload={reload}
  />
);
