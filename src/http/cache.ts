import { base64, sha256 } from '../lib/hash/hash.ts';
import type { Millis } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import type { AppContext } from './env.ts';
import { limitConcurrency } from './simultaneous.ts';
import { traffic } from './traffic.ts';

/** Headers where the address is the secret: nobody may keep it, index it, or send it on as a referrer. */
export const PRIVATE = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'no-referrer',
};

/** An answer as it was made. */
export interface Answer {
  body: string;
  headers: Record<string, string>;
}

/** A cached answer. */
interface Kept {
  body: BufferSource;
  headers: [name: string, value: string][];
  expires: Millis;
}

/** This isolate's answers, at most 25 MB. Each expires at its own time. */
const kept = new TtlCache<Kept>({ ttl: Number.POSITIVE_INFINITY, capacity: 100 });
const MAX_KEPT_BYTES = 250_000;

/** Header with the expiry of an answer in the edge cache; never leaves the Worker. */
const EXPIRES = 'X-Kept-Until';

/**
 * Answers from the isolate or the edge cache, or makes the answer and keeps it as long as the table of routes says.
 * `parameters` are the validated ones with their defaults: equal questions share an answer, however they are written. It comes after
 * authentication, and its cache keys contain no API key: every client that gets a cached answer has sent a living key.
 */
export async function cached(c: AppContext, parameters: object, make: () => Promise<Answer>, isCostly = false) {
  const ttl = c.var.cacheSeconds ?? 0;
  const { origin, pathname } = new URL(c.req.url);
  const place = origin + pathname.replace(/\/+$/, '');
  // Questions may be long, and many are remembered.
  const question = await sha256(place + inOrder(parameters));
  const found = () => {
    const known = kept.get(question, c.var.now);
    return known && known.expires > c.var.now ? known : null;
  };
  const known = found();
  if (known) {
    traffic.cache('isolate');
    return answer(known, ttl);
  }
  const edge = edgeOf(c);
  const address = `${place}?cache=${question}`;
  const hit = await edge?.match(address);
  traffic.cache(hit ? 'edge' : 'database');
  const keep = (entry: Kept) => {
    if (entry.body.byteLength <= MAX_KEPT_BYTES) kept.set(question, entry, c.var.now);
    return entry;
  };
  const made = async () => {
    const entry = await fromMaker(await make(), c.var.now + ttl * 1000);
    if (c.var.rankingAge !== undefined) return entry;
    if (edge) c.executionCtx.waitUntil(edge.put(address, toEdge(entry, c.var.now)));
    return keep(entry);
  };
  // Another request may have made it while this one waited.
  const entry = hit ? keep(await fromEdge(hit)) : await limitConcurrency(c, isCostly, async () => found() ?? made());
  return c.var.rankingAge === undefined ? answer(entry, ttl) : ofStored(entry, c.var.rankingAge);
}

/** The cache of the place that answers. A server of one's own is one isolate, and has its answers in memory. (docs/decisions.md#F11) */
const edgeOf = (c: AppContext): Cache | null => (c.req.raw.cf?.colo ? caches.default : null);

/** Parameters as text; sorted, because the order of a list's values does not matter. */
export const inOrder = (parameters: object): string =>
  JSON.stringify(parameters, (_name, value: unknown) =>
    Array.isArray(value) && value.length > 1 && typeof value[0] !== 'object' ? [...value].sort() : value,
  );

async function fromEdge(hit: Response): Promise<Kept> {
  const expires = Number(hit.headers.get(EXPIRES));
  const headers = [...hit.headers].filter(([name]) => name !== EXPIRES.toLowerCase());
  return { body: await hit.arrayBuffer(), headers, expires };
}

/** The ETag is cached with the answer, so that a body is hashed only once. */
async function fromMaker(fresh: Answer, expires: number): Promise<Kept> {
  const body = new TextEncoder().encode(fresh.body);
  return { body, headers: [...Object.entries(fresh.headers), ['ETag', await etagOf(body)]], expires };
}

/** The strong ETag of a body. */
export async function etagOf(body: BufferSource | string): Promise<string> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const tag = await crypto.subtle.digest('SHA-256', bytes);
  return `"${base64(new Uint8Array(tag)).slice(0, 22)}"`;
}

function toEdge({ body, headers, expires }: Kept, now: Millis): Response {
  const response = new Response(body, { headers });
  response.headers.set('Cache-Control', `public, max-age=${Math.ceil((expires - now) / 1000)}`);
  response.headers.set(EXPIRES, String(expires));
  return response;
}

/** An answer in JSON. */
export const json = (value: object): Answer => ({
  body: JSON.stringify(value),
  headers: { 'Content-Type': 'application/json' },
});

/** An answer of a ranking that may be old: the next one is new. */
function ofStored(entry: Kept, age: number): Response {
  const response = answer(entry, 0);
  response.headers.set('X-Ranking-Age', String(age));
  return response;
}

function answer({ body, headers }: Pick<Kept, 'body' | 'headers'>, ttl: number): Response {
  const response = new Response(body, { headers });
  response.headers.set('Cache-Control', `private, max-age=${ttl}`);
  response.headers.set('Vary', 'Accept, Authorization, X-API-Key, Cookie, Origin');
  return response;
}
