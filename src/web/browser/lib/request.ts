import { useEffect, useState } from 'hono/jsx/dom';
import { MINUTE_MS } from '../../../lib/time.ts';
import type { components, paths } from './api.ts';
import { isBatchable, sendInBatch } from './request-batch.ts';

/** Whether this code runs on the server, where it renders shared views. */
export const IS_SERVER = !('document' in globalThis);

type ApiErrorKind = 'key' | 'forbidden' | 'invalid' | 'missing' | 'conflict' | 'busy' | 'failed' | 'offline';

export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** HTTP status, or 0 if there was no response. */
  readonly status: number;
  readonly faults: Record<string, string>;
  /** Number of seconds until the request may be repeated, if the service sent `Retry-After`. */
  readonly retryAfter: number | null;
  /** Current resource and its ETag if the error was a conflict. */
  readonly current: { value: unknown; etag: string | null } | null;

  constructor(
    status: number,
    faults: Record<string, string> = {},
    retryAfter: number | null = null,
    current: ApiError['current'] = null,
  ) {
    super(wordsFor(status, faults, retryAfter));
    this.kind = KIND_OF_STATUS[status] ?? (status === 0 ? 'offline' : status < 500 ? 'invalid' : 'failed');
    this.status = status;
    this.faults = faults;
    this.retryAfter = retryAfter;
    this.current = current;
  }
}

const KIND_OF_STATUS: Record<number, ApiErrorKind> = {
  401: 'key',
  403: 'forbidden',
  404: 'missing',
  409: 'conflict',
  412: 'conflict',
  429: 'busy',
  503: 'busy',
};

function wordsFor(status: number, faults: Record<string, string>, retryAfter: number | null): string {
  if (status === 0) return 'Can’t reach the server. Check your connection.';
  if (status === 401) return 'Your session has ended. Sign in again.';
  if (status === 429) return `Too many requests. Retrying in ${retryAfter ?? 60} seconds.`;
  if (status === 503) return 'The server is busy. Retrying shortly.';
  if (status >= 500) return 'The server reported an error and logged it.';
  if (status === 412) return 'Someone else has changed this in the meantime.';
  const listed = Object.entries(faults).map(([name, fault]) => `${name} ${fault}`);
  return listed.length > 0 ? `${listed.join('; ')}.` : `The server rejected this request (${status}).`;
}

/** Builds an error whose message lists the errors of a JSend response by parameter. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as { data?: unknown; current?: unknown };
  const given = typeof body.data === 'object' && body.data !== null ? (body.data as Record<string, string>) : {};
  const faults = Object.fromEntries(Object.entries(given).map(([name, fault]) => [name, withoutSettings(fault)]));
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const current = 'current' in body ? { value: body.current, etag: response.headers.get('ETag') } : null;
  return new ApiError(response.status, faults, Number.isFinite(retryAfter) ? retryAfter : null, current);
}

/** Removes hints at settings such as `(FEED_TIMEOUT=20 would …)`, except for operators, who can change settings. */
export const withoutSettings = (text: string): string =>
  may(signedIn.session, 'operate') ? text : String(text).replace(/ \([A-Z_]+=[^)]*\)/g, '');

/** Converts an error to an `ApiError`. A script that cannot be loaded counts as a server that cannot be reached. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError(thrown instanceof TypeError && /\bmodule\b/i.test(thrown.message) ? 0 : 500);
}

export type Schemas = components['schemas'];

export type DataOf<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': { data: infer D } } } } };
}
  ? D
  : never;

type Parameter = string | number | boolean | readonly (string | number)[] | null | undefined;

export interface RequestOptions {
  /** Query parameters. Null, undefined and empty values are omitted. Lists are joined with commas. */
  query?: Record<string, Parameter>;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Names of fields that the caller does not use. Requests that are sent together leave them out. */
  omit?: readonly string[];
}

/** Functions that send the requests of pages rendered on the server, keyed by the page's abort signal. */
export const senders = new WeakMap<AbortSignal, (path: string, init?: RequestInit) => Promise<Response>>();

