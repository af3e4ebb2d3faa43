import { ApiError } from '../lib/request.ts';

/** Returns the origins that may frame a key's embeds, or `null` if `origin` is allowed. Throws an `ApiError`. */
export async function framedBy(key: string, origin: string, signal: AbortSignal): Promise<string[] | null> {
  return ancestors(await policyOf(key, signal), origin);
}

/** Returns the origins to which a key is bound. The list is empty if the key works on any site. */
export async function originsOf(key: string, signal: AbortSignal): Promise<string[]> {
  return ancestors(await policyOf(key, signal), '') ?? [];
}

async function policyOf(key: string, signal: AbortSignal): Promise<string> {
  const response = await fetch('/api/v2/feed/?output=html&limit=1', {
    method: 'HEAD',
    headers: key ? { Authorization: `Bearer ${key}` } : {},
    signal,
  }).catch((error: Error) => {
    throw error.name === 'AbortError' ? error : new ApiError(0);
  });
  return response.headers.get('Content-Security-Policy') ?? '';
}

/** Returns the origins in `frame-ancestors`, or `null` if `origin` is allowed. */
export function ancestors(policy: string, origin: string): string[] | null {
  const directive = policy.split(';').find((one) => one.trim().startsWith('frame-ancestors'));
  const allowed = directive?.trim().split(/\s+/).slice(1) ?? ['*'];
  return allowed.some((one) => one === '*' || one === "'self'" || one === origin) ? null : allowed;
}

/** Returns the reason why a publishable key is malformed, or `null`. */
export function publishableFault(text: string): string | null {
  if (/^ng[so]_/.test(text))
    return 'This key must never be in a page, because anyone could read it there. Use a publishable key, which begins with ngp_.';
  if (!/^ngp_[0-9A-Za-z]{34}$/.test(text))
    return 'This is not a publishable key. A publishable key has 38 characters and begins with ngp_.';
  return null;
}
