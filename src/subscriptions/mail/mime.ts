import { type Letter, letterHtml, letterText } from '../../delivery/mail.tsx';
import { base64 } from '../../lib/hash/hash.ts';
import type { Millis } from '../../lib/time.ts';

/** A letter as a message of the internet (RFC 5322, MIME). */

const LINE = 76;
const folded = (text: string): string =>
  base64(text)
    .match(new RegExp(`.{1,${LINE}}`, 'g'))
    ?.join('\r\n') ?? '';

/** Characters of a word of a header, so that none is longer than 75 bytes. */
const WORD = 14;

/** Words of a header: as they are where they can be, encoded otherwise (RFC 2047). A line break cannot get out of them. */
export function headerWords(text: string): string {
  if (/^[\x20-\x7e]{0,60}$/.test(text) && !text.includes('=?')) return text;
  const parts = Array.from(text).map((_, i, all) => (i % WORD === 0 ? all.slice(i, i + WORD).join('') : ''));
  return parts
    .filter(Boolean)
    .map((part) => `=?utf-8?B?${base64(part)}?=`)
    .join('\r\n ');
}

interface Envelope {
  from: string;
  /** Name beside the sender's address. */
  publisher: string;
  to: string;
  /** The same in each attempt. */
  id: string;
  at: Millis;
}

const date = (at: Millis): string => new Date(at).toUTCString().replace('GMT', '+0000');

/** The whole message, its lines ended by CRLF. */
export async function messageOf(letter: Letter, { from, publisher, to, id, at }: Envelope): Promise<string> {
  const boundary = `=_${id}`;
  const part = (type: string, text: string) => [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    folded(text),
  ];
  return [
    `From: "${headerWords(publisher.replace(/["\\]/g, ''))}" <${from}>`.replace(/"(=\?[^"]+\?=)"/s, '$1'),
    `To: <${to}>`,
    `Subject: ${headerWords(letter.heading)}`,
    `Date: ${date(at)}`,
    `Message-ID: <${id}@${from.slice(from.indexOf('@') + 1)}>`,
    ...(letter.end ? [`List-Unsubscribe: <${letter.end}>`, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'] : []),
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    ...part('text/plain', letterText(letter)),
    ...part('text/html', await letterHtml(letter)),
    `--${boundary}--`,
    '',
  ].join('\r\n');
}
