/** The publisher's time zone, an IANA name: the page carries the setting `TIME_ZONE` of the service. */
export const timeZone = (): string =>
  document.querySelector<HTMLElement>('[data-time-zone]')?.dataset.timeZone || 'UTC';
