import { useEffect, useRef, useState } from 'hono/jsx/dom';
import { Refusal } from './refusal.ts';

/** What is known of a question that is asked again and again. */
export interface Polled<T> {
  /** The last good answer; stays when a later question is refused. */
  value: T | null;
  /** Why the last question was refused; null: it was answered. */
  refusal: Refusal | null;
  /** Epoch milliseconds of the last good answer; null: none yet. */
  at: number | null;
  /** Asks at once. */
  again: () => void;
}

export interface PollOptions {
  /** Names the question: when it changes, everything known is forgotten and asked anew. */
  question: string;
  /** Milliseconds between an answer and the next question; null: asks once. */
  every: number | null;
  /** Stands still; what is known stays. */
  paused?: boolean;
}

type Known<T> = Omit<Polled<T>, 'again'> & { question: string };

/** Asks now and then every so often; rests while the tab is hidden or a refusal says to wait. `load` need not be stable. */
export function usePolled<T>(load: (signal: AbortSignal) => Promise<T>, options: PollOptions): Polled<T> {
  const { question, every, paused = false } = options;
  const nothing: Known<T> = { question, value: null, refusal: null, at: null };
  const [known, setKnown] = useState<Known<T>>(nothing);
  const current = useRef(load);
  current.current = load;
  const askNow = useRef(() => {});

  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asking = false;
    const wait = (milliseconds: number | null) => {
      clearTimeout(timer);
      if (milliseconds !== null && !abort.signal.aborted) timer = setTimeout(round, milliseconds);
    };
    const round = async () => {
      if (asking || abort.signal.aborted) return;
      if (document.hidden) return; // `visibilitychange` takes it up again.
      asking = true;
      try {
        const value = await current.current?.(abort.signal);
        if (!abort.signal.aborted) setKnown({ question, value: value as T, refusal: null, at: Date.now() });
        wait(every);
      } catch (error) {
        if (abort.signal.aborted) return;
        const refusal = error instanceof Refusal ? error : new Refusal(500);
        if (!(error instanceof Refusal)) console.error(error);
        setKnown((before) => ({ ...(before.question === question ? before : nothing), refusal }));
        wait(passes(refusal) ? Math.max(every ?? 0, (refusal.retryAfter ?? 5) * 1000) : null);
      } finally {
        asking = false;
      }
    };
    const shown = () => {
      if (!document.hidden && !paused) void round();
    };
    askNow.current = () => void round();
    document.addEventListener('visibilitychange', shown);
    if (!paused) void round();
    return () => {
      abort.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', shown);
    };
  }, [question, every, paused]);

  const { value, refusal, at } = known.question === question ? known : nothing;
  return { value, refusal, at, again: () => askNow.current?.() };
}

/** Asking again may help. */
const passes = ({ kind }: Refusal) => kind === 'busy' || kind === 'failed' || kind === 'offline';
