/** How changes are written. */

/** `+273.1%`, `−4%`, `0%` */
export const formatPercent = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toLocaleString('en-GB')}%`;

/** `+12% to +66%`: the bounds between which a change lies with 90 % confidence. */
export const formatRange = ([low, high]: readonly [number, number]): string =>
  `${formatPercent(low)} to ${formatPercent(high)}`;
