import { fromNow, lasting } from '../lib/time.ts';
import { Facts, Section } from '../ui/parts.tsx';
import type { Status } from './findings.ts';

/** Clicks on their way: what waits, and what could not be counted. */
export function Clicks({ status }: { status: Status }) {
  const { database, queue, deadLetters, lastClickHour } = status;
  const isKnown = database === 'ok';
  const dead = Object.values(deadLetters ?? {}).reduce((sum, count) => sum + count, 0);
  const waiting = [
    queue.queued === 0 ? 'Nothing waits' : `${queue.queued} wait`,
    queue.oldestSeconds === null ? '' : `, the oldest for ${lasting(queue.oldestSeconds)}`,
    queue.secondsLeft ? `; all are counted in ${lasting(queue.secondsLeft)}` : '',
  ].join('');
  const last = lastClickHour ? `in the hour that began ${fromNow(lastClickHour)}` : 'None in 24 hours';
  const uncounted = dead === 0 ? 'None' : `${dead} dead ${dead === 1 ? 'letter' : 'letters'}`;
  const facts = {
    Queue: waiting,
    'Last counted': isKnown ? last : 'Not known',
    'Couldn’t be counted': isKnown ? uncounted : 'Not known',
  };
  return (
    <Section id="clicks" title="Clicks">
      <Facts of={facts} />
    </Section>
  );
}
