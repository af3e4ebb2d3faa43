import type { Context } from 'hono';
import { sha256 } from '../lib/hash/hash.ts';
import { DAY_MS, type Millis } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { limitConcurrency } from './concurrency.ts';
import type { AppEnv } from './env.ts';

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
  /** Whether it is in the edge cache, too. */
  shared: boolean;
}

/** This isolate's answers, at most 25 MB. Each expires at its own time. */
const kept = new TtlCache<Kept>({ ttl: Number.POSITIVE_INFINITY, capacity: 100 });
const MAX_KEPT_BYTES = 250_000;

/** Questions this isolate has been asked before. (docs/decisions.md#F11) */
const seen = new TtlCache<true>({ ttl: DAY_MS, capacity: 2000 });

/** Header with the expiry of an answer in the edge cache; never leaves the Worker. */
const EXPIRES = 'X-Kept-Until';

/**
 * Answers from the isolate or the edge cache, or makes the answer and keeps it as long as the table of routes says.
 * `parameters` are the validated ones with their defaults: equal questions share an answer, however they are written. Most
 * questions are asked once, so the edge cache is used only from the second time on. It comes after
 * authentication, and its cache keys contain no API key: every client that gets a cached answer has sent a living key.
 */
export async function cached(
  c: Context<AppEnv>,
  parameters: object,
  make: () => Promise<Answer>,
  isCostly = false,
): Promise<Response> {
  const ttl = c.var.cacheSeconds ?? 0;
  const { origin, pathname } = new URL(c.req.url);
  const place = origin + pathname.replace(/\/+$/, '');
  // Questions may be long, and many are remembered.
  const question = await sha256(place + JSON.stringify(parameters, asSet));
  const known = kept.get(question, c.var.now);
  if (known && known.expires > c.var.now) {
    if (!known.shared) share(c, addressOf(place, question), known);
    return answer(known, ttl);
  }
  const again = seen.get(question, c.var.now) !== undefined;
  seen.set(question, true, c.var.now);
  // On a self-hosted server whose disk is full there is no cache.
  const hit = again ? await caches.default.match(addressOf(place, question)).catch(() => undefined) : undefined;
  const entry = hit
    ? await fromEdge(hit)
    : await fromMaker(await limitConcurrency(c, isCostly, make), c.var.now + ttl * 1000);
  if (entry.body.byteLength <= MAX_KEPT_BYTES) kept.set(question, entry, c.var.now);
  else if (again && !entry.shared) share(c, addressOf(place, question), entry);
  return answer(entry, ttl);
}

/** Sorted, because the order of a list's values does not matter. */
const asSet = (_name: string, value: unknown) =>
  Array.isArray(value) && value.length > 1 && typeof value[0] !== 'object' ? [...value].sort() : value;

const addressOf = (place: string, question: string) => `${place}?cache=${question}`;

async function fromEdge(hit: Response): Promise<Kept> {
  const expires = Number(hit.headers.get(EXPIRES));
  const headers = [...hit.headers].filter(([name]) => name !== EXPIRES.toLowerCase());
  return { body: await hit.arrayBuffer(), headers, expires, shared: true };
}

/** The ETag is cached with the answer, so that a body is hashed only once. */
async function fromMaker(fresh: Answer, expires: number): Promise<Kept> {
  const body = new TextEncoder().encode(fresh.body);
  return { body, headers: [...Object.entries(fresh.headers), ['ETag', await etagOf(body)]], expires, shared: false };
}

/** The strong ETag of a body. */
export async function etagOf(body: BufferSource | string): Promise<string> {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const tag = await crypto.subtle.digest('SHA-256', bytes);
  return `"${btoa(String.fromCharCode(...new Uint8Array(tag))).slice(0, 22)}"`;
}

function share(c: Context<AppEnv>, address: string, entry: Kept): void {
  entry.shared = true;
  const response = new Response(entry.body, { headers: entry.headers });
  const seconds = Math.ceil((entry.expires - c.var.now) / 1000);
  response.headers.set('Cache-Control', `public, max-age=${seconds}`);
  response.headers.set(EXPIRES, String(entry.expires));
  c.executionCtx.waitUntil(caches.default.put(address, response));
}

/** An answer in JSON. */
export const json = (value: object): Answer => ({
  body: JSON.stringify(value),
  headers: { 'Content-Type': 'application/json' },
});

function answer({ body, headers }: Kept, ttl: number): Response {
  const response = new Response(body, { headers });
  response.headers.set('Cache-Control', `private, max-age=${ttl}`);
  response.headers.set('Vary', 'Accept, Authorization, X-API-Key, Cookie, Origin');
  return response;
}
