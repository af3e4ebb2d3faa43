import { useState } from 'hono/jsx/dom';
import type { paths } from '../../../client/schema.d.ts';
import { isPaused } from '../../../syndication/paused.ts';
import { announce } from '../lib/announce.ts';
import { request } from '../lib/request/request.ts';
import { ago, lasting } from '../lib/time/time.ts';
import { Empty } from '../ui/states.tsx';
import { useAction } from '../ui/use-action.ts';
import { Scroll } from './scroll.tsx';
import type { Source } from './types.ts';

type SourceFeed = Source['feeds'][number];

const FAILING = 3;

/** How every feed that is polled is; those in trouble first. */
export function Sources({ sources, reload }: { sources: Source[]; reload: () => void }) {
  const [isBusy, run] = useAction();
  const [read, setRead] = useState('');
  const [notice, setNotice] = useState('');
  const poll = ({ url, title }: SourceFeed, name: string) =>
    run(async () => {
      setRead(url);
      const { polled } = await request<Polled>('/manage/feeds/poll', { method: 'POST', body: { urls: [url] } });
      reload();
      const text = pollInWords(title || name, polled[0]);
      setNotice(text);
      announce(text);
    });
  const feeds = sources
    .flatMap((source) => source.feeds.map((feed) => ({ feed, source })))
    .sort((a, b) => trouble(b.feed) - trouble(a.feed));
  return (
    <section id="sources" aria-labelledby="sources-title">
      <h2 id="sources-title">Sources</h2>
      {notice ? <p class="notice">{notice}</p> : null}
      {feeds.length === 0 ? (
        <Empty title="No feed is polled">
          Articles come in by hand and through the API. <a href="/content?kind=sources">Add a source with its feeds.</a>
        </Empty>
      ) : (
        <Scroll label="Table of feeds">
          <table>
            <thead>
              <tr>
                <th scope="col">Feed</th>
                <th scope="col">State</th>
                <th scope="col">Read</th>
                <th scope="col">New article</th>
                <th scope="col">Next</th>
                <th scope="col">
                  <span class="quiet">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {feeds.map(({ feed, source }) => (
                <Row
                  key={feed.url}
                  feed={feed}
                  name={source.name}
                  isBusy={isBusy}
                  isRead={isBusy && read === feed.url}
                  poll={() => void poll(feed, source.name)}
                />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </section>
  );
}

interface InRow {
  feed: SourceFeed;
  name: string;
  /** A feed is being read; `isRead`: this one. */
  isBusy: boolean;
  isRead: boolean;
  poll: () => void;
}

function Row({ feed, name, isBusy, isRead, poll }: InRow) {
  const { url, title, lastFetch, lastNew, nextPoll, intervalSeconds, reason } = feed;
  return (
    <tr>
      <th scope="row">
        {title || name}
        <p class="hint">
          {title && title !== name ? `${name} · ` : ''}
          <span class="address">{url}</span>
        </p>
      </th>
      <td>
        <State {...feed} />
        {reason ? <p class="hint">{reason}</p> : null}
      </td>
      <td>{when(lastFetch) ?? 'Not yet'}</td>
      <td>{when(lastNew) ?? 'None yet'}</td>
      <td>
        {when(nextPoll) ?? 'Never'}
        {nextPoll === null ? null : <p class="hint">every {lasting(intervalSeconds)}</p>}
      </td>
      <td>
        <button type="button" disabled={isBusy} onClick={poll}>
          {isRead ? 'Reading…' : 'Read now'}
          <span class="quiet"> {title || name}</span>
        </button>
      </td>
    </tr>
  );
}

function State(feed: SourceFeed) {
  const { failures, nextPoll, lastFetch } = feed;
  if (isPaused(feed)) return <span class="badge">Paused</span>;
  if (nextPoll === null) return <span class="badge bad">Not polled</span>;
  if (failures >= FAILING) return <span class="badge bad">{failures} failures</span>;
  if (failures > 0) return <span class="badge warn">{failures === 1 ? '1 failure' : `${failures} failures`}</span>;
  if (lastFetch === null) return <span class="badge">New</span>;
  return <span class="badge good">OK</span>;
}

type Polled = paths['/manage/feeds/poll']['post']['responses'][200]['content']['application/json']['data'];

function pollInWords(name: string, result: Polled['polled'][number] | undefined): string {
  if (result?.result === 'failed') return `${name}: it still cannot be read. The reason is beside it.`;
  if (result?.result === 'taken') return `${name}: read, ${result.added} new articles.`;
  if (result?.result === 'busy') return `${name}: it is being read at this moment.`;
  return `${name}: it answers, and has nothing new.`;
}

const trouble = (feed: SourceFeed) => {
  if (isPaused(feed)) return 0;
  return feed.nextPoll === null ? Number.POSITIVE_INFINITY : feed.failures;
};

const when = (time: string | null) => (time === null ? null : ago(Date.parse(time), Date.now()));
