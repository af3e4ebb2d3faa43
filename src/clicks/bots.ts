import { isbot } from 'isbot';

/** Where browsers say, under their several names, that they load ahead of a reader who may never come. */
const PURPOSE_HEADERS = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'];
const AHEAD = /prefetch|prerender|preview/i;

/** Monitors that look like browsers but for one word, and what looks at links of mails before people do, where it says so. */
const PROGRAMS = /GTmetrix|Miniature\.io|\bms-office\b|SafeLinks|Proofpoint|Mimecast|Barracuda/i;

/** Apps for reading feeds, in which people follow links; the same names fetch feeds, and then say what a person would not. */
const FEED_READERS =
  /\b(Feedly|NetNewsWire|Reeder|Unread|Inoreader|NewsBlur|Feedbin|NewsFlash|ReadKit|Newsify|FeedMe|Vienna|lire|Feedbro|FocusReader)\b/i;
const FETCHERS = /fetch|subscriber|\bfeed-id\b|crawl|spider|bot\b/i;

/** True for programs; who does not say what it is, is one. */
export const isBot = (userAgent: string): boolean =>
  userAgent.trim() === '' || PROGRAMS.test(userAgent) || (isbot(userAgent) && !isFeedReader(userAgent));

const isFeedReader = (userAgent: string): boolean => FEED_READERS.test(userAgent) && !FETCHERS.test(userAgent);

/** True for requests that a browser makes ahead of a click that may never happen. */
export const isPrefetch = (headers: Headers): boolean =>
  PURPOSE_HEADERS.some((name) => AHEAD.test(headers.get(name) ?? ''));
