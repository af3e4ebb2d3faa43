import type { Seconds } from '../../lib/time.ts';
import { FeedFault } from '../fault.ts';
import { longestCaching, retryAfter } from '../poll-interval.ts';
import { FetchCookies } from './cookies.ts';
import { HostRests, type HostTurns } from './host-turns.ts';
import { allowing, isNotPublic, publicUrl, unreachable } from './public-url.ts';
import { readBytes } from './read-bytes.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Reach {
  fetch: Fetch;
  allowed: ReadonlySet<string>;
  agent?: string;
  accept?: string;
  timeout?: number;
  /** Timeout in milliseconds that applies if other feeds are waiting. */
  patience?: number;
  turns?: HostTurns;
}

const FEED_TIMEOUT = 20_000;
const MAX_HOPS = 5;
const MAX_ADDRESS = 2000;
export const MAX_BYTES = 10 * 2 ** 20;

const FEEDS =
  'application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.5';

export const agentOf = (set = '', contact = ''): string =>
  set.replace(/[^ -~]/g, '').trim() || `newsgauge (feed reader${contact && `; +${contact}`})`;

export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

interface KnownVersion extends Validators {
  url: string;
}

interface FeedResponse {
  movedTo: string | null;
  url: string;
}

export type Fetched =
  | { kind: 'slow'; reason: string }
  | { kind: 'resting'; reason: string; until: Seconds }
  | ({ kind: 'unchanged'; movedTo: string | null } & Validators)
  | ({
      kind: 'body';
      bytes: Uint8Array<ArrayBuffer>;
      contentType: string;
      link: string;
      maxAge: number;
    } & FeedResponse &
      Validators)
  | { kind: 'failed'; reason: string; status?: number; gone?: boolean; wait?: number; until?: Seconds };

/** Fetches a feed if it has changed. Checks each redirect, so that none leads to a private network. */
export async function fetchFeed(reach: Reach, known: KnownVersion, now: number, patience?: number): Promise<Fetched> {
  try {
    // The timeout excludes the wait before the first request to the host.
    const { url } = publicUrl(known.url, reach.allowed);
    if (url) await reach.turns?.take(url.host);
    return await fetchInTurn(reach, known, now, patience);
  } catch (thrown) {
    if (thrown instanceof HostRests) return { kind: 'resting', reason: thrown.message, until: thrown.until };
    throw thrown;
  }
}

async function fetchInTurn(reach: Reach, known: KnownVersion, now: number, patience?: number): Promise<Fetched> {
  const timeout = AbortSignal.timeout(reach.timeout ?? FEED_TIMEOUT);
  const impatience = new AbortController();
  const timer = patience === undefined ? undefined : setTimeout(() => impatience.abort(), patience);
  let isAnswering = false;
  try {
    const { response, ...answer } = await follow(reach, known, AbortSignal.any([timeout, impatience.signal]));
    isAnswering = true;
    const validators = { etag: response.headers.get('ETag'), lastModified: response.headers.get('Last-Modified') };
    if (response.status === 304) return { kind: 'unchanged', movedTo: answer.movedTo, ...validators };
    if (!response.ok) {
      await response.body?.cancel();
      return await refusal(response, now, (wait) => reach.turns?.refuse(new URL(answer.url).host, wait));
    }
    return {
      kind: 'body',
      ...answer,
      bytes: await bodyOf(response),
      contentType: response.headers.get('Content-Type') ?? '',
      link: response.headers.get('Link') ?? '',
      ...validators,
      maxAge: longestCaching(response.headers.get('Cache-Control')),
    };
  } catch (thrown) {
    if (thrown instanceof HostRests) throw thrown;
    if (thrown instanceof FeedFault) return { kind: 'failed', reason: thrown.message };
    if (timeout.aborted) return { kind: 'failed', reason: noAnswer(reach.timeout ?? FEED_TIMEOUT) };
    if (impatience.signal.aborted) return { kind: 'slow', reason: noAnswer(patience ?? 0) };
    return {
      kind: 'failed',
      reason: isAnswering ? 'broke off in the middle of its response' : unreachable(thrown, known.url),
    };
  } finally {
    clearTimeout(timer);
  }
}

const noAnswer = (milliseconds: number) => `did not respond within ${milliseconds / 1000} seconds`;

async function follow(reach: Reach, known: KnownVersion, signal: AbortSignal) {
  const { fetch, allowed, agent = agentOf(), accept = FEEDS, turns } = reach;
  let at = known.url;
  let permanent = true;
  let movedTo: string | null = null;
  const cookies = new FetchCookies();
  for (let hop = 0; hop <= MAX_HOPS; hop++) {
    const { url, refused } = publicUrl(at, allowed);
    if (!url) throw new FeedFault(hop === 0 ? refused + allowing(at) : `redirects to an address that ${refused}`);
    if (hop > 0) await turns?.take(url.host);
    const response = await fetch(url.href, {
      redirect: 'manual',
      signal,
      headers: { Accept: accept, 'User-Agent': agent, ...validatorsOf(known), ...cookies.header(url) },
      cache: 'no-store',
    }).catch((thrown): never => {
      throw isNotPublic(thrown) ? new FeedFault(unreachable(thrown, url)) : thrown;
    });
    if (response.status !== 429) await turns?.note(url.host);
    const location = isRedirect(response) ? response.headers.get('Location') : null;
    if (location === null) return { response, url: url.href, movedTo };
    await response.body?.cancel();
    cookies.take(url, response.headers);
    const next = URL.parse(location, url.href);
    if (!next) throw new FeedFault('redirects to an invalid URL');
    next.hash = '';
    at = next.href;
    // Permanent redirects change the URL of the feed (docs/decisions.md#S4).
    permanent &&= response.status === 301 || response.status === 308;
    if (permanent && at.length <= MAX_ADDRESS) movedTo = at;
  }
  throw new FeedFault(`redirects more than ${MAX_HOPS} times`);
}

export const isRedirect = ({ status }: Response) => [301, 302, 303, 307, 308].includes(status);

const validatorsOf = ({ etag, lastModified }: KnownVersion): Record<string, string> => ({
  ...(etag ? { 'If-None-Match': etag } : {}),
  ...(lastModified ? { 'If-Modified-Since': lastModified } : {}),
});

async function refusal(
  { status, headers }: Response,
  now: Seconds,
  rest: (wait?: number) => Promise<Seconds> | undefined,
): Promise<Fetched> {
  const wait = retryAfter(headers.get('Retry-After'), now);
  const failed = { kind: 'failed' as const, status, ...(wait === null ? {} : { wait }) };
  if (status === 410) return { ...failed, reason: 'is permanently gone (410), so it is no longer polled', gone: true };
  if (status !== 429) return { ...failed, reason: `returned ${status}` };
  const until = await rest(failed.wait);
  return { ...failed, reason: 'returned 429 (too many requests)', ...(until === undefined ? {} : { until }) };
}

async function bodyOf({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const sent = await readBytes(body, MAX_BYTES);
  const bytes = sent?.[0] === 0x1f && sent[1] === 0x8b ? await unzip(sent) : sent;
  if (!bytes) throw new FeedFault(`is larger than ${MAX_BYTES / 2 ** 20} MB`);
  return bytes;
}

/** Decompresses gzip data without a gzip header. Returns `null` if the result is too large. */
async function unzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await readBytes(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')), MAX_BYTES);
  } catch {
    throw new FeedFault('is compressed, but its data is truncated or malformed');
  }
}
