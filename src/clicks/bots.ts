import { isbot } from 'isbot';

/** Where browsers say, under their several names, that they load ahead of a reader who may never come. */
const PURPOSE_HEADERS = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'];
const AHEAD = /prefetch|prerender|preview/i;

/** Monitors that look like browsers but for one word, which isbot lets pass. */
const MONITORS = /GTmetrix|Miniature\.io/;

/** True for programs; who does not say what it is, is one. */
export const isBot = (userAgent: string): boolean =>
  userAgent.trim() === '' || isbot(userAgent) || MONITORS.test(userAgent);

/** True for requests that a browser makes ahead of a click that may never happen. */
export const isPrefetch = (headers: Headers): boolean =>
  PURPOSE_HEADERS.some((name) => AHEAD.test(headers.get(name) ?? ''));
