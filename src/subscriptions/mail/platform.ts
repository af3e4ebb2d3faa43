import { type Letter, letterHtml, letterText } from '../../delivery/mail.tsx';
import { SECOND_MS } from '../../lib/time.ts';
import { within } from '../../lib/within.ts';
import { MailFailure } from './smtp.ts';

/** This module sends email through Cloudflare's binding. https://developers.cloudflare.com/email-service/ */

const SEND_TIMEOUT_MS = 20 * SECOND_MS;

/** Error codes for problems of the account, the domain or the daily quota, which a retry cannot solve. */
const CONFIGURATION_ERRORS = new Set([
  'E_SENDER_NOT_VERIFIED',
  'E_SENDER_DOMAIN_NOT_AVAILABLE',
  'E_RATE_LIMIT_EXCEEDED',
  'E_DAILY_LIMIT_EXCEEDED',
]);
const TEMPORARY = new Set(['E_DELIVERY_FAILED', 'E_INTERNAL_SERVER_ERROR']);

/** Sends an email. Throws a `MailFailure` that has the platform's error code, but no content of the email. */
export async function sendByPlatform(
  email: SendEmail,
  letter: Letter,
  { from, publisher, to }: { from: string; publisher: string; to: string },
  limit = SEND_TIMEOUT_MS,
): Promise<void> {
  const message = {
    from: { name: publisher.replace(/["\\\r\n]/g, ''), email: from },
    to,
    subject: letter.heading.replace(/[\p{Cc}]+/gu, ' '),
    text: letterText(letter),
    html: await letterHtml(letter),
    headers: { 'Auto-Submitted': 'auto-generated', ...endOf(letter) },
  };
  const late = `did not respond within ${limit / SECOND_MS} seconds; the message may have arrived`;
  try {
    await within(limit, email.send(message), () => {
      throw new MailFailure('unknown', late);
    });
  } catch (thrown) {
    throw failureOf(thrown);
  }
}

/** Returns the unsubscribe headers. The platform accepts https URLs only. */
const endOf = ({ end }: Letter): Record<string, string> =>
  end?.startsWith('https://')
    ? { 'List-Unsubscribe': `<${end}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {};

function failureOf(thrown: unknown): MailFailure {
  if (thrown instanceof MailFailure) return thrown;
  const code = /^E_[A-Z_]{1,60}$/.exec(String((thrown as { code?: unknown } | null)?.code))?.[0];
  if (!code) return new MailFailure('unknown', 'closed the connection; the message may have arrived');
  const kind = CONFIGURATION_ERRORS.has(code) ? 'connection' : TEMPORARY.has(code) ? 'temporary' : 'permanent';
  return new MailFailure(kind, `rejected the message: ${code}`);
}
