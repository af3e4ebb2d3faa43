import type { components, paths } from '../../../../client/schema.d.ts';
import { ApiError, apiErrorOf } from './api-error.ts';

/** What the service answers, by the names of its description. */
export type Schemas = components['schemas'];

/** `data` of the answer to a GET of the API. */
export type DataOf<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': { data: infer D } } } } };
}
  ? D
  : never;

type Parameter = string | number | boolean | readonly (string | number)[] | null | undefined;

export interface RequestOptions {
  /** What is null, undefined or empty is left out; lists are joined by commas. */
  query?: Record<string, Parameter>;
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  /** Such as `If-Match`. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** What was answered last to each request, with its validator. */
const answers = new Map<string, { etag: string; value: unknown }>();
const MAX_ANSWERS = 50;

/**
 * Sends a request and returns `data` of the JSend answer (the whole of any other JSON). The session's cookie goes with it. An unchanged
 * answer costs a 304 and is the same object as before. Throws an `ApiError`.
 */
export async function request<T>(path: string, options: RequestOptions): Promise<T> {
  return (await requestTagged<T>(path, options)).value;
}

/** As `request`, with the ETag of the answer, which says what a later change is made on. */
export async function requestTagged<T>(
  path: string,
  options: RequestOptions,
): Promise<{ value: T; etag: string | null }> {
  const id = path + queryString(options.query);
  const isRead = (options.method ?? 'GET') === 'GET';
  const known = isRead ? answers.get(id) : undefined;
  const response = await send(path, options, known?.etag);
  if (response.status === 304 && known) return { value: known.value as T, etag: known.etag };
  const json = (await response.json()) as { status?: string; data?: unknown };
  const value = json.status === 'success' && 'data' in json ? json.data : json;
  const etag = response.headers.get('ETag');
  if (isRead && etag) keep(id, { etag, value });
  return { value: value as T, etag };
}

/** The answer as text, for what is not JSON or is to be shown. */
export async function requestText(path: string, options: RequestOptions): Promise<string> {
  return (await send(path, options)).text();
}

/** Throws an `ApiError` unless the answer is good or 304. */
async function send(path: string, options: RequestOptions, etag?: string): Promise<Response> {
  const { query, method = 'GET', body, headers = {}, signal } = options;
  const response = await fetch(path + queryString(query), {
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
  }).catch((error: Error) => {
    throw error.name === 'AbortError' ? error : new ApiError(0);
  });
  if (!response.ok && response.status !== 304) throw await apiErrorOf(response);
  return response;
}

/** Forgets what was answered: somebody else may see other things. */
export const forgetAnswers = (): void => answers.clear();

let publishableKey: string | null = null;

/** Requests carry this key in a header from now on: for a page that is used without a session. It is kept in memory only. */
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

/** `?name=value…` of what is given; empty where nothing is. */
export function queryString(query: Record<string, Parameter> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const text = Array.isArray(value) ? value.join(',') : String(value ?? '');
    if (text !== '') search.set(name, text);
  }
  return search.size > 0 ? `?${search.toString().replaceAll('%2C', ',')}` : '';
}
