import type { Context } from 'hono';
import { methodNotAllowed } from './errors.ts';

export const isRead = (c: Context): boolean => c.req.method === 'GET' || c.req.method === 'HEAD';

export async function readsOnly(c: Context, next: () => Promise<void>): Promise<void> {
  if (!isRead(c)) throw methodNotAllowed('GET, HEAD, OPTIONS');
  await next();
}
