import type { pageHosts } from '../../db/schema.ts';
import type { WaitingPage } from '../../db/values.ts';
import { DAY, HOUR, MINUTE, type Millis, type Seconds, toSeconds } from '../../lib/time.ts';
import { domainOf } from '../../lib/url.ts';
import { FeedFault } from '../fault.ts';
import { agentOf, fetchFeed, isRedirect, type Reach } from '../fetch/fetch.ts';
import { type PageArticle, readPage } from '../page/read-page.ts';
import { MAX_WAIT_SECONDS } from '../poll-interval.ts';
import { decode } from '../read/decode.ts';
import { parseRobots, type Robots } from './parse-robots.ts';

/** This module requests pages of a host as its robots.txt permits. Requests are at least ten seconds apart. */

export type PageHost = typeof pageHosts.$inferSelect;

export interface Clock {
  now: () => Millis;
  wait: (milliseconds: number) => Promise<void>;
  until: Millis;
}

export interface ReadPage {
  waiting: WaitingPage;
  article: PageArticle;
  at: Seconds;
}

export interface PageVisit {
  host: Omit<PageHost, 'waiting'>;
  taken: readonly WaitingPage[];
  read: ReadPage[];
  /** Pages to request later: pages not reached yet, pages with temporary failures, and targets of redirects. */
  waiting: WaitingPage[];
  failed: number;
}

const PAUSE_MS = 10_000;
/** Longest pause in robots.txt that is respected. A longer pause counts as a mistake. */
const MAX_PAUSE_MS = HOUR * 1000;
const PAGE_TIMEOUT_MS = 10_000;
const MAX_FAILURES_PER_PAGE = 3;
const MAX_ATTEMPTS_PER_PAGE = 5;
const ROBOTS_TTL_SECONDS = DAY;
const MAX_ROBOTS_LENGTH = 500 * 1024;
const FAILURE_PAUSE_SECONDS = 15 * MINUTE;
const ROBOTS_RETRY_SECONDS = HOUR;
const ACCEPT_HTML = 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1';

export async function visit(known: PageHost, taken: readonly WaitingPage[], reach: Reach, clock: Clock) {
  const { waiting: _, ...host } = known;
  const done: PageVisit = { host, taken, read: [], waiting: [], failed: 0 };
  const token = /^[\w-]+/.exec(reach.agent ?? agentOf())?.[0] ?? 'newsgauge';
  const asking = { ...reach, timeout: reach.timeout ?? PAGE_TIMEOUT_MS };
  const left = [...taken];
  let pause = PAUSE_MS;
  let last: Millis | null = null;
  let rules: Robots | undefined;
  const fail = (reason: string) => {
    host.failedAt = toSeconds(clock.now());
    host.reason = reason;
  };
  const drop = (reason: string) => {
    left.shift();
    done.failed++;
    fail(reason);
  };
  const isOurTurn = async () => {
    const due = last === null ? 0 : last + pause;
    if (Math.max(due, clock.now()) > clock.until) return false;
    if (due > clock.now()) await clock.wait(due - clock.now());
    last = clock.now();
    return true;
  };
  const closeFor = (seconds: number) => {
    host.nextAt = Math.ceil(clock.now() / 1000) + Math.min(seconds, MAX_WAIT_SECONDS);
    done.waiting.push(...left.map((each) => ({ ...each, tries: each.tries - 1 })));
    return done;
  };
  while (left.length > 0) {
    const [waiting] = left as [WaitingPage];
    if (waiting.tries > MAX_ATTEMPTS_PER_PAGE) {
      drop(`reading ${waiting.url} was started ${MAX_ATTEMPTS_PER_PAGE} times and never finished`);
      continue;
    }
    const robotsUrl = new URL('/robots.txt', waiting.url).href;
    if (Math.abs(toSeconds(clock.now()) - (host.robotsAt ?? 0)) >= ROBOTS_TTL_SECONDS) {
      if (!(await isOurTurn())) break;
      const robots = await askRobots(asking, robotsUrl, toSeconds(clock.now()));
      if (typeof robots !== 'string') {
        fail(`its robots.txt ${robots.reason}, so no pages are read`);
        return closeFor(Math.max(robots.wait ?? 0, ROBOTS_RETRY_SECONDS));
      }
      host.robots = robots;
      host.robotsAt = toSeconds(clock.now());
      rules = undefined;
    }
    rules ??= parseRobots(host.robots ?? '', token);
    pause = Math.min(Math.max(PAUSE_MS, rules.crawlDelay * 1000), MAX_PAUSE_MS);
    if (!rules.isAllowed(waiting.url)) {
      drop(`${waiting.url} is forbidden by its robots.txt`);
      continue;
    }
    if (!(await isOurTurn())) break;
    left.shift();
    const at = toSeconds(clock.now());
    const answer = await ask(asking, waiting, at);
    if ('article' in answer) {
      host.readAt = at;
      done.read.push({ waiting, article: answer.article, at });
    } else if ('rests' in answer) {
      left.unshift(waiting);
      return closeFor(answer.rests);
    } else if ('movedTo' in answer) done.waiting.push({ ...waiting, url: answer.movedTo });
    else {
      fail(`${waiting.url} ${answer.reason}`);
      if (!answer.isPassing || waiting.tries >= MAX_FAILURES_PER_PAGE) done.failed++;
      else done.waiting.push(waiting);
      if (answer.isPassing) return closeFor(Math.max(answer.wait ?? 0, FAILURE_PAUSE_SECONDS));
    }
  }
  return closeFor(last === null ? 0 : pause / 1000);
}

