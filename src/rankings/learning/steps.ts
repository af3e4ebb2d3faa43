/** Step in which a snapshot stores the logarithm of appeal. The shape is a power of two, so orders reveal no click. */
const MEAN_STEP = 0.1;
const MAX_SHAPE = 64;

const round = (value: number): number => Number(value.toPrecision(3));

export const steppedMean = (mean: number): number =>
  round(Math.exp(MEAN_STEP * Math.round(Math.log(mean) / MEAN_STEP)));
export const steppedShape = (shape: number): number => round(Math.min(MAX_SHAPE, 2 ** Math.round(Math.log2(shape))));
