import type { DeliveryAttempt } from '../../db/values.ts';
import { type Millis, toSeconds } from '../../lib/time.ts';
import { within } from '../../lib/within.ts';
import { discard, post, unsent } from '../../outbox/post.ts';
import type { Reach } from '../../syndication/fetch/fetch.ts';
import { retryAfter } from '../../syndication/poll-interval.ts';
import { signatures } from './signature.ts';

const SEND_TIMEOUT_MS = 15_000;
const BODY_TIMEOUT = 1000;
const MAX_EXCERPT = 200;

export interface Parcel {
  url: string;
  /** Message id, which is the same for all delivery attempts. */
  id: string;
  body: string;
  secrets: readonly string[];
}

export interface Sent {
  attempt: DeliveryAttempt;
  wait: number | null;
}

/** Sends one message. Returns failures of the receiver instead of throwing errors. */
export async function sendWebhook(reach: Reach, { url, id, body, secrets }: Parcel, now: Millis): Promise<Sent> {
  const timestamp = toSeconds(now);
  const timeout = reach.timeout ?? SEND_TIMEOUT_MS;
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'newsgauge (webhook)',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': await signatures({ id, timestamp, body }, secrets),
  };
  const posted =
    secrets.length > 0
      ? await post(reach, url, { headers, body }, timeout)
      : unsent('has lost its secret, so nothing was sent; rotate the secret');
  const { response, ...answer } = posted;
  const hasFailed = response !== null && answer.reason !== null;
  const excerpt = hasFailed ? await beginningOf(response, Math.min(BODY_TIMEOUT, timeout)) : '';
  await discard(posted);
  const wait = hasFailed ? retryAfter(response.headers.get('Retry-After'), timestamp) : null;
  return { attempt: { at: now, ...answer, excerpt }, wait };
}

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
  await within(milliseconds, read(), () => {}).catch(() => undefined);
  await reader.cancel().catch(() => undefined);
  return parts
    .join('')
    .replace(/[\p{Cc}\p{Cs}\uFFFD\s]+/gu, ' ')
    .trim()
    .slice(0, MAX_EXCERPT);
}
