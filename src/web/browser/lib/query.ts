import { useEffect, useRef, useState } from 'hono/jsx/dom';
import type { Millis } from '../../../lib/time.ts';
import type { paths } from './api.ts';
import {
  ApiError,
  type DataOf,
  queryString,
  type RequestOptions,
  request,
  sessionEnded,
  useSession,
} from './request.ts';

/** The state of a query. */
export interface Query<T> {
  /** The last good answer; it stays when a later request fails. */
  value: T | null;
  /** Why the last request failed; null: it succeeded. */
  error: ApiError | null;
  /** Of the last good answer; null: none yet. */
  at: Millis | null;
  /** Requests at once. */
  reload: () => void;
}

interface QueryOptions {
  /** Milliseconds between an answer and the next request; null, or left out: requests once. */
  interval?: number | null;
  /** No requests are sent; what is loaded stays. */
  paused?: boolean;
}

type State<T> = Omit<Query<T>, 'reload'> & { queryKey: string };

/**
 * Loads now and at each interval; waits while the tab is hidden, and as long as an error says. An error about the session ends it
 * here, and the next one loads again. `key` identifies the query: when it changes, the state starts over. `load` need not be stable.
 */
export function useQuery<T>(
  key: unknown,
  load: (signal: AbortSignal) => Promise<T>,
  { interval = null, paused = false }: QueryOptions = {},
): Query<T> {
  const queryKey = JSON.stringify(key);
  const { session, hasEnded } = useSession();
  // A session that has ended is asked for again first; until then nothing would be answered.
  const isPaused = paused || hasEnded;
  const initial: State<T> = { queryKey, value: null, error: null, at: null };
  const [state, setState] = useState<State<T>>(initial);
  const current = useRef(load);
  current.current = load;
  const loadNow = useRef(() => {});

  useEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLoading = false;
    const wait = (milliseconds: number | null) => {
      clearTimeout(timer);
      if (milliseconds !== null && !abort.signal.aborted) timer = setTimeout(loadOnce, milliseconds);
    };
    const loadOnce = async () => {
      if (isLoading || abort.signal.aborted) return;
      if (document.hidden) return; // `visibilitychange` continues.
      isLoading = true;
      try {
        const value = await current.current?.(abort.signal);
        if (!abort.signal.aborted) setState({ queryKey, value: value as T, error: null, at: Date.now() });
        wait(interval);
      } catch (thrown) {
        if (abort.signal.aborted) return;
        const error = thrown instanceof ApiError ? thrown : new ApiError(500);
        if (!(thrown instanceof ApiError)) console.error(thrown);
        setState((before) => ({ ...(before.queryKey === queryKey ? before : initial), error }));
        wait(mayPass(error) ? Math.max(interval ?? 0, (error.retryAfter ?? 5) * 1000) : null);
      } finally {
        isLoading = false;
      }
    };
    const resume = () => {
      if (!document.hidden && !isPaused) void loadOnce();
    };
    loadNow.current = () => void loadOnce();
    document.addEventListener('visibilitychange', resume);
    if (!isPaused) void loadOnce();
    return () => {
      abort.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', resume);
    };
  }, [queryKey, interval, isPaused, session?.expires]);

  const { value, error, at } = state.queryKey === queryKey ? state : initial;
  useEffect(() => {
    if (error?.kind === 'key') sessionEnded();
  }, [error]);
  return { value, error, at, reload: () => loadNow.current?.() };
}

interface DataOptions extends Pick<RequestOptions, 'query'>, QueryOptions {
  /** What stands in the path in place of its `{names}`. */
  at?: Record<string, string | number>;
  /** The state starts over when it changes. */
  version?: string | number;
}

/** Loads `data` of a GET of the API as `useQuery` does; the path with its parameters identifies it. */
export function useData<P extends keyof paths>(
  path: P,
  { at = {}, query = {}, version = '', ...options }: DataOptions = {},
): Query<DataOf<P>> {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(at[name] ?? ''));
  const key = [address, queryString(query), version];
  return useQuery(key, (signal) => request<DataOf<P>>(address, { query, signal }), options);
}

/** The same request may succeed later. */
const mayPass = ({ kind }: ApiError) => kind === 'busy' || kind === 'failed' || kind === 'offline';
