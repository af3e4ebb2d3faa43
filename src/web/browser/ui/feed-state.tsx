import { isPaused } from '../../../syndication/paused.ts';
import type { Schemas } from '../lib/request/request.ts';

/** Failures in a row after which a feed is more than unlucky. */
const FAILING = 3;

/** How a feed is, in a word. */
export function FeedState(feed: Schemas['FeedHealth']) {
  const { failures, nextPoll, lastFetch } = feed;
  if (isPaused(feed)) return <span class="badge">Paused</span>;
  if (nextPoll === null) return <span class="badge bad">Not polled</span>;
  if (failures > 0)
    return (
      <span class={failures < FAILING ? 'badge warn' : 'badge bad'}>
        {failures === 1 ? '1 failure' : `${failures} failures`}
      </span>
    );
  return lastFetch === null ? <span class="badge">New</span> : <span class="badge good">OK</span>;
}
