/** The multiple of `step` nearest to a fraction of whole numbers (from 0, denominator above 0), a half upwards. Exact. */
export function roundToStep(numerator: bigint, denominator: bigint, step: number): number {
  const width = BigInt(step) * denominator;
  return Number(((2n * numerator + width) / (2n * width)) * BigInt(step));
}
