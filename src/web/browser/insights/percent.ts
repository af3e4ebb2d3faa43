/** `+273.1 %`, `−4 %` */
export const inPercent = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value).toLocaleString('en-GB')} %`;
