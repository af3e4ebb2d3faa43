/** Growth as answers show it. Pure. */

/** Most digits of a percentage, so that it does not reveal counts. */
const SIGNIFICANT_DIGITS = 2;

/**
 * Change from `previous` to `current` (whole numbers from 0) in percent, to two significant digits (9.4, 25, 280), half away
 * from zero, decided on the fraction itself. Null where there was nothing before.
 */
export function growthPercent(current: number, previous: number): number | null {
  if (previous === 0) return null;
  const numerator = BigInt(Math.abs(current - previous)) * 100n;
  if (numerator === 0n) return 0;
  const rounded = toTwoDigits(numerator, BigInt(previous));
  return current < previous ? -rounded : rounded;
}

/** A number to two significant digits, half away from zero; a billionth of noise does not change how a half is rounded. */
export const twoDigits = (value: number): number =>
  Number(Number(value.toPrecision(12)).toPrecision(SIGNIFICANT_DIGITS));

/** A positive fraction to two significant digits, half up. */
function toTwoDigits(numerator: bigint, denominator: bigint): number {
  // The power of ten that leaves two digits before the point; rounding up to 100 still leaves two digits.
  let power = 0;
  let [n, d] = [numerator, denominator];
  while (n >= d * 100n) {
    d *= 10n;
    power++;
  }
  while (n < d * 10n) {
    n *= 10n;
    power--;
  }
  return Number(`${(2n * n + d) / (2n * d)}e${power}`);
}
