import { isPaused } from '../../../../syndication/paused.ts';
import { useData } from '../../lib/request/query.ts';
import { request, type Schemas } from '../../lib/request/request.ts';
import { fromNow, lasting } from '../../lib/time.ts';
import { Button } from '../../ui/button.tsx';
import { FeedState } from '../../ui/feed-state.tsx';
import { Section } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';

/** The feeds of a source: how each is, in words, and reading it now. */
export function SourceSide({ domain, version }: { domain: string; version: string }) {
  const found = useData('/manage/sources', { query: { search: domain, limit: 50 }, version, interval: 15_000 });
  return (
    <div class="stack sections aside">
      <Section id="feeds" title="Feeds" end={<a href={`?sources=${encodeURIComponent(domain)}`}>Its articles</a>}>
        <Loaded of={found} lines={4}>
          {({ sources }) => {
            const { feeds = [], pages = null } = sources.find((source) => source.domain === domain) ?? {};
            return feeds.length === 0 ? (
              <p class="hint">This source has no feed. Its articles are added by hand or through the API.</p>
            ) : (
              <>
                <ul class="plain-list">
                  {feeds.map((feed) => (
                    <Line key={feed.url} {...feed} reload={found.reload} />
                  ))}
                </ul>
                {pages ? <PagesRead {...pages} /> : null}
              </>
            );
          }}
        </Loaded>
      </Section>
    </div>
  );
}

/** How the pages of its new articles are read. */
const PagesRead = ({ waiting, lastRead, lastFailure, reason }: NonNullable<Schemas['PageReading']>) => (
  <p class="hint">
    {`Pages of new articles: ${lastRead ? `last read ${fromNow(lastRead)}` : 'none read yet'} · ${waiting} waiting.`}
    {lastFailure ? ` The last that could not be read, ${fromNow(lastFailure)}: ${reason}.` : ''}
  </p>
);

function Line({ reload, ...feed }: Schemas['FeedHealth'] & { reload: () => void }) {
  const ask = <T,>(verb: string) => request<T>(`/manage/feeds/${verb}`, { method: 'POST', body: { urls: [feed.url] } });
  const fetchNow = async () => {
    const [one] = (await ask<{ polled: Schemas['Polled'][] }>('poll')).polled;
    showToast(
      one?.result === 'failed'
        ? `Couldn’t be read: ${one.reason ?? 'no reason given'}`
        : `${one?.added ?? 0} new, ${one?.changed ?? 0} changed${one?.reason ? `; ${one.reason}` : ''}.`,
    );
    reload();
  };
  const isStopped = feed.nextPoll === null;
  const pauseOrResume = async () => {
    await ask(isStopped ? 'resume' : 'pause');
    showToast(isStopped ? 'It is read again from now on.' : 'It is not read until you resume it.');
    reload();
  };
  return (
    <li class="row">
      <span>
        <strong>{feed.title || feed.url}</strong> <FeedState {...feed} />
        <small class="address"> {feed.url}</small>
        <p class="hint">
          {[
            feed.lastFetch ? `Read ${fromNow(feed.lastFetch)}` : 'Not read yet',
            feed.lastNew ? `last new article ${fromNow(feed.lastNew)}` : 'no new article yet',
            feed.nextPoll
              ? `next ${fromNow(feed.nextPoll)}, every ${lasting(feed.intervalSeconds)}`
              : 'not read until it is resumed',
            ...(feed.pushedUntil ? ['its hub tells of changes at once'] : []),
          ].join(' · ')}
        </p>
        {feed.reason ? <p class={isPaused(feed) || feed.failures === 0 ? 'hint' : 'fault'}>{feed.reason}</p> : null}
      </span>
      <Button text="Read now" busy="Reading…" press={fetchNow} />
      <Button text={isStopped ? 'Resume' : 'Pause'} press={pauseOrResume} />
    </li>
  );
}
