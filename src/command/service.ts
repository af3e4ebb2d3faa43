import { isLoopback } from '../lib/hosts/loopback.ts';
import { failAs } from './command.ts';
import { commandLine } from './paths.ts';

/** Sends a request. Ends the command after a redirect, because a key must never be sent to another URL. */
export async function fetchFrom(base: URL, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(new URL(path, base), { ...init, redirect: 'manual' }).catch((): never =>
    failAs(
      'closed',
      `${base.origin} is not reachable${isLoopback(base) ? `; start it with ${commandLine('start')}` : ''}`,
    ),
  );
  if (response.status < 300 || response.status > 399 || response.status === 304) return response;
  const target = URL.parse(response.headers.get('Location') ?? '', base);
  return failAs(
    'closed',
    `${base.origin} redirects to ${target?.origin ?? 'another address'}. If you trust that address, use it as --service.`,
  );
}
