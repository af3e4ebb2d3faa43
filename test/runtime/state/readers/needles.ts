/** Minimum length of a needle in bytes, which rules out chance matches in the test files. */
const MIN_BYTES = 8;

/** Finds many texts and byte strings in files at once. */
export class Needles {
  readonly #names = new Map<number, Map<number, { bytes: Buffer; name: string }[]>>();
  size = 0;

  /** Adds a needle with the name that a match reports. Throws if it is so short that it may occur by chance. */
  add(name: string, needle: string | Uint8Array): void {
    const bytes = Buffer.from(needle as string);
    if (bytes.length < MIN_BYTES) throw new Error(`${name} is shorter than ${MIN_BYTES} bytes`);
    const inner = this.#names.get(bytes.readUInt32LE(0)) ?? new Map();
    this.#names.set(bytes.readUInt32LE(0), inner);
    inner.set(bytes.readUInt32LE(4), [...(inner.get(bytes.readUInt32LE(4)) ?? []), { bytes, name }]);
    this.size++;
  }

  foundIn(file: Buffer): Set<string> {
    const found = new Set<string>();
    for (let at = 0; at + MIN_BYTES <= file.length; at++) {
      const inner = this.#names.get(file.readUInt32LE(at));
      for (const { bytes, name } of inner?.get(file.readUInt32LE(at + 4)) ?? [])
        if (file.subarray(at, at + bytes.length).equals(bytes)) found.add(name);
    }
    return found;
  }
}
