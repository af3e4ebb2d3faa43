import { DAY } from '../../lib/time.ts';
import type { IncomingMessage } from './message-store.ts';

const MAX_MESSAGE_BYTES = 128_000;
const MAX_DELAY_SECONDS = DAY;

/** Converts a message to its stored form. Throws Cloudflare's `TypeError` for an invalid message. */
export function toIncoming(
  { body, contentType = 'json', delaySeconds }: MessageSendRequest,
  delay: number,
  now: number,
): IncomingMessage {
  if (contentType !== 'json') throw new TypeError(`the local queue accepts json only, not ${contentType}`);
  const text = JSON.stringify(body);
  if (text === undefined) throw new TypeError('the body of a message cannot be undefined');
  if (text.length > MAX_MESSAGE_BYTES) throw new TypeError(`a message must not exceed ${MAX_MESSAGE_BYTES} bytes`);
  const seconds = delaySeconds ?? delay;
  if (!(seconds >= 0 && seconds <= MAX_DELAY_SECONDS)) throw new TypeError('delaySeconds must be from 0 to 86400');
  return { id: crypto.randomUUID().replaceAll('-', ''), body: text, sentAt: now, dueAt: now + seconds * 1000 };
}
