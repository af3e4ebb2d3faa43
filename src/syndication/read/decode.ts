/** Which characters a feed's bytes are. */
export interface Decoded {
  text: string;
  /** What had to be guessed, in words; null: nothing. */
  note: string | null;
}

const BOMS: readonly [label: string, bytes: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
  // Without a mark: `<` or `{` beside a zero.
  ['utf-16le', [0x3c, 0x00]],
  ['utf-16be', [0x00, 0x3c]],
  ['utf-16le', [0x7b, 0x00]],
  ['utf-16be', [0x00, 0x7b]],
];
const FALLBACKS = ['utf-8', 'windows-1252'];

/** Decodes by byte order mark, then by what the header and the XML declaration say where that fits, then as UTF-8, then as windows-1252. */
export function decode(bytes: Uint8Array, contentType = ''): Decoded {
  const marked = BOMS.find(([, mark]) => mark.every((byte, i) => bytes[i] === byte))?.[0];
  const said = marked ? [marked] : [charsetOf(contentType), declared(bytes)].filter((label) => label !== undefined);
  for (const label of [...said, ...FALLBACKS]) {
    const text = tryLabel(bytes, label);
    if (text === null) continue;
    const [first] = said;
    return { text, note: first && first !== label ? `says that it is ${first} but is not; read as ${label}` : null };
  }
  return { text: new TextDecoder('windows-1252').decode(bytes), note: null };
}

/** Null where there is no such encoding, or the bytes are not in it. */
function tryLabel(bytes: Uint8Array, label: string): string | null {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: false }).decode(bytes);
  } catch {
    return null;
  }
}

const charsetOf = (contentType: string) => /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1]?.toLowerCase();

function declared(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 300));
  return /^\s*<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1]?.toLowerCase();
}
