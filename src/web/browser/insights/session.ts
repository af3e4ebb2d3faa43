import { useEffect } from 'hono/jsx/dom';
import { type Polled, type PollOptions, usePolled } from '../lib/poll.ts';
import type { Refusal } from '../lib/refusal.ts';
import type { InsightsView } from './view.ts';

/** What every view of the page is given. */
export interface Session {
  apiKey: string;
  /** Takes the key away, and says why. */
  refuse: (refusal: Refusal) => void;
  paused: boolean;
  pause: (paused: boolean) => void;
  view: InsightsView;
  change: (part: Partial<InsightsView>) => void;
  /** Address of the present view with a change. */
  href: (part: Partial<InsightsView>) => string;
}

/**
 * Answers are kept for ten seconds behind the API, by question. Taking three questions in turn that differ in nothing one sees (how
 * many places they ask for) gets a fresh answer every three and a half, and leaves the cache to do its work for everybody.
 */
const TURNS = 3;
export const TURN = 3_400;
let turns = 0;
export const turn = (least: number) => least + (turns++ % TURNS);

/** Milliseconds after which what is kept behind the API has expired. */
export const SLOW = 10_200;

/** As `usePolled`; a refused key goes back to the gate. */
export function useAnswer<T>(
  { paused, refuse }: Session,
  load: (signal: AbortSignal) => Promise<T>,
  options: Omit<PollOptions, 'paused'>,
): Polled<T> {
  const polled = usePolled(load, { ...options, paused });
  const { refusal } = polled;
  useEffect(() => {
    if (refusal?.kind === 'key' || refusal?.kind === 'forbidden') refuse(refusal);
  }, [refusal]);
  return polled;
}
