import { isLoopback } from '../lib/hosts/loopback.ts';
import type { AppContext } from './env.ts';

/** Returns the base URL of links in messages: the origin of `PUBLIC_URL`, or of the request if it is not set. */
export const publicOrigin = (c: AppContext): string => (URL.parse(c.env.PUBLIC_URL) ?? new URL(c.req.url)).origin;

/** Port on which a self-hosted server listens. Unset on Cloudflare. */
interface OwnPort {
  LISTENING_PORT?: string;
}

const HTTP_PORT = '80';

/**
 * Returns true if a request names the host of this service. Cloudflare routes requests by host, but the client of a
 * self-hosted server may send any host. Such a server knows only its port on this machine and the host of `PUBLIC_URL`.
 */
export function isOwnHost({ env, req }: AppContext): boolean {
  const { LISTENING_PORT } = env as OwnPort;
  const url = new URL(req.url);
  if (LISTENING_PORT === undefined || url.host === URL.parse(env.PUBLIC_URL)?.host) return true;
  return isLoopback(url) && (url.port || HTTP_PORT) === LISTENING_PORT;
}
