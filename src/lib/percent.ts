/** Formats a change in percent: `+273.1%`, `−4%`, `0%`. */
export const formatPercent = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toLocaleString('en-GB')}%`;

export const formatRange = ([low, high]: readonly [number, number]): string =>
  `${formatPercent(low)} to ${formatPercent(high)}`;
