import { base64, sha256 } from '../lib/hash/hash.ts';
import { HOUR_MS, type Millis } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { limitConcurrency } from './concurrency-limits.ts';
import type { AppContext } from './env.ts';
import { ClientError } from './errors.ts';
import { reportFailure } from './request-log.ts';
import { traffic } from './traffic.ts';

/** Response headers for URLs that contain a secret: no caching, no indexing, no referrer. */
export const PRIVATE = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
};

export interface CacheableResponse {
  body: string;
  headers: Record<string, string>;
}

interface CachedEntry {
  body: BufferSource;
  headers: [name: string, value: string][];
  expires: Millis;
}

const cachedEntries = new TtlCache<CachedEntry>({ ttl: Number.POSITIVE_INFINITY, capacity: 100 });
const MAX_ENTRY_BYTES = 250_000;
/** Time for which an expired page replaces a server error. Keys also stay valid for an hour without the database. */
const STALE_PAGE_MS = HOUR_MS;

const EXPIRES = 'X-Kept-Until';

/** Returns or creates a cached response. It must run after authentication, because cache keys contain no API key. */
export async function cachedResponse(
  c: AppContext,
  parameters: object,
  make: () => Promise<CacheableResponse>,
  isCostly = false,
) {
  const ttl = c.var.cacheSeconds ?? 0;
  const [address = ''] = c.req.url.split(/[?#]/, 1);
  const place = address.replace(/\/+$/, '');
  const question = place + canonical(parameters);
  const isCurrent = ({ expires }: CachedEntry) => expires > c.var.now;
  const found = () => {
    const known = cachedEntries.get(question, c.var.now);
    return known && isCurrent(known) ? known : null;
  };
  const known = found();
  if (known) {
    traffic.cache('isolate');
    return answer(known, ttl);
  }
  const edge = edgeOf(c);
  const edgeAddress = edge ? `${place}?cache=${await sha256(question)}` : '';
  const stored = await edge?.match(edgeAddress).then((response) => response && fromEdge(response));
  const hit = stored && isCurrent(stored) ? stored : null;
  traffic.cache(hit ? 'edge' : 'database');
  const keep = (entry: CachedEntry) => {
    if (entry.body.byteLength <= MAX_ENTRY_BYTES) cachedEntries.set(question, entry, c.var.now);
    return entry;
  };
  const made = async () => {
    const entry = await fromMaker(await make(), c.var.now + ttl * 1000);
    if (c.var.rankingAge !== undefined) return entry;
    if (edge) c.executionCtx.waitUntil(edge.put(edgeAddress, toEdge(entry, c.var.now)));
    return keep(entry);
  };
  // Checks the cache again, because another request may have filled it while this one waited.
  const loading = hit ? keep(hit) : limitConcurrency(c, isCostly, async () => found() ?? made());
  const lastEntries = () => [cachedEntries.get(question, c.var.now), stored].filter((entry) => entry !== undefined);
  const entry = await Promise.resolve(loading).catch((error: Error) => lastPage(c, error, lastEntries()));
  if (c.var.isStale) return answer(entry, 0);
  return c.var.rankingAge === undefined ? answer(entry, ttl) : ofStored(entry, c.var.rankingAge);
}

/** Returns the last good page of an embed instead of a server error, or throws the error. (docs/decisions.md#F11) */
function lastPage(c: AppContext, error: Error, entries: readonly CachedEntry[]): CachedEntry {
  const pages = entries.filter((entry) => isPage(entry) && entry.expires > c.var.now - STALE_PAGE_MS);
  const [last] = pages.toSorted((one, other) => other.expires - one.expires);
  if (!last || error instanceof ClientError) throw error;
  reportFailure(c, error);
  c.set('isStale', true);
  return last;
}

const isPage = ({ headers }: CachedEntry): boolean =>
  headers.some(([name, value]) => name.toLowerCase() === 'content-type' && value.startsWith('text/html'));

/** Returns the edge cache, or `null` on a self-hosted server, which needs none. (docs/decisions.md#F11) */
const edgeOf = (c: AppContext): Cache | null => (c.req.raw.cf?.colo ? caches.default : null);

/** Serialises parameters for a cache key. List values are sorted, because their order does not change the response. */
export function canonical(parameters: object): string {
  const known = canonicalTexts.get(parameters);
  if (known !== undefined) return known;
  const text = JSON.stringify(parameters, (_name, value: unknown) =>
    Array.isArray(value) && value.length > 1 && typeof value[0] !== 'object' ? [...value].sort() : value,
  );
  if (Object.isFrozen(parameters)) canonicalTexts.set(parameters, text);
  return text;
}
const canonicalTexts = new WeakMap<object, string>();

async function fromEdge(hit: Response): Promise<CachedEntry> {
  const expires = Number(hit.headers.get(EXPIRES));
  const headers = [...hit.headers].filter(([name]) => name !== EXPIRES.toLowerCase());
  return { body: await hit.arrayBuffer(), headers, expires };
}

/** Stores the ETag with the response, so that each body is hashed only once. */
async function fromMaker(fresh: CacheableResponse, expires: number): Promise<CachedEntry> {
  const body = new TextEncoder().encode(fresh.body);
  return { body, headers: [...Object.entries(fresh.headers), ['ETag', await etagOf(body)]], expires };
}

export async function etagOf(body: BufferSource | string): Promise<string> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const tag = await crypto.subtle.digest('SHA-256', bytes);
  return `"${base64(new Uint8Array(tag)).slice(0, 22)}"`;
}

function toEdge(entry: CachedEntry, now: Millis): Response {
  const { body, headers, expires } = entry;
  const response = new Response(body, { headers });
  const lifetime = expires - now + (isPage(entry) ? STALE_PAGE_MS : 0);
  response.headers.set('Cache-Control', `public, max-age=${Math.ceil(lifetime / 1000)}`);
  response.headers.set(EXPIRES, String(expires));
  return response;
}

export const json = (value: object): CacheableResponse => ({
  body: JSON.stringify(value),
  headers: { 'Content-Type': 'application/json' },
});

function ofStored(entry: CachedEntry, age: number): Response {
  const response = answer(entry, 0);
  response.headers.set('X-Ranking-Age', String(age));
  return response;
}

function answer({ body, headers }: Pick<CachedEntry, 'body' | 'headers'>, ttl: number): Response {
  const response = new Response(body, { headers });
  response.headers.set('Cache-Control', `private, max-age=${ttl}`);
  response.headers.set('Vary', 'Accept, Authorization, X-API-Key, Cookie, Origin');
  return response;
}
