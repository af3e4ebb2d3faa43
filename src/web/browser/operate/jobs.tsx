import { isOverdue } from '../../../operations/overdue.ts';
import { lasting } from '../lib/time.ts';
import { Facts, Section } from '../ui/parts.tsx';
import { nameOfJob, type Status } from './findings.ts';

type Job = NonNullable<Status['jobs']>[number];

const nameOf = ({ job }: Job): string => nameOfJob(job);
const byName = (a: Job, b: Job) => nameOf(a).localeCompare(nameOf(b), 'en');

function ago({ ageSeconds }: Job): string {
  if (ageSeconds === null) return 'never';
  return ageSeconds < 60 ? 'less than a minute ago' : `${lasting(ageSeconds)} ago`;
}

/** When each scheduled job last came to its end. */
export const Jobs = ({ jobs }: { jobs: Status['jobs'] }) => (
  <Section id="jobs" title="Scheduled jobs">
    {jobs === null ? <p class="hint">Not known.</p> : null}
    {jobs?.length === 0 ? <p class="hint">None has run yet.</p> : null}
    {jobs && jobs.length > 0 ? (
      <Facts of={Object.fromEntries(jobs.toSorted(byName).map((job) => [nameOf(job), <Run {...job} />]))} />
    ) : null}
  </Section>
);

const Run = (job: Job) => (
  <>
    {ago(job)} {job.failure ? <span class="badge bad">Failed</span> : null}
    {isOverdue(job) ? <span class="badge warn">Overdue</span> : null}
  </>
);
