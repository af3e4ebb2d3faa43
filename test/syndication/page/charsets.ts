/** Encodes text in a charset that browsers only decode, by inverting the decoding of all pairs of bytes. */
export function encoded(text: string, charset = 'utf-8'): Uint8Array {
  if (charset === 'utf-8') return new TextEncoder().encode(text);
  const decoder = new TextDecoder(charset);
  const bytes = new Map<string, number[]>();
  for (let high = 0x80; high <= 0xff; high++) {
    bytes.set(decoder.decode(Uint8Array.of(high)), [high]);
    for (let low = 0x40; low <= 0xfe; low++) {
      const character = decoder.decode(Uint8Array.of(high, low));
      if (Array.from(character).length === 1 && !bytes.has(character)) bytes.set(character, [high, low]);
    }
  }
  return Uint8Array.from(
    Array.from(text).flatMap((character) => {
      const code = character.codePointAt(0) ?? 0;
      if (code < 0x80) return code;
      const found = bytes.get(character);
      if (!found) throw new Error(`${charset} has no ${character}`);
      return found;
    }),
  );
}