type PageResult =
  | { article: PageArticle }
  | { movedTo: string }
  | { rests: Seconds }
  | { reason: string; isPassing: boolean; wait?: number | undefined };

/** Sends one request. Its redirect is followed later, if the robots.txt of the target host permits it. */
async function ask(reach: Reach, { url, tries }: WaitingPage, now: Seconds): Promise<PageResult> {
  let movedTo: string | undefined;
  const fetch: Reach['fetch'] = async (address, init) => {
    const response = await reach.fetch(address, init);
    if (!isRedirect(response)) return response;
    movedTo = URL.parse(response.headers.get('Location') ?? '', url)?.href.replace(/#.*$/s, '');
    throw new FeedFault('redirects to an invalid URL');
  };
  const fetched = await fetchFeed({ ...reach, fetch, accept: ACCEPT_HTML }, unvisitedFeed(url), now);
  if (movedTo !== undefined) return tries < MAX_ATTEMPTS_PER_PAGE ? moveOf(url, movedTo) : final('redirects too often');
  if (fetched.kind === 'resting') return { rests: fetched.until - now };
  if (fetched.kind === 'failed')
    return { ...fetched, isPassing: /^(408|429|5..)$/.test(String(fetched.status ?? 500)) };
  if (fetched.kind !== 'body' || !/html|^$/i.test(fetched.contentType)) return final('is not a web page');
  try {
    return { article: readPage(decode(fetched.bytes, fetched.contentType).text, url, now * 1000).article };
  } catch {
    return final('cannot be read');
  }
}

const unvisitedFeed = (url: string) => ({ url, etag: null, lastModified: null });
const final = (reason: string): PageResult => ({ reason, isPassing: false });

/** Returns the target of a redirect. A redirect to the home page means that the page no longer exists. */
function moveOf(from: string, movedTo: string): PageResult {
  const [before, after] = [new URL(from), new URL(movedTo)];
  if (after.pathname === '/' && after.search === '' && before.pathname !== '/')
    return final(`leads to the home page of ${domainOf(after)}`);
  return movedTo.length <= 2000 ? { movedTo } : final('leads to an address that is too long');
}

async function askRobots(reach: Reach, url: string, now: Seconds): Promise<string | { reason: string; wait?: number }> {
  const fetched = await fetchFeed({ ...reach, accept: 'text/plain, */*;q=0.1' }, unvisitedFeed(url), now);
  if (fetched.kind === 'body') return decode(fetched.bytes, fetched.contentType).text.slice(0, MAX_ROBOTS_LENGTH);
  if (fetched.kind === 'resting') return { reason: fetched.reason, wait: fetched.until - now };
  if (fetched.kind !== 'failed') return { reason: 'returned no content' };
  return /^4(?!29)/.test(String(fetched.status)) ? '' : fetched;
}
