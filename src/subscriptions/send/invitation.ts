import type { Followed } from '../../db/values.ts';
import type { Letter } from '../../delivery/mail.tsx';
import { log } from '../../lib/log.ts';
import type { Millis } from '../../lib/time.ts';
import { messageOf } from '../mail/mime.ts';
import { sendByPlatform } from '../mail/platform.ts';
import { MailFailure, SmtpConnection } from '../mail/smtp.ts';
import type { Mailing } from '../mail/smtp-server.ts';

/** Timeout of the mail server. It is short, because the person who sends the invitation is waiting. */
const REPLY_TIMEOUT_MS = 5000;

export interface InvitationMail {
  to: string;
  name: string;
  by: string;
  link: string;
}

/** Emails an invitation. Cannot retry, because the link is not stored. Returns true if the server accepts the email. */
export async function mailInvitation(mailing: Mailing, invitation: InvitationMail, now: Millis): Promise<boolean> {
  const { by, from, publisher, origin } = mailing;
  const { to } = invitation;
  const letter = letterOf(invitation, publisher);
  try {
    if ('email' in by) {
      await sendByPlatform(by.email, letter, { ...mailing, to }, REPLY_TIMEOUT_MS);
      return true;
    }
    const text = await messageOf(letter, { from, publisher, to, id: `invitation.${crypto.randomUUID()}`, at: now });
    const connection = await SmtpConnection.open(by.dial, by.server, new URL(origin).hostname, REPLY_TIMEOUT_MS);
    try {
      await connection.begin(from, to);
      await connection.send(text);
    } finally {
      await connection.close();
    }
    return true;
  } catch (thrown) {
    if (!(thrown instanceof MailFailure)) throw thrown;
    // Only the kind of failure is logged, because the server's reply may contain the address or the link.
    log('invitationFailed', now, { reason: thrown.kind });
    return false;
  }
}

const digestName = (kind: Followed, name: string): string => (kind === 'week' ? 'The week' : name);

/** Builds the email that asks a recipient to confirm. Its link only opens a page, because mail gateways follow links. */
export const invitationToDigest = (
  { kind, name, editor }: { kind: Followed; name: string; editor: string | null },
  { publisher, link, end }: { publisher: string; link: string; end: string },
): Letter => ({
  brand: publisher,
  heading: `Please confirm: “${digestName(kind, name)}” by email from ${publisher}`,
  curve: null,
  parts: [{ heading: '', lines: [{ text: 'Confirm or decline', href: link, more: '', curve: null }] }],
  page: null,
  why: `${editor ?? publisher} would like to send you this digest. You receive it only if you confirm within 48 hours.`,
  end,
});

const letterOf = ({ name, by, link }: InvitationMail, publisher: string): Letter => ({
  brand: publisher,
  heading: `${name}, you are invited to ${publisher}’s newsgauge`,
  curve: null,
  parts: [{ heading: '', lines: [{ text: 'Create a passkey and sign in', href: link, more: '', curve: null }] }],
  page: null,
  why: `${by} has invited you. The link works once, within seven days.`,
  end: null,
});
