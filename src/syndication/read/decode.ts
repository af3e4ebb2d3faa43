export interface Decoded {
  text: string;
  note: string | null;
}

const BOMS: readonly [label: string, bytes: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  // Without a byte order mark, UTF-16 is recognised by a zero byte next to `<` or `{`.
  ['utf-16le', [0x3c, 0x00]],
  ['utf-16be', [0x00, 0x3c]],
  ['utf-16le', [0x7b, 0x00]],
  ['utf-16be', [0x00, 0x7b]],
];
const PAGE_HEAD = 16_384;
const META_CHARSET = /<meta\b[^>]*\bcharset\s*=\s*["']?\s*([\w.:-]+)/i;
const CHARACTERS_PER_BROKEN = 500;
const WHOLE_PER_BROKEN = 4;
const FALLBACKS = ['utf-8', 'windows-1252'];

export function decode(bytes: Uint8Array, contentType = ''): Decoded {
  const wide = utf32(bytes);
  if (wide !== null) return { text: wide, note: null };
  const marked = BOMS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0];
  const named = marked
    ? [marked]
    : [charsetOf(contentType), declaredEncoding(bytes)].filter((label) => label !== undefined);
  // A declaration of UTF-16 is ignored if the file has neither a byte order mark nor zero bytes.
  const said = marked ? named : named.filter((label) => !encodingOf(label)?.startsWith('utf-16'));
  const strict = said.filter((label) => !isSingleByte(label));
  const [header, ...rest] = said.filter(isSingleByte);
  const noteOf = (text: string, label: string) => {
    const isSaid = said.some((other) => encodingOf(other) === encodingOf(label)) || isAscii(text);
    return isSaid || !named[0] ? null : `declares the encoding ${named[0]}, which is wrong; it was read as ${label}`;
  };
  for (const label of [...strict, 'utf-8']) {
    const text = tryLabel(bytes, label);
    if (text === null) continue;
    const repaired = encodingOf(label) === 'utf-8' ? encodedOnce(text) : text;
    return {
      text: repaired,
      note: repaired === text ? noteOf(text, label) : 'was encoded in UTF-8 twice, which has been repaired',
    };
  }
  for (const label of [...strict, 'utf-8']) {
    const text = encodingOf(label) && new TextDecoder(label).decode(bytes);
    if (text && isBarelyBroken(text, { isUtf8: encodingOf(label) === 'utf-8', isSaid: strict.includes(label) }))
      return { text, note: `contains bytes that are not valid ${label}` };
  }
  for (const label of [...rest, ...(header ? [header] : []), ...FALLBACKS]) {
    const text = tryLabel(bytes, label);
    if (text === null) continue;
    return { text, note: noteOf(text, label) };
  }
  return { text: new TextDecoder('windows-1252').decode(bytes), note: null };
}

/** Returns true if few bytes are invalid UTF-8. Text in other encodings is rarely valid UTF-8 by chance. */
function isBarelyBroken(text: string, { isUtf8, isSaid }: { isUtf8: boolean; isSaid: boolean }): boolean {
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const valid = text.match(/[^\0-\x7f\ufffd]/g)?.length ?? 0;
  return (isSaid && broken <= text.length / CHARACTERS_PER_BROKEN) || (isUtf8 && valid >= broken * WHOLE_PER_BROKEN);
}

/** Decodes UTF-32, recognised by its byte order mark or zero bytes. Returns `null` for other encodings. */
function utf32(bytes: Uint8Array): string | null {
  const [a, b, c, d] = bytes;
  const isBig = a === 0 && b === 0 && ((c === 0xfe && d === 0xff) || (c === 0 && Boolean(d)));
  const isLittle = c === 0 && d === 0 && ((a === 0xff && b === 0xfe) || (Boolean(a) && b === 0));
  if (!isBig && !isLittle) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: string[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle);
    parts.push(code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code));
  }
  return parts.join('').replace(/^\ufeff/, '');
}

const BYTES = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte)),
    (character, byte) => [character, byte],
  ),
);
const MOJIBAKE = /[\u00c2-\u00f4][\u0080-\u00bf\u0152-\u0192\u02c6-\u2122]/;
const MIN_MOJIBAKE_RUNS = 2;
const MIN_MOJIBAKE_SHARE = 0.8;

function encodedOnce(text: string): string {
  if (!MOJIBAKE.test(text)) return text;
  let runs = 0;
  let twice = 0;
  const repaired = text.replace(/[^\0-\x7f]+/g, (run) => {
    runs++;
    const bytes = Array.from(run, (character) => BYTES.get(character) ?? -1);
    const once = bytes.includes(-1) ? null : tryLabel(Uint8Array.from(bytes), 'utf-8');
    if (once !== null) twice++;
    return once ?? run;
  });
  return twice >= MIN_MOJIBAKE_RUNS && twice >= runs * MIN_MOJIBAKE_SHARE ? repaired : text;
}

function tryLabel(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return null;
  }
}

function encodingOf(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

const isSingleByte = (label: string) => /^(ibm866|iso-8859|koi8|macintosh|windows|x-mac)/.test(encodingOf(label) ?? '');

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);

const charsetOf = (contentType: string) => /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1]?.toLowerCase();

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, PAGE_HEAD));
  const isPage = /^[\s\S]{0,300}<(?:!doctype\s+html|html|head|title|meta)\b/i.test(head);
  const said =
    /<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head) ?? (isPage ? META_CHARSET.exec(head) : null);
  return said?.[1]?.toLowerCase();
}
