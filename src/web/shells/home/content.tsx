import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import type { AppEnv } from '../../../http/env.ts';
import { reportFailure } from '../../../http/report.ts';
import { lazy } from '../../../lib/lazy.ts';
import { rfc3339 } from '../../../lib/time.ts';
import { Icon, type IconName } from '../base/icons.tsx';
import { NAVIGATION, type PagePath } from '../base/navigation.ts';
import { AppRoot } from '../layout.tsx';
import { readState, type ServiceState } from './state.ts';

const CLICKS: Record<ServiceState['clicks'], string> = {
  day: 'Readers have clicked within the last 24 hours.',
  week: 'Readers have clicked within the last seven days, not in the last 24 hours.',
  none: 'No reader has clicked within the last seven days.',
};

const RANKINGS: Record<ServiceState['rankings'], [grade: string, badge: string, text: string]> = {
  current: ['good', 'up to date', 'Every ranking covers the running hour.'],
  behind: ['warn', 'behind', 'The running hour is not in every ranking yet.'],
  none: ['', 'waiting', 'There is nothing to rank yet.'],
};

/** The state in words; null: the database did not answer. */
const StateSection = ({ state }: { state: ServiceState | null }) => (
  <section aria-labelledby="state">
    <h2 id="state">State of the service</h2>
    {state ? (
      <dl class="facts">
        <Fact
          name="Articles"
          grade={state.newestArticle ? 'good' : ''}
          badge={state.newestArticle ? 'published' : 'none yet'}
        >
          {state.newestArticle ? (
            <>
              The newest appeared on{' '}
              <time datetime={rfc3339(state.newestArticle)}>{minuteOf(state.newestArticle)}</time>.
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
      <p class="notice">The database does not answer at the moment. Feeds and rankings will be back when it does.</p>
    )}
  </section>
);

const Fact = ({ name, grade, badge, children }: { name: string; grade: string; badge: string; children: Child }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <span class={`badge ${grade}`}>{badge}</span> {children}
    </dd>
  </>
);

const minute = lazy(
  () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
);
const minuteOf = (seconds: number) => `${minute().format(seconds * 1000)} UTC`;

/** What newsgauge is on this address. Before readers have come, what is missing comes first. */
export async function homeContent(c: Context<AppEnv>) {
  const state = await stateOf(c);
  const isNew = state?.clicks === 'none';
  return (
    <div class={isNew ? 'stack sections home begins' : 'stack sections home'}>
      {isNew ? <AppSection title="First steps" isQuiet /> : null}
      <LinksSection />
      <StateSection state={state} />
      {isNew ? null : <AppSection title="The feed in three formats" />}
    </div>
  );
}

const AppSection = ({ title, isQuiet = false }: { title: string; isQuiet?: boolean }) => (
  <section class="feed" aria-labelledby="feed">
    <h2 id="feed" class={isQuiet ? 'quiet' : undefined}>
      {title}
    </h2>
    <AppRoot />
  </section>
);

/** The page works even when the database does not: it says so. */
async function stateOf(c: Context<AppEnv>): Promise<ServiceState | null> {
  try {
    return await readState(c.var.db, c.var.now);
  } catch (error) {
    reportFailure(c, error as Error);
    return null;
  }
}

const OPERATOR = 'With an operator key';

/** What each page is for, and what it takes. */
const ABOUT: Partial<Record<PagePath, readonly [text: string, key: string]>> = {
  '/insights': [
    'What is rising and why, trending topics, growth, and popular content.',
    'With a secret or operator key',
  ],
  '/content': ['Articles, sources, topics, companies and rules: find, edit, import, restore.', OPERATOR],
  '/desk': ['The editors’ choice of each day: pick, order, preview, schedule.', OPERATOR],
  '/embed': ['Choose filters and a look, see the feed live, and copy the code for a page.', 'With any key'],
  '/alerts': ['Messages to a chat or a service when a topic or a story stands out.', OPERATOR],
  '/operate': ['Whether everything works, in words, and what to do where it does not.', OPERATOR],
  '/keys': ['Who may read, publish and manage; shared views; who is signed in.', OPERATOR],
  '/docs': ['Every endpoint with its parameters and answers, to try on the page.', 'No key needed to read'],
};

/** Those of the navigation, and the keys before the reference. */
const LINKS: { path: PagePath; name: string; icon: IconName }[] = NAVIGATION.slice(1);
LINKS.splice(-1, 0, { path: '/keys', name: 'Keys', icon: 'person' });

/** Where to go from here. */
const LinksSection = () => (
  <section aria-labelledby="pages">
    <h2 id="pages" class="quiet">
      Pages
    </h2>
    <ul class="places">
      {LINKS.map(({ path, name, icon }) => (
        <li>
          <Icon name={icon} />
          <h3>
            <a href={path}>{name}</a>
          </h3>
          <p>{ABOUT[path]?.[0]}</p>
          <small>{ABOUT[path]?.[1]}</small>
        </li>
      ))}
    </ul>
  </section>
);
