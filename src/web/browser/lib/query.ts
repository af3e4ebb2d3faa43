import { useEffect, useRef, useState } from 'hono/jsx/dom';
import type { Millis } from '../../../lib/time.ts';
import type { paths } from './api.ts';
import {
  ApiError,
  type DataOf,
  markSessionEnded,
  queryString,
  type RequestOptions,
  request,
  toApiError,
  useSession,
} from './request.ts';
import { startBatching } from './request-batch.ts';

export interface Query<T> {
  /** Data of the last successful response. A later failure does not clear it. */
  value: T | null;
  error: ApiError | null;
  at: Millis | null;
  /** Time of the next attempt after an error, or `null` if there is none. */
  retryAt?: Millis | null;
  reload: () => void;
}

interface QueryOptions {
  /** Milliseconds between a response and the next request. If undefined, the data is loaded once. */
  interval?: number | null;
  paused?: boolean;
}

/** Functions that replace the browser's functions while the server renders a page. */
export interface ServerHooks {
  query(key: string, load: (signal: AbortSignal) => Promise<unknown>, paused: boolean): Query<unknown>;
  setTitle(title: string | null | undefined): void;
}

export let serverHooks: ServerHooks | null = null;
export function setServerHooks(hooks: ServerHooks): void {
  serverHooks = hooks;
}

/** Time between a request that did not reach the server and the next one. */
const OFFLINE_RETRY_MS = 1_000;

type State<T> = Omit<Query<T>, 'reload'> & { queryKey: string };

/**
 * `useEffect` for effects that load data or wait. If a later render replaces an effect before it runs, the renderer runs
 * both and forgets the clean-up of the first, so its late response would replace the newer one.
 */
export function useAsyncEffect(effect: () => () => void, deps: readonly unknown[]): void {
  const cleanUp = useRef<() => void>(() => {});
  useEffect(() => {
    cleanUp.current?.();
    cleanUp.current = effect();
    return () => cleanUp.current?.();
  }, deps);
}

/** Event of the document after a change or an undo in another part of the page. All queries then load again. */
export const CHANGED_ELSEWHERE = 'changed-elsewhere';

/** Makes a view send the requests of its queries together. Call it before them. */
export function useBatchedRequests(): void {
  if (!serverHooks) useAsyncEffect(startBatching, []);
}

/** Loads data at each interval while the tab is visible. `load` may be a new function on each render. */
export function useQuery<T>(
  key: unknown,
  load: (signal: AbortSignal) => Promise<T>,
  { interval = null, paused = false }: QueryOptions = {},
): Query<T> {
  const queryKey = JSON.stringify(key);
  if (serverHooks) return serverHooks.query(queryKey, load, paused) as Query<T>;
  const { session, hasEnded } = useSession();
  // Without a session, requests would fail, so they wait for a new session.
  const isPaused = paused || hasEnded;
  const initial: State<T> = { queryKey, value: null, error: null, at: null };
  const [state, setState] = useState<State<T>>(initial);
  const current = useRef(load);
  current.current = load;
  const loadNow = useRef(() => {});

  useAsyncEffect(() => {
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLoading = false;
    let isOutdated = false;
    const wait = (milliseconds: number | null) => {
      clearTimeout(timer);
      if (milliseconds !== null && !abort.signal.aborted) timer = setTimeout(loadOnce, milliseconds);
    };
    const loadOnce = async () => {
      if (isLoading || abort.signal.aborted) return;
      if (document.hidden) return; // The `visibilitychange` handler resumes polling.
      isLoading = true;
      isOutdated = false;
      try {
        const value = await current.current?.(abort.signal);
        if (!abort.signal.aborted) setState({ queryKey, value: value as T, error: null, at: Date.now() });
        wait(interval);
      } catch (thrown) {
        if (abort.signal.aborted) return;
        const error = toApiError(thrown);
        if (!(thrown instanceof ApiError)) console.error(thrown);
        const delay = delayAfter(error, interval);
        const retryAt = delay === null ? null : Date.now() + delay;
        setState((before) => ({ ...(before.queryKey === queryKey ? before : initial), error, retryAt }));
        wait(delay);
      } finally {
        isLoading = false;
        if (isOutdated) void loadOnce();
      }
    };
    const resume = () => {
      if (!document.hidden && !isPaused) void loadOnce();
    };
    // A response that is on its way may be older than the change that the caller has made.
    const reload = () => {
      isOutdated = isLoading;
      void loadOnce();
    };
    const reloadChanged = () => isPaused || reload();
    loadNow.current = reload;
    document.addEventListener(CHANGED_ELSEWHERE, reloadChanged);
    document.addEventListener('visibilitychange', resume);
    addEventListener('online', resume);
    if (!isPaused) void loadOnce();
    return () => {
      abort.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', resume);
      document.removeEventListener(CHANGED_ELSEWHERE, reloadChanged);
      removeEventListener('online', resume);
    };
  }, [queryKey, interval, isPaused, session?.expires]);

  const { value, error, at, retryAt = null } = state.queryKey === queryKey ? state : initial;
  useEffect(() => {
    if (error?.kind === 'key') markSessionEnded();
  }, [error]);
  return { value, error, at, retryAt, reload: () => loadNow.current?.() };
}

/** Returns the milliseconds until the next attempt, or `null` if it would fail as well. */
function delayAfter(error: ApiError, interval: number | null): number | null {
  if (error.kind === 'offline') return OFFLINE_RETRY_MS;
  return mayPass(error) ? Math.max(interval ?? 0, (error.retryAfter ?? 5) * 1000) : null;
}

interface DataOptions extends Pick<RequestOptions, 'query'>, QueryOptions {
  at?: Record<string, string | number>;
  version?: string | number;
}

/** Loads the `data` of a GET request to the API. The path and parameters identify the query. */
export function useData<P extends keyof paths>(
  path: P,
  { at = {}, query = {}, version = '', ...options }: DataOptions = {},
): Query<DataOf<P>> {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(at[name] ?? ''));
  const key = [address, queryString(query), version];
  return useQuery(key, (signal) => request<DataOf<P>>(address, { query, signal }), options);
}

const mayPass = ({ kind }: ApiError) => kind === 'busy' || kind === 'failed' || kind === 'offline';
