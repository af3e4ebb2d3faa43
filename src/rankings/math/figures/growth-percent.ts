/** Number of significant digits in a percentage. More digits could reveal click counts. */
const SIGNIFICANT_DIGITS = 2;

/** Returns a change in percent, rounded to two significant digits. `null` if `previous` is 0. */
export function growthPercent(current: number, previous: number): number | null {
  if (previous === 0) return null;
  const numerator = BigInt(Math.abs(current - previous)) * 100n;
  if (numerator === 0n) return 0;
  const rounded = toTwoDigits(numerator, BigInt(previous));
  return current < previous ? -rounded : rounded;
}

/** Rounds to two significant digits, half away from zero. Ignores floating-point errors below one billionth. */
export const twoDigits = (value: number): number =>
  Number(Number(value.toPrecision(12)).toPrecision(SIGNIFICANT_DIGITS));

function toTwoDigits(numerator: bigint, denominator: bigint): number {
  // A value such as 99.6, which rounds up to 100, needs no further digits.
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
