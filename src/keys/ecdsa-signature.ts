/** This module replaces the ASN.1 library of `@simplewebauthn/server` (`scripts/build/worker-parts.ts`). */

export class ECDSASigValue {
  r = new Uint8Array();
  s = new Uint8Array();
}

export const AsnParser = {
  /** Parses a DER signature. Throws on any other input. */
  parse(der: Uint8Array<ArrayBuffer>): ECDSASigValue {
    const start = der[1] === 0x81 ? 3 : 2;
    const r = integerAt(der, start);
    const s = integerAt(der, start + 2 + r.length);
    const length = 4 + r.length + s.length;
    if (der[0] !== 0x30 || der[start - 1] !== length || (start === 3 && length < 128) || der.length !== start + length)
      throw new Error('no signature');
    return { r, s };
  },
};

function integerAt(der: Uint8Array<ArrayBuffer>, at: number): Uint8Array<ArrayBuffer> {
  const length = der[at + 1] ?? 0;
  if (der[at] !== 0x02 || length === 0 || at + 2 + length > der.length) throw new Error('no integer');
  return der.subarray(at + 2, at + 2 + length);
}
