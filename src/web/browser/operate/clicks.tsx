import { fromNow, lasting } from '../lib/time.ts';
import { Section } from '../ui/section.tsx';
import type { Status } from './findings.ts';

/** Clicks on their way: what waits, and what could not be counted. */
export function Clicks({ status }: { status: Status }) {
  const { database, queue, deadLetters, lastClickHour } = status;
  const isKnown = database === 'ok';
  const dead = Object.values(deadLetters ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <Section id="clicks" title="Clicks">
      <dl class="facts">
        <dt>Queue</dt>
        <dd>
          {queue.queued === 0 ? 'Nothing waits' : `${queue.queued} wait`}
          {queue.oldestSeconds === null ? '' : `, the oldest for ${lasting(queue.oldestSeconds)}`}
          {queue.secondsLeft ? `; all are counted in ${lasting(queue.secondsLeft)}` : ''}
        </dd>
        <dt>Last counted</dt>
        <dd>
          {isKnown
            ? lastClickHour
              ? `in the hour that began ${fromNow(lastClickHour)}`
              : 'None in 24 hours'
            : 'Not known'}
        </dd>
        <dt>Couldn’t be counted</dt>
        <dd>{isKnown ? (dead === 0 ? 'None' : `${dead} dead ${dead === 1 ? 'letter' : 'letters'}`) : 'Not known'}</dd>
      </dl>
    </Section>
  );
}
