import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AsnParser } from '../../src/keys/ecdsa-signature.ts';

const padded = (integer: Uint8Array, size: number): number[] => {
  const digits = [...integer].slice(Math.max(0, integer.length - size));
  return [...Array(size - digits.length).fill(0), ...digits];
};

describe.each([
  ['P-256', 32],
  ['P-384', 48],
  ['P-521', 66],
])('ECDSA signature on %s', (namedCurve, size) => {
  test('DER parsing returns both integers whatever their length', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve });
    for (let i = 0; i < 300; i++) {
      const der = new Uint8Array(sign('sha256', Buffer.from(String(i)), privateKey));
      const { r, s } = AsnParser.parse(der);
      for (const integer of [r, s]) {
        expect(integer.length).toBeLessThanOrEqual(size + 1);
        expect((integer[0] ?? 0) & 0x80).toBe(0);
      }
      const length = size + 2;
      expect([...derOf(padded(r, length)), ...derOf(padded(s, length))]).toEqual(
        [...der].slice(der[1] === 0x81 ? 3 : 2),
      );
    }
  });

  test('DER parsing rejects truncated, extended and altered signatures', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve });
    const der = new Uint8Array(sign('sha256', Buffer.from('x'), privateKey));
    for (let i = 0; i < der.length; i++) expect(() => AsnParser.parse(der.subarray(0, i))).toThrow();
    expect(() => AsnParser.parse(Uint8Array.from([...der, 0]))).toThrow();
    for (const at of [0, 1, 2, 3])
      expect(() => AsnParser.parse(der.map((byte, i) => (i === at ? byte ^ 1 : byte)))).toThrow();
    const r = der[1] === 0x81 ? 4 : 3;
    const lengths = [r, r + 2 + (der[r] ?? 0)];
    for (const at of lengths)
      for (const length of [0, 255])
        expect(() => AsnParser.parse(der.map((byte, i) => (i === at ? length : byte)))).toThrow();
  });
});

/** Encodes an integer as DER: without leading zeros, except one if the first bit is set. */
function derOf(digits: readonly number[]): number[] {
  const first = digits.findIndex((digit) => digit > 0);
  const short = digits.slice(first);
  const bytes = (short[0] ?? 0) & 0x80 ? [0, ...short] : short;
  return [0x02, bytes.length, ...bytes];
}
