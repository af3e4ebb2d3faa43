/** Growth as the API returns it. Pure. */

/** Significant digits of a percentage, few enough to hide counts. */
const SIGNIFICANT_DIGITS = 2;

/**
 * Change in percent to two significant digits (9.4, 25, 280), half away from zero, computed exactly. `null` if
 * `previous` is 0.
 */
export function growthPercent(current: number, previous: number): number | null {
  if (previous === 0) return null;
  const numerator = BigInt(Math.abs(current - previous)) * 100n;
  if (numerator === 0n) return 0;
  const rounded = toTwoDigits(numerator, BigInt(previous));
  return current < previous ? -rounded : rounded;
}

/** Rounds to two significant digits, half away from zero. Noise of a billionth does not flip a half. */
export const twoDigits = (value: number): number =>
  Number(Number(value.toPrecision(12)).toPrecision(SIGNIFICANT_DIGITS));

/** Rounds a positive fraction to two significant digits, half up. */
function toTwoDigits(numerator: bigint, denominator: bigint): number {
  // Scale to two digits before the point. Rounding up to 100 still leaves two digits.
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
