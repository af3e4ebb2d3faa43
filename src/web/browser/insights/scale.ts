export interface Scale {
  /** The value of a full bar. */
  most: number;
  /** Bars that are longer. */
  cut: number;
}

/** A value this many times the next ones is an outlier. */
const FAR = 3;
/** Room beyond the last bar that is whole. */
const ROOM = 1.25;
/** Outliers that are cut at most, as a share of all. */
const FEW = 0.34;

/** The scale of bars: linear, and cut where a few outliers would flatten all others. Pure. */
export function scaleOf(values: readonly number[]): Scale {
  const sizes = values.map(Math.abs).toSorted((a, b) => b - a);
  const [largest = 1] = sizes;
  for (let cut = 1; cut <= Math.floor(sizes.length * FEW); cut++) {
    const [outlier = 0, next = 0] = [sizes[cut - 1], sizes[cut]];
    if (next > 0 && outlier > next * FAR) return { most: next * ROOM, cut };
  }
  return { most: largest || 1, cut: 0 };
}
