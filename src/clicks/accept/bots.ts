import { isbot } from 'isbot';

/** Headers in which browsers declare a prefetch. */
const PURPOSE_HEADERS = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'];
const AHEAD = /prefetch|prerender|preview/i;

/** Monitors that differ from browsers by one word, and mail scanners that name themselves. */
const PROGRAMS = /GTmetrix|Miniature\.io|\bms-office\b|SafeLinks|Proofpoint|Mimecast|Barracuda/i;

/** Feed readers in which people follow links; when they fetch feeds, they send other headers than a person's browser. */
const FEED_READERS =
  /\b(Feedly|NetNewsWire|Reeder|Unread|Inoreader|NewsBlur|Feedbin|NewsFlash|ReadKit|Newsify|FeedMe|Vienna|lire|Feedbro|FocusReader)\b/i;
const FETCHERS = /fetch|subscriber|\bfeed-id\b|crawl|spider|bot\b/i;

/** True for programs; a request without a user agent comes from one. */
export const isBot = (userAgent: string): boolean =>
  userAgent.trim() === '' || PROGRAMS.test(userAgent) || (isbot(userAgent) && !isFeedReader(userAgent));

const isFeedReader = (userAgent: string): boolean => FEED_READERS.test(userAgent) && !FETCHERS.test(userAgent);

/** True for requests that a browser makes before a click that may never happen. */
export const isPrefetch = (headers: Headers): boolean =>
  PURPOSE_HEADERS.some((name) => AHEAD.test(headers.get(name) ?? ''));
