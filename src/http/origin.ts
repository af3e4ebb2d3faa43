import type { AppContext } from './env.ts';

/** Returns the base URL of links in messages: the origin of `PUBLIC_URL`, or of the request if it is not set. */
export const publicOrigin = (c: AppContext): string => (URL.parse(c.env.PUBLIC_URL) ?? new URL(c.req.url)).origin;
