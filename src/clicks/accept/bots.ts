import { isbot } from 'isbot';

/** Headers that declare a prefetch. */
const PURPOSE_HEADERS = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'];
const PREFETCH_PURPOSE = /prefetch|prerender|preview/i;

/** Monitors that differ from browsers by one word, and self-declared mail scanners. */
const PROGRAMS = /GTmetrix|Miniature\.io|\bms-office\b|SafeLinks|Proofpoint|Mimecast|Barracuda/i;

/** Feed readers in which people follow links. Their feed fetchers send other user agents. */
const FEED_READERS =
  /\b(Feedly|NetNewsWire|Reeder|Unread|Inoreader|NewsBlur|Feedbin|NewsFlash|ReadKit|Newsify|FeedMe|Vienna|lire|Feedbro|FocusReader)\b/i;
const FETCHERS = /fetch|subscriber|\bfeed-id\b|crawl|spider|bot\b/i;

/** True if the sender is a program; browsers always send a user agent. */
export const isBot = (userAgent: string): boolean =>
  userAgent.trim() === '' || PROGRAMS.test(userAgent) || (isbot(userAgent) && !isFeedReader(userAgent));

const isFeedReader = (userAgent: string): boolean => FEED_READERS.test(userAgent) && !FETCHERS.test(userAgent);

/** True if the browser made the request before a click that may never happen. */
export const isPrefetch = (headers: Headers): boolean =>
  PURPOSE_HEADERS.some((name) => PREFETCH_PURPOSE.test(headers.get(name) ?? ''));
