/** Rounds a non-negative fraction to the nearest multiple of `step`, and halves up. Integers avoid rounding errors. */
export function roundToStep(numerator: bigint, denominator: bigint, step: number): number {
  const width = BigInt(step) * denominator;
  return Number(((2n * numerator + width) / (2n * width)) * BigInt(step));
}
