import type { Child } from 'hono/jsx';
import type { AppContext } from '../../../http/env.ts';
import { reportFailure } from '../../../http/request-log.ts';
import { clockIn, rfc3339, type Seconds, toMillis } from '../../../lib/time.ts';
import { pageAt } from '../base/site-pages.ts';
import { AppRoot } from '../layout.tsx';
import { Example, Features } from './product.tsx';
import { readState, type ServiceState } from './state.ts';

const CLICKS: Record<ServiceState['clicks'], string> = {
  day: 'Readers have clicked within the last 24 hours.',
  week: 'Readers have clicked within the last seven days, but not in the last 24 hours.',
  none: 'No clicks within the last seven days.',
};

const RANKINGS: Record<ServiceState['rankings'], [grade: string, badge: string, text: string]> = {
  current: ['good', 'up to date', 'Every ranking includes the current hour. Growth ends with the last full hour.'],
  behind: ['warn', 'behind', 'Some rankings do not include the current hour yet.'],
  none: ['', 'waiting', 'There is nothing to rank yet.'],
};

const StateSection = ({ state, zone }: { state: ServiceState | null; zone: string }) => (
  <section aria-labelledby="state" class="service">
    <h2 id="state">State of the service</h2>
    {state ? (
      <dl class="board small">
        <Fact
          name="Articles"
          grade={state.newestArticle ? 'good' : ''}
          badge={state.newestArticle ? 'published' : 'none yet'}
        >
          {state.newestArticle ? (
            <>
              The newest article appeared on{' '}
              <time datetime={rfc3339(state.newestArticle)}>{minuteOf(state.newestArticle, zone)}</time>.
            </>
          ) : (
            'Nothing has been published yet.'
          )}
        </Fact>
        <Fact
          name="Clicks"
          grade={state.clicks === 'day' ? 'good' : ''}
          badge={state.clicks === 'none' ? 'quiet' : 'counted'}
        >
          {CLICKS[state.clicks]}
        </Fact>
        <Fact name="Rankings" grade={RANKINGS[state.rankings][0]} badge={RANKINGS[state.rankings][1]}>
          {RANKINGS[state.rankings][2]}
        </Fact>
      </dl>
    ) : (
      <p class="notice">The database is not responding. Feeds and rankings return when it does.</p>
    )}
  </section>
);

const Fact = ({ name, grade, badge, children }: { name: string; grade: string; badge: string; children: Child }) => (
  <div>
    <dt class="quiet">{name}</dt>
    <dd>
      <span class={`badge ${grade}`}>{badge}</span> {children}
    </dd>
  </div>
);

const minuteOf = (at: Seconds, zone: string) => {
  const date = new Date(toMillis(at)).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: zone || 'UTC' });
  return `${date}, ${clockIn(zone, toMillis(at))}`;
};

/** Content of the home page: the morning overview if signed in, or else the product and the service's state. */
export async function homeContent(c: AppContext) {
  const state = await stateOf(c);
  return (
    <div class="stack sections home">
      <div class="hero">
        <Example />
        <AppRoot page={pageAt('/insights/today')} />
      </div>
      <div class="stack sections out">
        <Features />
        <StateSection state={state} zone={c.env.TIME_ZONE} />
      </div>
    </div>
  );
}

/** Returns the service's state, or `null` if the database fails, because the page must render in any case. */
async function stateOf(c: AppContext): Promise<ServiceState | null> {
  try {
    return await readState(c.var.db, c.var.now);
  } catch (error) {
    reportFailure(c, error as Error);
    return null;
  }
}
