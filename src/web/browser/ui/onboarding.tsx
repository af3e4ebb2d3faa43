import { type Child, useRef } from 'hono/jsx/dom';
import { useQuery } from '../lib/query.ts';
import { IS_SERVER, may, useSession } from '../lib/request.ts';

const POLL_INTERVAL_MS = 10_000;

/** Imports the checklist on demand, because few pages are empty. */
async function load(isEditor: boolean, signal: AbortSignal) {
  const { loadOnboarding, OnboardingChecklist } = await import('./onboarding-checklist.tsx');
  return { OnboardingChecklist, ...(await loadOnboarding(isEditor, signal)) };
}

interface ChecklistWords {
  heading?: string;
  /** Sentence about the page’s content after the setup. */
  about?: string;
}

interface Onboarding {
  steps: Child | null;
  isLoading: boolean;
}

/**
 * Returns the next setup step for a page that is empty because there are no stories or readers yet. `words` are
 * those of the page.
 */
export function useOnboarding(isEmpty: boolean, needs: 'stories' | 'readers', words: ChecklistWords = {}): Onboarding {
  const isEditor = may(useSession().session, 'edit');
  const { value, error, reload } = useQuery(`beginnings ${isEditor}`, (signal) => load(isEditor, signal), {
    paused: !isEmpty || IS_SERVER,
    interval: POLL_INTERVAL_MS,
  });
  const before = useRef<typeof value>(null);
  if (value && !value.isRead) before.current = value;
  const hasBegun = !isEmpty || !value || (value.hasStory && needs === 'stories');
  const waited = value?.isRead ? before.current : null;
  const shown = value?.isRead ? waited : value;
  return {
    steps:
      hasBegun || !shown ? null : (
        <shown.OnboardingChecklist {...shown} hasWaited={waited !== null} reload={reload} {...words} />
      ),
    isLoading: isEmpty && !value && !error && !IS_SERVER,
  };
}
