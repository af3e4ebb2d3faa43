import { lasting } from '../lib/time.ts';
import { isOverdue } from './findings.ts';
import type { Status } from './types.ts';

const NAMES: Record<string, string> = {
  salts: 'Reader salts created and deleted',
  watchdog: 'Late rankings woken',
  days: 'Days of histories computed',
  feeds: 'Feeds polled',
  retag: 'New rules applied',
  alerts: 'Alarms detected',
  week: 'Week written down',
  websub: 'Hub notified of changed feeds',
  retention: 'Old data deleted',
};

/** When each scheduled job last came to its end. */
export const Jobs = ({ jobs }: { jobs: Status['jobs'] }) => (
  <section id="jobs" aria-labelledby="jobs-title">
    <h2 id="jobs-title">Scheduled jobs</h2>
    {jobs === null ? <p class="hint">Not known.</p> : null}
    {jobs?.length === 0 ? <p class="hint">None has run yet.</p> : null}
    {jobs && jobs.length > 0 ? (
      <dl class="facts">
        {jobs.map((run) => [
          <dt key={run.job}>{NAMES[run.job] ?? run.job}</dt>,
          <dd key={`${run.job} age`}>
            {run.ageSeconds < 60 ? 'less than a minute ago' : `${lasting(run.ageSeconds)} ago`}{' '}
            {isOverdue(run) ? <span class="badge warn">Overdue</span> : null}
          </dd>,
        ])}
      </dl>
    ) : null}
  </section>
);
