/** Formats a change in whole percent: `+273%`, `−4%`, `0%`. A smaller change counts as 1%, so that it keeps its sign. */
export const formatPercent = (value: number): string =>
  value === 0 ? '0%' : `${value > 0 ? '+' : '−'}${Math.max(1, Math.round(Math.abs(value))).toLocaleString('en-GB')}%`;

/** Number of standard deviations to each side of a 90% interval. */
export const Z_90 = 1.645;

export const formatRange = ([low, high]: readonly [number, number]): string =>
  `${formatPercent(low)} to ${formatPercent(high)}`;
