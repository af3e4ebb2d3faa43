import type { Letter } from '../../delivery/mail.tsx';
import { log } from '../../lib/log.ts';
import type { Millis } from '../../lib/time.ts';
import { messageOf } from '../mail/mime.ts';
import { sendByPlatform } from '../mail/platform.ts';
import type { Mailing } from '../mail/server.ts';
import { MailFailure, SmtpConnection } from '../mail/smtp.ts';

/** Milliseconds for an answer of the mail server: who invites waits for it. */
const LIMIT = 5000;

export interface Invitation {
  /** Address of who is invited. */
  to: string;
  /** Names of who is invited and of who invites. */
  name: string;
  by: string;
  link: string;
}

/**
 * Mails an invitation, once: its link is stored nowhere, so that there is no second attempt. Answers whether the mail server has taken it;
 * one whose answer is lost counts as failed, though it may have arrived.
 */
export async function mailInvitation(mailing: Mailing, invitation: Invitation, now: Millis): Promise<boolean> {
  const { by, from, publisher, origin } = mailing;
  const { to } = invitation;
  const letter = letterOf(invitation, publisher);
  try {
    if ('email' in by) {
      await sendByPlatform(by.email, letter, { ...mailing, to }, LIMIT);
      return true;
    }
    const text = await messageOf(letter, { from, publisher, to, id: `invitation.${crypto.randomUUID()}`, at: now });
    const connection = await SmtpConnection.open(by.dial, by.server, new URL(origin).hostname, LIMIT);
    try {
      await connection.begin(from, to);
      await connection.send(text);
    } finally {
      await connection.close();
    }
    return true;
  } catch (thrown) {
    if (!(thrown instanceof MailFailure)) throw thrown;
    // The words of a server may quote the address or the link.
    log('invitationFailed', now, { reason: thrown.kind });
    return false;
  }
}

const letterOf = ({ name, by, link }: Invitation, publisher: string): Letter => ({
  heading: `${name}, you are invited to newsgauge of ${publisher}`,
  curve: null,
  parts: [{ heading: '', lines: [{ text: 'Make a passkey, and sign in', href: link, more: '', curve: null }] }],
  page: null,
  why: `${by} has invited you. The link is good once, for seven days.`,
  end: null,
});
