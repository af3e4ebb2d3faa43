import type { Context } from 'hono';
import type { AppEnv } from '../../../http/env.ts';
import { reportFailure } from '../../../http/report.ts';
import { Icon, type IconName } from '../base/icons.tsx';
import { NAVIGATION, type PagePath } from '../base/navigation.ts';
import { AppRoot } from '../layout.tsx';
import { readState, type ServiceState } from './state.ts';
import { StateSection } from './state-section.tsx';

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
    reportFailure(c, 503, error as Error);
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
