import type { AppContext } from './env.ts';

/** Returns the base of links sent to people: the origin of `PUBLIC_URL`, else of the request. */
export const publicOrigin = (c: AppContext): string => (URL.parse(c.env.PUBLIC_URL) ?? new URL(c.req.url)).origin;
