import { useEffect } from 'hono/jsx/dom';
import { type Polled, type PollOptions, usePolled } from './poll.ts';
import type { Refusal } from './refusal.ts';

/** The reader's right to ask. */
export interface Entry {
  apiKey: string;
  /** Takes the key away, and says why. */
  refuse: (refusal: Refusal) => void;
}

/** As `usePolled`; a refused key goes back to the gate. */
export function useAsked<T>(
  { refuse }: Entry,
  load: (signal: AbortSignal) => Promise<T>,
  options: PollOptions,
): Polled<T> {
  const polled = usePolled(load, options);
  const { refusal } = polled;
  useEffect(() => {
    if (refusal?.kind === 'key' || refusal?.kind === 'forbidden') refuse(refusal);
  }, [refusal]);
  return polled;
}