const answers = new Map<string, { etag: string; value: unknown }>();
const MAX_ANSWERS = 50;

/** Sends a request and returns its `data`. If the data is unchanged, returns the same object. Throws `ApiError`. */
export async function request<T>(path: string, options: RequestOptions): Promise<T> {
  return (await requestTagged<T>(path, options)).value;
}

/** Sends a request and also returns the ETag for conditional changes. */
export async function requestTagged<T>(
  path: string,
  options: RequestOptions,
): Promise<{ value: T; etag: string | null }> {
  const id = [path + queryString(options.query), ...(options.omit ?? [])].join(' ');
  // The server does not cache responses, because they belong to different pages.
  const isRead = !IS_SERVER && (options.method ?? 'GET') === 'GET';
  const known = isRead ? answers.get(id) : undefined;
  const response = await send(path, options, known?.etag);
  if (response.status === 304 && known) return { value: known.value as T, etag: known.etag };
  const json = (await response.json()) as { status?: string; data?: unknown };
  const value = json.status === 'success' && 'data' in json ? json.data : json;
  const etag = response.headers.get('ETag');
  if (isRead && etag) keep(id, { etag, value });
  return { value: value as T, etag };
}

export async function requestText(path: string, options: RequestOptions): Promise<string> {
  return (await send(path, options)).text();
}

