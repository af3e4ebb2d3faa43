import { base64, sha256 } from '../lib/hash/hash.ts';
import type { Millis } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { limitConcurrency } from './concurrency-limits.ts';
import type { AppContext } from './env.ts';
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
  const found = () => {
    const known = cachedEntries.get(question, c.var.now);
    return known && known.expires > c.var.now ? known : null;
  };
  const known = found();
  if (known) {
    traffic.cache('isolate');
    return answer(known, ttl);
  }
  const edge = edgeOf(c);
  const edgeAddress = edge ? `${place}?cache=${await sha256(question)}` : '';
  const hit = await edge?.match(edgeAddress);
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
  const entry = hit ? keep(await fromEdge(hit)) : await limitConcurrency(c, isCostly, async () => found() ?? made());
  return c.var.rankingAge === undefined ? answer(entry, ttl) : ofStored(entry, c.var.rankingAge);
}

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

function toEdge({ body, headers, expires }: CachedEntry, now: Millis): Response {
  const response = new Response(body, { headers });
  response.headers.set('Cache-Control', `public, max-age=${Math.ceil((expires - now) / 1000)}`);
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
