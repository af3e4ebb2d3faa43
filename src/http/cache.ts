import type { Context } from 'hono';
import { sha256 } from '../lib/hash.ts';
import type { AppEnv } from './env.ts';

export interface CacheRule {
  /** Seconds a response may be served from the edge and the browser. */
  ttl: number;
  /** The validated parameters with their defaults: equal questions share an answer however they were asked. */
  parameters: object;
  /** What the answer depends on beside address and parameters (a right, never a key). */
  entitlement?: string;
}

/**
 * Answers from the edge cache, or makes the answer and keeps it there. Comes after authentication, and the cache's key
 * holds no API key: whoever gets a cached answer has shown a living key first.
 */
export async function cached(
  c: Context<AppEnv>,
  { ttl, parameters, entitlement = 'read' }: CacheRule,
  make: () => Promise<Response>,
): Promise<Response> {
  const { origin, pathname } = new URL(c.req.url);
  const question = JSON.stringify([parameters, entitlement]);
  const address = `${origin}${pathname.replace(/\/+$/, '')}?cache=${await sha256(question)}`;
  const hit = await caches.default.match(address);
  if (hit) return withClientCaching(new Response(hit.body, hit), ttl);
  const fresh = await make();
  const stored = new Response(fresh.clone().body, fresh);
  stored.headers.set('Cache-Control', `public, max-age=${ttl}`);
  c.executionCtx.waitUntil(caches.default.put(address, stored));
  return withClientCaching(fresh, ttl);
}

function withClientCaching(response: Response, ttl: number): Response {
  response.headers.set('Cache-Control', `private, max-age=${ttl}`);
  response.headers.set('Vary', 'Authorization, X-API-Key, Origin');
  return response;
}
