import type { paths } from '../../../client/schema.d.ts';
import { Refusal, refusalOf } from './refusal.ts';

/** `data` of the answer to a GET that the API description knows. */
export type DataOf<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': { data: infer D } } } } };
}
  ? D
  : never;

type Parameter = string | number | boolean | readonly (string | number)[] | null | undefined;

export interface Question {
  key: string;
  /** What is null, undefined or empty is left out; lists are joined by commas. */
  query?: Record<string, Parameter>;
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  body?: unknown;
  /** Such as `If-Match`. */
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** What was answered last to each question, with its validator. */
const answers = new Map<string, { etag: string; value: unknown }>();
const MAX_ANSWERS = 50;

/**
 * Asks the service and returns `data` of its JSend answer (the whole of any other JSON). The key goes in a header. An answer that
 * has not changed costs a 304 and is the very same object as before. Throws a `Refusal`, in words.
 */
export async function ask<T>(path: string, question: Question): Promise<T> {
  const { value } = await askForResponse<T>(path, question);
  return value;
}

/** As `ask`, with the headers of the answer. */
export async function askForResponse<T>(path: string, question: Question): Promise<{ value: T; headers: Headers }> {
  const id = `${question.key} ${path}${queryString(question.query)}`;
  const isRead = (question.method ?? 'GET') === 'GET';
  const known = isRead ? answers.get(id) : undefined;
  const response = await send(path, question, known?.etag);
  const { headers } = response;
  if (response.status === 304 && known) return { value: known.value as T, headers };
  const json = (await response.json()) as { status?: string; data?: unknown };
  const value = json.status === 'success' && 'data' in json ? json.data : json;
  const etag = headers.get('ETag');
  if (isRead && etag) keep(id, { etag, value });
  return { value: value as T, headers };
}

/** The answer as it was written, for what is no JSON or is to be shown. */
export async function askForText(path: string, question: Question): Promise<string> {
  return (await send(path, question)).text();
}

/** Throws a `Refusal` unless the answer is good or says that nothing has changed. */
async function send(path: string, question: Question, etag?: string): Promise<Response> {
  const { key, query, method = 'GET', body, headers = {}, signal } = question;
  const response = await fetch(path + queryString(query), {
    method,
    cache: 'no-store',
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(etag ? { 'If-None-Match': etag } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: Error) => {
    throw error.name === 'AbortError' ? error : new Refusal(0);
  });
  if (!response.ok && response.status !== 304) throw await refusalOf(response);
  return response;
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
