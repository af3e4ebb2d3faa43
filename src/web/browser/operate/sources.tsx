import { ago, lasting } from '../lib/time.ts';
import { Empty } from '../ui/states.tsx';
import { Scroll } from './scroll.tsx';
import type { Source } from './types.ts';

type SourceFeed = Source['feeds'][number];

const FAILING = 3;

/** How every feed that is polled is; those in trouble first. */
export function Sources({ sources }: { sources: Source[] }) {
  const feeds = sources
    .flatMap((source) => source.feeds.map((feed) => ({ feed, source })))
    .sort((a, b) => trouble(b.feed) - trouble(a.feed));
  return (
    <section id="sources" aria-labelledby="sources-title">
      <h2 id="sources-title">Sources</h2>
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
              </tr>
            </thead>
            <tbody>
              {feeds.map(({ feed, source }) => (
                <Row key={feed.url} feed={feed} name={source.name} />
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </section>
  );
}

function Row({ feed, name }: { feed: SourceFeed; name: string }) {
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
    </tr>
  );
}

function State({ failures, nextPoll, lastFetch }: SourceFeed) {
  if (nextPoll === null) return <span class="badge bad">Not polled</span>;
  if (failures >= FAILING) return <span class="badge bad">{failures} failures</span>;
  if (failures > 0) return <span class="badge warn">{failures === 1 ? '1 failure' : `${failures} failures`}</span>;
  if (lastFetch === null) return <span class="badge">New</span>;
  return <span class="badge good">OK</span>;
}

const trouble = ({ failures, nextPoll }: SourceFeed) => (nextPoll === null ? Number.POSITIVE_INFINITY : failures);

const when = (time: string | null) => (time === null ? null : ago(Date.parse(time), Date.now()));
