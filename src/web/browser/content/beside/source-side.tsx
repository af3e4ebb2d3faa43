import type { components } from '../../../../client/schema.d.ts';
import { isPaused } from '../../../../syndication/paused.ts';
import { useQuery } from '../../lib/request/query.ts';
import { request } from '../../lib/request/request.ts';
import { ago, lasting } from '../../lib/time/time.ts';
import { Loaded } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';

type Source = components['schemas']['SourceHealth'];
type Feed = Source['feeds'][number];

interface Polled {
  polled: { url: string; result: string; added: number; changed: number; reason: string | null }[];
}

/** The feeds of a source: how each is, in words, and reading it now. */
export function SourceSide({ domain, version }: { domain: string; version: string }) {
  const query = { search: domain, limit: 50 };
  const found = useQuery((signal) => request<{ sources: Source[] }>('/manage/sources', { query, signal }), {
    queryKey: `feeds ${domain} ${version}`,
    interval: 15_000,
  });
  return (
    <div class="aside">
      <section aria-labelledby="feeds">
        <div class="list-head">
          <h2 id="feeds">Feeds</h2>
          <a class="end" href={`?sources=${encodeURIComponent(domain)}`}>
            Its articles
          </a>
        </div>
        <Loaded of={found} lines={4}>
          {({ sources }) => {
            const feeds = sources.find((source) => source.domain === domain)?.feeds ?? [];
            return feeds.length === 0 ? (
              <p class="hint">This source has no feed. Its articles are added by hand or through the API.</p>
            ) : (
              <ul class="plain-list">
                {feeds.map((feed) => (
                  <Line key={feed.url} {...feed} reload={found.reload} />
                ))}
              </ul>
            );
          }}
        </Loaded>
      </section>
    </div>
  );
}

function Line({ reload, ...feed }: Feed & { reload: () => void }) {
  const [isBusy, run] = useAction();
  const fetchNow = async () => {
    await run(async () => {
      const { polled } = await request<Polled>('/manage/feeds/poll', { method: 'POST', body: { urls: [feed.url] } });
      const [one] = polled;
      showToast(
        one?.result === 'failed'
          ? `Couldn’t be read: ${one.reason ?? 'no reason given'}`
          : `${one?.added ?? 0} new, ${one?.changed ?? 0} changed${one?.reason ? `; ${one.reason}` : ''}.`,
      );
      reload();
    });
  };
  const isStopped = feed.nextPoll === null;
  const pauseOrResume = () =>
    run(async () => {
      const verb = isStopped ? 'resume' : 'pause';
      await request(`/manage/feeds/${verb}`, { method: 'POST', body: { urls: [feed.url] } });
      showToast(isStopped ? 'It is read again from now on.' : 'It is not read until you resume it.');
      reload();
    });
  return (
    <li class="row">
      <span>
        <strong>{feed.title || feed.url}</strong> {stateOf(feed)}
        <small class="address"> {feed.url}</small>
        <p class="hint">
          {[
            feed.lastFetch ? `Read ${ago(Date.parse(feed.lastFetch), Date.now())}` : 'Not read yet',
            feed.lastNew ? `last new article ${ago(Date.parse(feed.lastNew), Date.now())}` : 'no new article yet',
            feed.nextPoll
              ? `next ${ago(Date.parse(feed.nextPoll), Date.now())}, every ${lasting(feed.intervalSeconds)}`
              : 'not read until it is resumed',
          ].join(' · ')}
        </p>
        {feed.reason ? <p class={isPaused(feed) || feed.failures === 0 ? 'hint' : 'fault'}>{feed.reason}</p> : null}
      </span>
      <button type="button" disabled={isBusy} onClick={() => void fetchNow()}>
        {isBusy ? 'Reading…' : 'Read now'}
      </button>
      <button type="button" disabled={isBusy} onClick={() => void pauseOrResume()}>
        {isStopped ? 'Resume' : 'Pause'}
      </button>
    </li>
  );
}

function stateOf(feed: Feed) {
  const { failures, nextPoll, lastFetch } = feed;
  if (isPaused(feed)) return <span class="badge warn">Paused</span>;
  if (nextPoll === null) return <span class="badge bad">Stopped</span>;
  if (failures > 0) return <span class="badge warn">{failures === 1 ? '1 failure' : `${failures} failures`}</span>;
  return lastFetch === null ? <span class="badge">New</span> : <span class="badge good">OK</span>;
}
