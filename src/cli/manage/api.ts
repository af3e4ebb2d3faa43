import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '../command.ts';

/** The management API as the command line asks it. */
export interface Api {
  /** `data` of the answer; ends the command with what the service says is wrong. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Record<string, unknown>>;
}

const TRIES = 5;

/** Waits and repeats where the service is busy. */
export const apiAt = (base: URL, key: string): Api => ({
  async ask(method, path, body, headers = {}) {
    for (let attempt = 1; ; attempt++) {
      const init = { method, headers: { Authorization: `Bearer ${key}`, ...headers } };
      const response = await fetch(new URL(`/manage/${path}`, base), {
        ...init,
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }).catch((): never => fail(`${base.origin} cannot be reached`));
      const text = await response.text();
      const isPassing = response.status === 429 || response.status === 503;
      if (isPassing && attempt < TRIES) {
        await sleep(1000 * Math.max(Number(response.headers.get('Retry-After')), attempt));
        continue;
      }
      const answer = JSON.parse(text) as { data?: Record<string, unknown>; reason?: string };
      if (!response.ok) fail(faultInWords(response.status, answer));
      return answer.data ?? {};
    }
  },
});

function faultInWords(
  status: number,
  { reason, data = {} }: { reason?: string; data?: Record<string, unknown> },
): string {
  const faults = Object.entries(data).map(([field, message]) => `  ${field} ${message}`);
  return [`${status} ${reason ?? ''}`.trim(), ...faults].join('\n');
}
