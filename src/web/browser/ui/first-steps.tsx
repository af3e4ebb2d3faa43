import { type Child, useRef } from 'hono/jsx/dom';
import { useQuery } from '../lib/query.ts';
import { may, useSession } from '../lib/request.ts';

/** Milliseconds after which a step that was done elsewhere, or a first click, turns the page. */
const EVERY = 10_000;

/** Pages seldom have nothing to show, so that only then this is loaded. */
async function load(isEditor: boolean, signal: AbortSignal) {
  const { loadBeginnings, Steps } = await import('./beginnings.tsx');
  return { Steps, ...(await loadBeginnings(isEditor, signal)) };
}

interface FirstSteps {
  /** What to show in place of nothing; null: the newsroom has begun. */
  steps: Child | null;
  /** It is not known yet. */
  isLoading: boolean;
}

/**
 * The first step that is missing, with its button, for a page that is about `needs` and has nothing to show (`isEmpty`), which may be
 * because nothing has begun. `heading`: what the page says of that itself.
 */
export function useFirstSteps(isEmpty: boolean, needs: 'stories' | 'readers', heading?: string): FirstSteps {
  const isEditor = may(useSession().session, 'edit');
  const { value, error, reload } = useQuery(`beginnings ${isEditor}`, (signal) => load(isEditor, signal), {
    paused: !isEmpty,
    interval: EVERY,
  });
  const before = useRef<typeof value>(null);
  if (value && !value.isRead) before.current = value;
  const hasBegun = !isEmpty || !value || (value.hasStory && needs === 'stories');
  const waited = value?.isRead ? before.current : null;
  const shown = value?.isRead ? waited : value;
  return {
    steps:
      hasBegun || !shown ? null : (
        <shown.Steps {...shown} hasWaited={waited !== null} reload={reload} heading={heading} />
      ),
    isLoading: isEmpty && !value && !error,
  };
}
