import type { Context } from 'hono';
import type { AppEnv } from '../../../http/env.ts';
import { reportFailure } from '../../../http/report.ts';
import { AppRoot } from '../layout.tsx';
import { LinksSection } from './links.tsx';
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
