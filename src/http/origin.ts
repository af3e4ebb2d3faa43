import type { AppContext } from './env.ts';

/** Base of links sent to people: `PUBLIC_URL`, or else the requested origin. */
export const publicOrigin = (c: AppContext): string => (URL.parse(c.env.PUBLIC_URL) ?? new URL(c.req.url)).origin;
