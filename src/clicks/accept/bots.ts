import { isbot } from 'isbot';

const PURPOSE_HEADERS = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz'];
const PREFETCH_PURPOSE = /prefetch|prerender|preview/i;

/** User agents of mail scanners, and of monitors whose user agents differ from a browser's by only one word. */
const PROGRAMS = /GTmetrix|Miniature\.io|\bms-office\b|SafeLinks|Proofpoint|Mimecast|Barracuda/i;

/** User agents of feed readers in which people follow links. Programs that only fetch feeds have other user agents. */
const FEED_READERS =
  /\b(Feedly|NetNewsWire|Reeder|Unread|Inoreader|NewsBlur|Feedbin|NewsFlash|ReadKit|Newsify|FeedMe|Vienna|lire|Feedbro|FocusReader)\b/i;
const FETCHERS = /fetch|subscriber|\bfeed-id\b|crawl|spider|bot\b/i;

/** Returns true if the user agent is empty or belongs to a program. Browsers always send a user agent. */
export const isBot = (userAgent: string): boolean =>
  userAgent.trim() === '' || PROGRAMS.test(userAgent) || (isbot(userAgent) && !isFeedReader(userAgent));

const isFeedReader = (userAgent: string): boolean => FEED_READERS.test(userAgent) && !FETCHERS.test(userAgent);

/** Returns true if the browser loads the page in advance, before the reader has clicked. */
export const isPrefetch = (headers: Headers): boolean =>
  PURPOSE_HEADERS.some((name) => PREFETCH_PURPOSE.test(headers.get(name) ?? ''));
