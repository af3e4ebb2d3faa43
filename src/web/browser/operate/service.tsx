import { isOverdue } from '../../../operations/overdue.ts';
import { request } from '../lib/request.ts';
import { formatDuration, fromNow } from '../lib/time.ts';
import { formatCount } from '../lib/words.ts';
import { Button, showToast } from '../ui/actions.tsx';
import { Facts, Section } from '../ui/parts.tsx';
import { type FindingLevel, nameOfJob, type ServiceStatus } from './findings.ts';
import { Marked } from './marked.tsx';
import { QueueChart } from './queue-chart.tsx';

export function Clicks({ status, mark, at }: { status: ServiceStatus; mark: FindingLevel; at: number }) {
  const { database, queue, deadLetters, lastClickHour } = status;
  const isKnown = database === 'ok';
  const dead = Object.values(deadLetters ?? {}).reduce((sum, count) => sum + count, 0);
  const waiting = [
    queue.queued === 0 ? 'None waiting' : `${queue.queued} wait`,
    queue.oldestSeconds === null ? '' : `, the oldest for ${formatDuration(queue.oldestSeconds)}`,
    queue.secondsLeft ? `; all will be counted in ${formatDuration(queue.secondsLeft)}` : '',
  ].join('');
  const last = lastClickHour ? `in the hour that began ${fromNow(lastClickHour)}` : 'None in 24 hours';
  const uncounted = dead === 0 ? 'None' : `${dead} dead ${dead === 1 ? 'letter' : 'letters'}`;
  const facts = {
    Queue: waiting,
    'Last counted click': isKnown ? last : null,
    'Couldn’t be counted': isKnown ? uncounted : null,
  };
  return (
    <Section id="clicks" title={<Marked title="Clicks" level={mark} />}>
      <Facts look="medium" of={facts} />
      <QueueChart queued={queue.queued} at={at} />
    </Section>
  );
}

interface RankingsProps {
  status: ServiceStatus;
  mark: FindingLevel;
  reload: () => void;
}

export function RankingsSection({ status: { rankings, days }, mark, reload }: RankingsProps) {
  const rebuild = async () => {
    const { rebuilt } = await request<{ rebuilt: number }>('/manage/rebuild', { method: 'POST' });
    showToast(`${rebuilt} rankings recomputed.`);
    reload();
  };
  const { published, late, oldestAgeSeconds } = rankings ?? { published: 0, late: 0, oldestAgeSeconds: null };
  const topics = `The whole site and ${published - 1} ${published === 2 ? 'topic' : 'topics'}`;
  const facts = {
    Published: published === 0 ? 'None yet, because there are no clicks' : topics,
    Oldest: oldestAgeSeconds === null ? 'None' : `computed ${formatDuration(oldestAgeSeconds)} ago`,
    'Out of date': late === 0 ? 'None' : late,
    'Edited articles': days?.changedArticles
      ? `${days.changedArticles} not yet in histories and ranges`
      : 'None waiting',
  };
  return (
    <Section
      id="rankings"
      title={<Marked title="Rankings" level={mark} />}
      end={<Button text="Recompute all" busy="Recomputing…" press={rebuild} />}
    >
      <Facts look="medium" of={facts} />
    </Section>
  );
}

type Job = NonNullable<ServiceStatus['jobs']>[number];

const nameOf = ({ job }: Job): string => nameOfJob(job);
export const isException = (job: Job): boolean => job.failure !== null || isOverdue(job);
const byException = (a: Job, b: Job) =>
  Number(isException(b)) - Number(isException(a)) || nameOf(a).localeCompare(nameOf(b));
const factsOf = (jobs: readonly Job[]) =>
  Object.fromEntries(jobs.toSorted(byException).map((job) => [nameOf(job), <Run {...job} />]));

function agoOf({ ageSeconds }: Job): string {
  if (ageSeconds === null) return 'never';
  return ageSeconds < 60 ? 'less than a minute ago' : `${formatDuration(ageSeconds)} ago`;
}

export const Jobs = ({ jobs, mark }: { jobs: readonly Job[]; mark: FindingLevel }) => (
  <Section id="jobs" title={<Marked title="Scheduled jobs" level={mark} />}>
    {jobs.length === 0 ? <p class="hint">No jobs have run yet.</p> : <JobList jobs={jobs} />}
  </Section>
);

/** Lists overdue and failed jobs. The others are folded below one line. */
function JobList({ jobs }: { jobs: readonly Job[] }) {
  const exceptions = jobs.filter(isException);
  const others = jobs.filter((job) => !isException(job));
  const oldest = others.toSorted((a, b) => (b.ageSeconds ?? 0) - (a.ageSeconds ?? 0))[0];
  return (
    <>
      {exceptions.length > 0 ? <Facts look="medium" of={factsOf(exceptions)} /> : null}
      {oldest ? (
        <details>
          <summary>
            {exceptions.length > 0 ? 'The other ' : ''}
            {formatCount(others.length, 'job', 'jobs')} ran on time. The oldest run was {agoOf(oldest)}.
          </summary>
          <div class="before-3">
            <Facts look="medium" of={factsOf(others)} />
          </div>
        </details>
      ) : null}
    </>
  );
}

const Run = (job: Job) => (
  <>
    {agoOf(job)} {job.failure ? <span class="badge bad">Failed</span> : null}
    {isOverdue(job) ? <span class="badge warn">Overdue</span> : null}
  </>
);
