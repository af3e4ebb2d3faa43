import type { Millis } from '../lib/time.ts';
import type { Reach } from '../syndication/fetch/fetch.ts';
import { publicUrl, unreachable } from '../syndication/fetch/public-url.ts';

/** Result of a POST request. `reason` is `null` after a success. */
export interface Posted {
  response: Response | null;
  status: number | null;
  milliseconds: Millis;
  reason: string | null;
}

/** Sends a POST request without following redirects. The caller must read or cancel the response body. */
export async function post(
  { fetch, allowed }: Pick<Reach, 'fetch' | 'allowed'>,
  address: string,
  init: Pick<RequestInit, 'headers' | 'body'>,
  timeout: Millis,
): Promise<Posted> {
  const { url, refused } = publicUrl(address, allowed);
  if (!url) return unsent(`is not allowed, because the address ${refused}`);
  const start = performance.now();
  const took = () => Math.round(performance.now() - start);
  const signal = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url.href, { ...init, method: 'POST', redirect: 'manual', signal });
    const { status, ok } = response;
    return { response, status, milliseconds: took(), reason: ok ? null : reasonOf(status) };
  } catch (thrown) {
    const reason = signal.aborted ? `did not respond within ${timeout / 1000} seconds` : unreachable(thrown, url);
    return { ...unsent(reason), milliseconds: took() };
  }
}

export const unsent = (reason: string): Posted => ({ response: null, status: null, milliseconds: 0, reason });

export const discard = async ({ response }: Posted): Promise<void> => response?.body?.cancel().catch(() => undefined);

function reasonOf(status: number): string {
  if (status === 410) return 'returned 410 (gone)';
  return status >= 300 && status < 400
    ? `returned a redirect (${status}), which is not followed`
    : `returned ${status}`;
}
