import { type Letter, letterHtml, letterText } from '../../delivery/mail.tsx';
import { base64 } from '../../lib/hash/hash.ts';
import type { Millis } from '../../lib/time.ts';

/** This module builds emails in Internet Message Format (RFC 5322, MIME). */

const LINE = 76;
const foldLines = (text: string): string =>
  base64(text)
    .match(new RegExp(`.{1,${LINE}}`, 'g'))
    ?.join('\r\n') ?? '';

/** Maximum number of characters per encoded word, so that none exceeds the 75 bytes that RFC 2047 allows. */
const CHARACTERS_PER_WORD = 14;

/** Encodes the text of a header (RFC 2047). This also prevents the injection of headers through line breaks. */
export function headerWords(text: string): string {
  if (/^[\x20-\x7e]{0,60}$/.test(text) && !text.includes('=?')) return text;
  const parts = Array.from(text).map((_, i, all) =>
    i % CHARACTERS_PER_WORD === 0 ? all.slice(i, i + CHARACTERS_PER_WORD).join('') : '',
  );
  return parts
    .filter(Boolean)
    .map((part) => `=?utf-8?B?${base64(part)}?=`)
    .join('\r\n ');
}

interface Envelope {
  from: string;
  publisher: string;
  to: string;
  /** Message id, which stays the same in all delivery attempts. */
  id: string;
  at: Millis;
}

const date = (at: Millis): string => new Date(at).toUTCString().replace('GMT', '+0000');

export async function messageOf(letter: Letter, { from, publisher, to, id, at }: Envelope): Promise<string> {
  const boundary = `=_${id}`;
  const part = (type: string, text: string) => [
    `--${boundary}`,
    `Content-Type: ${type}; charset=utf-8`,
    'Content-Transfer-Encoding: base64',
    '',
    foldLines(text),
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
