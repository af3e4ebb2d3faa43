import type { Fetch } from '../syndication/fetch/fetch.ts';
import { publicUrl, unreachable } from '../syndication/fetch/public-url.ts';

/** A WebSub hub (https://www.w3.org/TR/websub/) and how it is reached. */
export interface Hub {
  url: string;
  fetch: Fetch;
  /** `host:port` that may be asked although private. */
  allowed: ReadonlySet<string>;
}

/** Milliseconds for the hub's answer. */
const TIMEOUT = 10_000;

/**
 * Tells the hub that the document at a topic's address has changed. Resolves to null once the hub has accepted it, else to what is
 * wrong, in words. Redirects are not followed: they could lead into a private network.
 */
export async function ping({ url, fetch, allowed }: Hub, topic: string): Promise<string | null> {
  const checked = publicUrl(url, allowed);
  if (!checked.url) return checked.refused;
  try {
    const response = await fetch(checked.url.href, {
      method: 'POST',
      body: new URLSearchParams({ 'hub.mode': 'publish', 'hub.url': topic }),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await response.body?.cancel();
    return response.ok ? null : `answers ${response.status}`;
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return isLate ? `did not answer within ${TIMEOUT / 1000} seconds` : unreachable(error, checked.url);
  }
}
