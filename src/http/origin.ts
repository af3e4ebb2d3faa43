import type { AppContext } from './env.ts';

/** Where the links lead that are sent to people: to `PUBLIC_URL`, also if a program on the machine itself asks; without that, where it was asked. */
export const publicOrigin = (c: AppContext): string => (URL.parse(c.env.PUBLIC_URL) ?? new URL(c.req.url)).origin;