async function send(path: string, options: RequestOptions, etag?: string): Promise<Response> {
  const { query, method = 'GET', body, headers = {}, signal, omit = [] } = options;
  const own = signal && senders.get(signal);
  const address = path + queryString(query);
  const sendAlone = () =>
    (own ?? fetch)(address, {
      method,
      cache: 'no-store',
      headers: {
        ...(publishableKey ? { Authorization: `Bearer ${publishableKey}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(etag ? { 'If-None-Match': etag } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  const isBatched = !IS_SERVER && !own && !publishableKey && method === 'GET' && isBatchable(path);
  const sent = isBatched ? sendInBatch({ address, etag, omit, signal }, sendAlone) : sendAlone();
  const response = await sent.catch((error: Error) => {
    throw error.name === 'AbortError' ? error : new ApiError(0);
  });
  if (!response.ok && response.status !== 304) throw await apiErrorOf(response);
  if (method !== 'GET' && /^\/manage\/(topics|companies|audit)\b/.test(path)) noteNamesChanged();
  return response;
}

const NAMES_CHANGED = 'newsgauge:names';
/** Time after a change for which `/embed/choices` may still return cached names. */
const CACHED_NAMES_MS = 2 * MINUTE_MS;

function noteNamesChanged(): void {
  try {
    sessionStorage.setItem(NAMES_CHANGED, String(Date.now()));
  } catch {}
}

/** Whether this tab has just changed names of topics or companies, which the caches do not contain yet. */
export function haveNamesChanged(): boolean {
  try {
    return Number(sessionStorage.getItem(NAMES_CHANGED)) > Date.now() - CACHED_NAMES_MS;
  } catch {
    return false;
  }
}

/** Clears cached responses, because the next user may have other permissions. */
export const forgetAnswers = (): void => answers.clear();

let publishableKey: string | null = null;

/** Sets the publishable key for all requests of a page without a session. It is stored in memory only. */
export function carryKey(key: string | null): void {
  publishableKey = key;
  forgetAnswers();
}

function keep(id: string, answer: { etag: string; value: unknown }): void {
  answers.delete(id);
  answers.set(id, answer);
  const [oldest] = answers.keys();
  if (answers.size > MAX_ANSWERS && oldest !== undefined) answers.delete(oldest);
}

export function queryString(query: Record<string, Parameter> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (text !== '') search.set(name, text);
  }
  return search.size > 0 ? `?${search.toString().replaceAll('%2C', ',')}` : '';
}

/** Returns a URL fragment for those parameters of a shared page that the API does not accept. */
export const fragmentString = (query: Record<string, Parameter>): string => queryString(query).replace('?', '#');

/** Session data. The secret stays in a cookie that scripts cannot read. */
export type Session = Schemas['Session'];

/** Permissions in ascending order. Each one includes those before it. */
export const RIGHTS = ['embed', 'read', 'share', 'edit', 'operate'] as const;
export type Right = (typeof RIGHTS)[number];
const HIGHEST_RIGHTS: Record<Session['kind'], Right> = {
  partner: 'embed',
  secret: 'read',
  reader: 'share',
  editor: 'edit',
  operator: 'operate',
};

export const may = (session: Pick<Session, 'kind'> | null | undefined, right: Right): boolean =>
  Boolean(session) && RIGHTS.indexOf(right) <= RIGHTS.indexOf(HIGHEST_RIGHTS[session?.kind ?? 'partner']);

/** Current session. Undefined while it is unknown, and `null` if there is none. `error` is why it is unknown. */
export interface SignedIn {
  session: Session | null | undefined;
  error: ApiError | null;
  hasEnded: boolean;
}

let signedIn: SignedIn = { session: undefined, error: null, hasEnded: false };
const listeners = new Set<() => void>();
const tabs = !IS_SERVER && 'BroadcastChannel' in globalThis ? new BroadcastChannel('newsgauge:session') : null;

function setSignedIn(next: Partial<SignedIn>): void {
  if (next.session?.name !== signedIn.session?.name) forgetAnswers();
  signedIn = { ...signedIn, error: null, ...next };
  for (const listener of listeners) listener();
}

const sendSession = async (method: 'GET' | 'POST' | 'DELETE', headers: Record<string, string> = {}) =>
  (await request<{ session: Session | null }>('/session', { method, headers })).session;

export async function loadSession(): Promise<void> {
  try {
    const session = await sendSession('GET');
    setSignedIn({ session, hasEnded: session ? false : signedIn.hasEnded });
  } catch (error) {
    setSignedIn({ error: error as ApiError });
  }
}

/** Exchanges a key for a session. Throws an `ApiError`. */
export async function signIn(key: string): Promise<void> {
  const session = await sendSession('POST', { Authorization: `Bearer ${key}` });
  if (session) signedInAs(session);
}

/** Uses a session that was created without a key, for example with a passkey. */
export function signedInAs(session: Session): void {
  setSignedIn({ session, hasEnded: false });
  tabs?.postMessage('in');
}

export async function signOut(): Promise<void> {
  await sendSession('DELETE');
  try {
    sessionStorage.clear();
  } catch {}
  setSignedIn({ session: null, hasEnded: false });
  tabs?.postMessage('out');
}

/** Marks the session as ended after a request has failed because the session is no longer valid. */
export function markSessionEnded(): void {
  if (signedIn.session) setSignedIn({ session: null, hasEnded: true });
}

tabs?.addEventListener('message', ({ data }: MessageEvent) => {
  if (data === 'out') setSignedIn({ session: null, hasEnded: false });
  else void loadSession();
});

let isAsking = false;

export function useSession(): SignedIn {
  const [seen, update] = useState(signedIn);
  useEffect(() => {
    const listener = () => update(signedIn);
    listeners.add(listener);
    // Reports a session change that happened between the first rendering and this effect.
    listener();
    if (!isAsking && signedIn.session === undefined) {
      isAsking = true;
      void loadSession().finally(() => {
        isAsking = false;
      });
    }
    return () => {
      listeners.delete(listener);
    };
  }, []);
  return seen;
}

/** Returns the reason why a sign-in key is malformed, or `null`. */
export function keyFault(text: string): string | null {
  if (text === '') return 'Paste your key. It begins with ngo_ or ngs_.';
  if (text.startsWith('ngp_'))
    return 'This is a publishable key, which is for web pages. Sign in with an operator or secret key.';
  if (!/^ng[so]_[0-9A-Za-z]{34}$/.test(text))
    return 'This is not a key. A key has 38 characters and begins with ngo_ or ngs_.';
  return null;
}
