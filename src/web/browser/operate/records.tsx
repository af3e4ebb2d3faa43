import { DAY_MS } from '../../../lib/time.ts';
import { isPaused } from '../../../syndication/paused.ts';
import { KeyState } from '../keys/key-row.tsx';
import { request, type Schemas } from '../lib/request.ts';
import { ago, formatDuration, fromNow } from '../lib/time.ts';
import { formatCount } from '../lib/words.ts';
import { ask, Button, showToast } from '../ui/actions.tsx';
import { FeedStatus, ReadNow } from '../ui/feed.tsx';
import { Empty, Section, Table } from '../ui/parts.tsx';
import { canCount, type FindingLevel, REASON_NAMES, readinessAdvice } from './findings.ts';
import { Marked } from './marked.tsx';

type Source = Schemas['SourceHealth'];
type SourceFeed = Schemas['FeedHealth'];

export function Sources({ sources, mark, reload }: { sources: Source[]; mark: FindingLevel; reload: () => void }) {
  const feeds = sources
    .flatMap((source) => source.feeds.map((feed) => ({ feed, source })))
    .sort((a, b) => trouble(b.feed) - trouble(a.feed));
  return (
    <Section id="sources" title={<Marked title="Sources" level={feeds.length === 0 ? 'unknown' : mark} />}>
      {feeds.length === 0 ? (
        <Empty title="No feeds yet">
          Articles are added by editors or through the API.{' '}
          <a href="/content?kind=sources">Add a source with its feeds.</a>
        </Empty>
      ) : (
        <Table
          label="Table of feeds"
          class="stacked"
          head={['Feed', 'State', 'Read', 'New article', 'Next', ['Actions', 'quiet']]}
        >
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
                  <FeedStatus {...feed} />
                  {reason ? <p class="hint">{reason}</p> : null}
                </td>
                <td data-head="Read">{when(lastFetch) ?? 'Not yet'}</td>
                <td data-head="New article">{when(lastNew) ?? 'None yet'}</td>
                <td data-head="Next">
                  {when(nextPoll) ?? 'Never'}
                  {nextPoll === null ? null : <p class="hint">every {formatDuration(intervalSeconds)}</p>}
                </td>
                <td>
                  <ReadNow of={feed} name={title || name} label={`Read now ${title || name}`} reload={reload} />
                </td>
              </tr>
            );
          })}
        </Table>
      )}
    </Section>
  );
}

const trouble = (feed: SourceFeed) => {
  if (isPaused(feed)) return 0;
  return feed.nextPoll === null ? Number.POSITIVE_INFINITY : feed.failures;
};

const when = (time: string | null) => (time === null ? null : fromNow(time));

type Key = Schemas['ListedKey'];

const SOON_MS = 30 * DAY_MS;

/** Counts the keys, and lists those that expire soon. The page “People and keys” has all of them. */
export function KeysSection({ keys, mark }: { keys: Key[]; mark: FindingLevel }) {
  const active = keys.filter(({ state }) => state === 'living');
  const ending = active
    .filter(({ expires }) => expires !== null && Date.parse(expires) < Date.now() + SOON_MS)
    .sort((a, b) => Date.parse(a.expires ?? '') - Date.parse(b.expires ?? ''));
  return (
    <Section id="keys" title={<Marked title="Keys" level={mark} />} end={<a href="/keys">All keys</a>}>
      <p>
        {formatCount(active.length, 'active key')}.{' '}
        {ending.length === 0 ? 'None expires within 30 days.' : 'These expire within 30 days:'}
      </p>
      {ending.length > 0 ? (
        <Table label="Table of expiring keys" class="stacked" head={['Name', 'Kind', 'State', 'Expires']}>
          {ending.map(({ id, name, kind, state, expires }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td data-head="Kind">{kind}</td>
              <td>
                <KeyState of={state} />
              </td>
              <td data-head="Expires">{fromNow(expires ?? '')}</td>
            </tr>
          ))}
        </Table>
      ) : null}
    </Section>
  );
}

type DeadLetter = Schemas['DeadLetter'];

interface Buried {
  letters: DeadLetter[];
  counts: Record<string, number>;
  reload: () => void;
}

export function DeadLetters({ letters, counts, reload }: Buried) {
  const act = async (method: 'POST' | 'DELETE', { reason, id }: Selection) => {
    const path = method === 'POST' ? '/manage/dead-letters/replay' : '/manage/dead-letters';
    const query = id === undefined ? { reason } : { ids: id };
    const answer = await request<{ replayed?: number; discarded?: number }>(path, { method, query });
    // A toast shows the result, because the section disappears after its last message was handled.
    showToast(
      method === 'POST'
        ? `${answer.replayed} sent again. Clicks that still cannot be counted return here.`
        : `${answer.discarded} discarded.`,
    );
    reload();
  };
  const discard = (selection: Selection) => {
    const { reason } = selection;
    const what = reason ? `All ${counts[reason]} of this reason are deleted.` : 'The dead letter is deleted.';
    ask({
      title: 'Discard?',
      about: `${what} They are not counted, and you cannot undo this.`,
      act: 'Discard',
      run: () => act('DELETE', selection),
    });
  };
  const buttons = (selection: Selection, reason: DeadLetter['reason'], name: string, look?: 'danger') => (
    <>
      {canCount(reason) ? <Button text="Retry" label={`Retry ${name}`} press={() => act('POST', selection)} /> : null}
      <Button text="Discard" label={`Discard ${name}`} look={look} press={() => discard(selection)} />
    </>
  );
  const reasons = (Object.keys(REASON_NAMES) as DeadLetter['reason'][]).filter((reason) => (counts[reason] ?? 0) > 0);
  return (
    <Section id="letters" title="Dead letters">
      <ul class="reasons">
        {reasons.map((reason) => (
          <li key={reason} class="row">
            <span>
              <strong>
                {REASON_NAMES[reason]}: {counts[reason]}
              </strong>
              <small> {readinessAdvice(reason)}</small>
            </span>
            {buttons({ reason }, reason, REASON_NAMES[reason], 'danger')}
          </li>
        ))}
      </ul>
      <Table label="Table of dead letters" class="stacked" head={['Since', 'Reason', 'Message', ['Actions', 'quiet']]}>
        {letters.map(({ id, at, reason, body }) => (
          <tr key={id}>
            <td data-head="Since">{ago(at * 1000, Date.now())}</td>
            <td>
              <b>{REASON_NAMES[reason]}</b>
            </td>
            <td>
              <code>{formatMessage(body)}</code>
            </td>
            <td>
              <span class="row">{buttons({ id }, reason, `dead letter ${id}`)}</span>
            </td>
          </tr>
        ))}
      </Table>
    </Section>
  );
}

interface Selection {
  reason?: DeadLetter['reason'];
  id?: number;
}

/** Formats a message without the reader's hash, which would not help an operator. */
const formatMessage = (body: unknown) =>
  JSON.stringify(body, (name, value) => (name === 'reader' ? undefined : value))?.slice(0, 200);
