import { isPaused } from '../../../syndication/paused.ts';
import { request, type Schemas } from '../lib/request.ts';
import { fromNow, lasting } from '../lib/time.ts';
import { Button, showToast } from '../ui/actions.tsx';
import { Empty, FeedState, Section, Table } from '../ui/parts.tsx';

type Source = Schemas['SourceHealth'];
type SourceFeed = Schemas['FeedHealth'];
type Polled = Schemas['Polled'];

/** How every feed that is polled is; those in trouble first. */
export function Sources({ sources, reload }: { sources: Source[]; reload: () => void }) {
  const poll = async ({ url, title }: SourceFeed, name: string) => {
    const options = { method: 'POST', body: { urls: [url] } } as const;
    const { polled } = await request<{ polled: Polled[] }>('/manage/feeds/poll', options);
    reload();
    showToast(pollText(title || name, polled[0]));
  };
  const feeds = sources
    .flatMap((source) => source.feeds.map((feed) => ({ feed, source })))
    .sort((a, b) => trouble(b.feed) - trouble(a.feed));
  return (
    <Section id="sources" title="Sources">
      {feeds.length === 0 ? (
        <Empty title="No feed is polled">
          Articles come in by hand and through the API. <a href="/content?kind=sources">Add a source with its feeds.</a>
        </Empty>
      ) : (
        <Table label="Table of feeds" head={['Feed', 'State', 'Read', 'New article', 'Next', ['Actions', 'quiet']]}>
          {feeds.map(({ feed, source: { name } }) => {
            const { url, title, lastFetch, lastNew, nextPoll, intervalSeconds, reason } = feed;
            return (
              <tr key={url}>
                <th scope="row">
                  {title || name}
                  <p class="hint">
                    {title && title !== name ? `${name} · ` : ''}
                    <span class="address">{url}</span>
                  </p>
                </th>
                <td>
                  <FeedState {...feed} />
                  {reason ? <p class="hint">{reason}</p> : null}
                </td>
                <td>{when(lastFetch) ?? 'Not yet'}</td>
                <td>{when(lastNew) ?? 'None yet'}</td>
                <td>
                  {when(nextPoll) ?? 'Never'}
                  {nextPoll === null ? null : <p class="hint">every {lasting(intervalSeconds)}</p>}
                </td>
                <td>
                  <Button
                    text="Read now"
                    label={`Read now ${title || name}`}
                    busy="Reading…"
                    press={() => poll(feed, name)}
                  />
                </td>
              </tr>
            );
          })}
        </Table>
      )}
    </Section>
  );
}

function pollText(name: string, result: Polled | undefined): string {
  if (result?.result === 'failed') return `${name}: it still cannot be read. The reason is beside it.`;
  if (result?.result === 'taken') return `${name}: read, ${result.added} new articles.`;
  if (result?.result === 'busy') return `${name}: it is being read at this moment.`;
  return `${name}: it answers, and has nothing new.`;
}

const trouble = (feed: SourceFeed) => {
  if (isPaused(feed)) return 0;
  return feed.nextPoll === null ? Number.POSITIVE_INFINITY : feed.failures;
};

const when = (time: string | null) => (time === null ? null : fromNow(time));
