/** Decoding of a feed's bytes. */
export interface Decoded {
  text: string;
  /** What had to be guessed, in words; null: nothing. */
  note: string | null;
}

const BOMS: readonly [label: string, bytes: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  // Without a byte order mark: `<` or `{` next to a zero.
  ['utf-16le', [0x3c, 0x00]],
  ['utf-16be', [0x00, 0x3c]],
  ['utf-16le', [0x7b, 0x00]],
  ['utf-16be', [0x00, 0x7b]],
];
const FALLBACKS = ['utf-8', 'windows-1252'];

/**
 * Decodes by byte order mark, then by header and XML declaration, if the bytes are valid. Any bytes are valid in an encoding of
 * one byte per character, and servers declare one for every XML file: valid UTF-8, and then the declaration, take precedence.
 */
export function decode(bytes: Uint8Array, contentType = ''): Decoded {
  const marked = BOMS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0];
  const named = marked ? [marked] : [charsetOf(contentType), declared(bytes)].filter((label) => label !== undefined);
  // Without a mark and without zeros it is not UTF-16, whatever is declared.
  const said = marked ? named : named.filter((label) => !encodingOf(label)?.startsWith('utf-16'));
  const strict = said.filter((label) => !isSingleByte(label));
  const [header, ...rest] = said.filter(isSingleByte);
  for (const label of [...strict, 'utf-8', ...rest, ...(header ? [header] : []), ...FALLBACKS]) {
    const text = tryLabel(bytes, label);
    if (text === null) continue;
    const isSaid = said.some((other) => encodingOf(other) === encodingOf(label)) || isAscii(text);
    return { text, note: isSaid || !named[0] ? null : `says that it is ${named[0]} but is not; read as ${label}` };
  }
  return { text: new TextDecoder('windows-1252').decode(bytes), note: null };
}

/** Null if there is no such encoding, or the bytes are invalid in it. */
function tryLabel(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return null;
  }
}

/** The encoding of a label; null if there is none. */
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

function declared(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 300));
  return /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1]?.toLowerCase();
}
