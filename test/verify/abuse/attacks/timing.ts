import { crc32 } from 'node:zlib';
import { generateKey } from '../../../../src/keys/key.ts';
import { mistyped } from '../keys.ts';
import { newReader, withKey } from '../request.ts';
import type { Trial } from '../trial.ts';

const KIND = 'timing of key checks';
const ROUNDS = 300;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SUM_LENGTH = 6;

/** Median milliseconds until the refusal, by how near the key comes to a living one. */
export type Timing = Record<string, number>;

/**
 * How long keys are refused that share more and more with a living one. A look-up is by hash, so nearness must not show:
 * figures are reported, and compared by who reads them, for a shared machine is too noisy to be held to them.
 */
export async function timing(trial: Trial): Promise<Timing> {
  const { secret } = trial.keys.living;
  const attempts: Record<string, () => string> = {
    'no key of ours': () => 'letmein',
    'wrong checksum of a living key': () => mistyped(secret),
    'well formed, nothing in common': () => generateKey('secret'),
    'shares 14 of 28 digits': () => sharing(secret, 14),
    // Of nearer ones there are so few that they come again, and what was refused a moment ago is remembered.
    'shares 24 of 28 digits': () => sharing(secret, 24),
  };
  const names = Object.keys(attempts);
  const taken = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    // In another order each time, so that none is always the first after another.
    for (let i = 0; i < names.length; i++) {
      const name = names[(i + round) % names.length] ?? '';
      // From an address of its own: of one only so many unknown keys are looked up.
      const headers = withKey(attempts[name]?.() ?? '', newReader());
      const began = performance.now();
      const { status } = await trial.ask(KIND, '/api/v2/feed', { headers });
      taken.get(name)?.push(performance.now() - began);
      trial.expect(status === 401, KIND, name, `answered ${status}`);
    }
  }
  return Object.fromEntries(Array.from(taken, ([name, times]) => [name, median(times)]));
}

/** Another key with the same beginning and a checksum that is right. */
function sharing(key: string, digits: number): string {
  const other = generateKey('secret');
  const at = 'ngs_'.length + digits;
  const body = key.slice(0, at) + other.slice(at, -SUM_LENGTH);
  // As good as impossible; but then it would be the living key itself.
  return key.startsWith(body) ? sharing(key, digits) : body + checksum(body);
}

function checksum(text: string): string {
  const value = crc32(text);
  return Array.from({ length: SUM_LENGTH }, (_, i) => DIGITS[Math.floor(value / 62 ** (SUM_LENGTH - 1 - i)) % 62]).join(
    '',
  );
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
