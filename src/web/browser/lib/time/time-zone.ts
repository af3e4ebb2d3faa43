interface Carrier {
  document?: { querySelector(selector: string): { getAttribute(name: string): string | null } | null };
}

/** The publisher's time zone, an IANA name: every page carries the setting `TIME_ZONE` of the service. Tests have no page: UTC. */
export const timeZone = (): string =>
  (globalThis as Carrier).document?.querySelector('[data-time-zone]')?.getAttribute('data-time-zone') || 'UTC';
