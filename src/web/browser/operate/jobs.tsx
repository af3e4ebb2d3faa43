import { isOverdue } from '../../../operations/overdue.ts';
import { lasting } from '../lib/time.ts';
import type { Status } from './types.ts';

const NAMES: Record<string, string> = {
  alarms: 'Service checked',
  salts: 'Reader salts created and deleted',
  watchdog: 'Late rankings renewed',
  days: 'Histories computed',
  feeds: 'Feeds polled',
  retag: 'New rules applied',
  alerts: 'Alerts detected',
  week: 'Weekly summary written',
  events: 'Events recorded for webhooks',
  matches: 'New articles compared with saved searches',
  webhooks: 'Webhooks sent',
  websub: 'Hub notified of changed feeds',
  retention: 'Old data deleted',
};

type Job = NonNullable<Status['jobs']>[number];

const nameOf = ({ job }: Job): string => NAMES[job] ?? job;
const byName = (a: Job, b: Job) => nameOf(a).localeCompare(nameOf(b), 'en');

/** When each scheduled job last came to its end. */
export const Jobs = ({ jobs }: { jobs: Status['jobs'] }) => (
  <section id="jobs" aria-labelledby="jobs-title">
    <h2 id="jobs-title">Scheduled jobs</h2>
    {jobs === null ? <p class="hint">Not known.</p> : null}
    {jobs?.length === 0 ? <p class="hint">None has run yet.</p> : null}
    {jobs && jobs.length > 0 ? (
      <dl class="facts">
        {jobs.toSorted(byName).map((run) => [
          <dt key={run.job}>{nameOf(run)}</dt>,
          <dd key={`${run.job} age`}>
            {run.ageSeconds < 60 ? 'less than a minute ago' : `${lasting(run.ageSeconds)} ago`}{' '}
            {isOverdue(run) ? <span class="badge warn">Overdue</span> : null}
          </dd>,
        ])}
      </dl>
    ) : null}
  </section>
);
