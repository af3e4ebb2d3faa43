import type { Context } from 'hono';
import type { AppEnv } from '../../http/env.ts';
import { reportFailure } from '../../http/report.ts';
import { LinksSection } from './home/links.tsx';
import { readState, type ServiceState } from './home/state.ts';
import { StateSection } from './home/state-section.tsx';
import { AppRoot } from './layout.tsx';
import type { PageDefinition } from './page-definition.ts';

/** `/`: what newsgauge is on this address. */
export const home: PageDefinition = {
  path: '/',
  heading: 'newsgauge',
  description: 'Industry news as precise feeds, and what readers engage with, within seconds.',
  script: 'home',
  style: 'home',
  content: async (c) => {
    const state = await stateOf(c);
    // Before readers have come, what is missing comes first.
    const isNew = state?.clicks === 'none';
    return (
      <div class={isNew ? 'home begins' : 'home'}>
        {isNew ? <AppSection title="First steps" isQuiet /> : null}
        <LinksSection />
        <StateSection state={state} />
        {isNew ? null : <AppSection title="The feed in three formats" />}
      </div>
    );
  },
};

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
