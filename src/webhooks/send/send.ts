import type { DeliveryAttempt } from '../../db/values.ts';
import { type Millis, toSeconds } from '../../lib/time.ts';
import { within } from '../../lib/within.ts';
import type { Reach } from '../../syndication/fetch/fetch.ts';
import { publicUrl, unreachable } from '../../syndication/fetch/public-url.ts';
import { retryAfter } from '../../syndication/poll-interval.ts';
import { signatures } from './signature.ts';

const SEND_TIMEOUT_MS = 15_000;
const BODY_TIMEOUT = 1000;
const MAX_EXCERPT = 200;

export interface Parcel {
  url: string;
  /** Message id; equal for all attempts. */
  id: string;
  body: string;
  secrets: readonly string[];
}

export interface Sent extends DeliveryAttempt {
  isGone: boolean;
  /** Seconds that the receiver asked to wait, or `null`. */
  wait: number | null;
}

/** Sends one message without following redirects. Any 2xx status is a success. Failures of the receiver never throw. */
export async function sendWebhook(reach: Reach, { url: text, id, body, secrets }: Parcel, now: Millis): Promise<Sent> {
  const { url, refused } = publicUrl(text, reach.allowed);
  if (!url) return failure(now, `is not allowed: the address ${refused}`);
  if (secrets.length === 0) return failure(now, 'has lost its secret: rotate it');
  const timestamp = toSeconds(now);
  const start = performance.now();
  const timeout = reach.timeout ?? SEND_TIMEOUT_MS;
  const signal = AbortSignal.timeout(timeout);
  const took = () => Math.round(performance.now() - start);
  try {
    const response = await reach.fetch(url.href, {
      method: 'POST',
      redirect: 'manual',
      signal,
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'newsgauge (webhook)',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': await signatures({ id, timestamp, body }, secrets),
      },
      body,
    });
    const milliseconds = took();
    const { status, headers, ok } = response;
    const excerpt = ok ? '' : await beginningOf(response, Math.min(BODY_TIMEOUT, timeout));
    if (ok) await discard(response);
    return {
      at: now,
      status,
      milliseconds,
      reason: ok ? null : reasonOf(status),
      excerpt,
      isGone: status === 410,
      wait: ok ? null : retryAfter(headers.get('Retry-After'), timestamp),
    };
  } catch (thrown) {
    const reason = signal.aborted ? `did not respond within ${timeout / 1000} seconds` : unreachable(thrown, url);
    return { ...failure(now, reason), milliseconds: took() };
  }
}

const failure = (now: number, reason: string): Sent => ({
  at: now,
  status: null,
  milliseconds: 0,
  reason,
  excerpt: '',
  isGone: false,
  wait: null,
});

function reasonOf(status: number): string {
  if (status === 410) return 'returned 410 (gone)';
  return status >= 300 && status < 400 ? `redirects (${status}); redirects are not followed` : `answers ${status}`;
}

const discard = async ({ body }: Response): Promise<void> => body?.cancel().catch(() => undefined);

async function beginningOf({ body }: Response, milliseconds: number): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const parts: string[] = [];
  const decoder = new TextDecoder();
  const read = async () => {
    while (parts.join('').length < MAX_EXCERPT) {
      const { done, value } = await reader.read();
      if (done) return;
      parts.push(decoder.decode(value.subarray(0, 4 * MAX_EXCERPT), { stream: true }));
    }
  };
  // Uses the part that arrived before the connection broke.
  await within(milliseconds, read(), () => {}).catch(() => undefined);
  await reader.cancel().catch(() => undefined);
  return parts
    .join('')
    .replace(/[\p{Cc}\p{Cs}\uFFFD\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_EXCERPT);
}
