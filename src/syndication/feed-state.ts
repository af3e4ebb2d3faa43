import { isPaused } from './paused.ts';

interface PolledState {
  nextPoll: string | null;
  lastFetch: string | null;
  failures: number;
  reason: string | null;
}

export function feedState(feed: PolledState): string {
  if (isPaused(feed)) return 'Paused';
  if (feed.nextPoll === null) return 'Not polled';
  if (feed.failures > 0) return feed.failures === 1 ? '1 failure' : `${feed.failures} failures`;
  return feed.lastFetch === null ? 'New' : 'OK';
}
