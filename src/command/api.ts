import { setTimeout as sleep } from 'node:timers/promises';
import { failAs, failCommand } from './command.ts';
import { fetchFrom } from './service.ts';

type Data = Record<string, unknown>;

/** Management API for commands. A failed request ends the command with the service's error. */
export interface Api {
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Data>;
  /** Returns `data` and the ETag of a resource, or `null` if it does not exist. */
  find(path: string): Promise<{ data: Data; etag: string } | null>;
}

export type Send = (path: string, init: RequestInit) => Promise<Response>;

const MAX_ATTEMPTS = 5;

/** Returns the API of a service. If `isPatient` is true, retries requests even while the service is unreachable. */
export const apiAt = (base: URL, key: string, isPatient = false): Api =>
  apiBy(
    (path, init) =>
      fetchFrom(base, `/manage/${path}`, { ...init, headers: { Authorization: `Bearer ${key}`, ...init.headers } }),
    isPatient,
  );

/** Returns an API that sends requests with `send`, and retries them while the service is busy. */
export function apiBy(send: Send, isPatient = false): Api {
  const request = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === MAX_ATTEMPTS;
      const response = await send(path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }).catch((error: Error) => {
        if (isLast || !isPatient) throw error;
        return null;
      });
      const text = await response?.text();
      const isPassing = !response || response.status === 429 || response.status === 503;
      if (response && (isLast || !isPassing)) return { response, answer: answerOf(response, text ?? '') };
      await sleep(1000 * Math.max(Number(response?.headers.get('Retry-After') ?? 0), attempt));
    }
  };
  return {
    async ask(method, path, body, headers) {
      const { response, answer } = await request(method, path, body, headers);
      if (!response.ok) refuse(response.status, answer);
      return answer.data ?? {};
    },
    async find(path) {
      const { response, answer } = await request('GET', path);
      if (response.status === 404) return null;
      if (!response.ok) refuse(response.status, answer);
      return { data: answer.data ?? {}, etag: response.headers.get('ETag') ?? '*' };
    },
  };
}

interface Answer {
  data?: Data;
  reason?: string;
}

/** Parses a JSON response. If it is not JSON, a proxy or another service has responded, so the command ends. */
function answerOf({ status, url }: Response, text: string): Answer {
  try {
    return JSON.parse(text);
  } catch {
    return failCommand(`${status} ${url.split('?')[0]}: the response is not from newsgauge`);
  }
}

function refuse(status: number, { reason = '', data = {} }: Answer): never {
  const faults = status === 412 ? ['the resource was changed by someone else'] : inWords(data);
  const words = `${status} ${reason}${faults.length > 0 ? `: ${faults.join('; ')}` : ''}`.trim();
  if (status === 404) failAs('notFound', words);
  failAs(status === 401 || status === 403 ? 'closed' : 'misunderstood', words);
}

export const inWords = (faults: object): string[] =>
  Object.entries(faults).map(([field, message]) => `${field} ${message}`);
