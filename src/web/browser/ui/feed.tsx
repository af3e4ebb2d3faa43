import { FAILING } from '../../../db/values.ts';
import { feedState } from '../../../syndication/feed-state.ts';
import { isPaused } from '../../../syndication/paused.ts';
import { request, type Schemas, withoutSettings } from '../lib/request.ts';
import { Button, showToast } from './actions.tsx';

type Feed = Schemas['FeedHealth'];

export function FeedStatus(feed: Feed) {
  return <span class={`badge ${gradeOf(feed)}`.trim()}>{feedState(feed)}</span>;
}

function gradeOf(feed: Feed): string {
  const { failures, nextPoll, lastFetch } = feed;
  if (isPaused(feed)) return '';
  if (nextPoll === null || failures >= FAILING) return 'bad';
  if (failures > 0) return 'warn';
  return lastFetch === null ? '' : 'good';
}

interface Read {
  of: Feed;
  name: string;
  label?: string;
  reload: () => void;
}

export function ReadNow({ of: { url }, name, label, reload }: Read) {
  const read = async () => {
    const options = { method: 'POST', body: { urls: [url] } } as const;
    const { polled } = await request<{ polled: Schemas['Polled'][] }>('/manage/feeds/poll', options);
    reload();
    showToast(`${name}: ${polledInWords(polled[0])}`);
  };
  return <Button text="Read now" label={label} busy="Reading…" press={read} />;
}

function polledInWords(polled: Schemas['Polled'] | undefined): string {
  const reason = withoutSettings(polled?.reason ?? '');
  if (polled?.result === 'failed') return `it cannot be read: ${reason || 'no reason given'}.`;
  if (polled?.result === 'taken')
    return `read, ${polled.added} new, ${polled.changed} changed${reason && `; ${reason}`}.`;
  if (polled?.result === 'busy') return 'it is being read right now.';
  return 'no new articles.';
}
