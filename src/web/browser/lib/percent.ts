/** `+273.1%`, `−4%`, `0%` */
export const formatPercent = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toLocaleString('en-GB')}%`;
