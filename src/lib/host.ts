import * as z from 'zod';
import { domainOf } from './url.ts';

/** A host as sources are named: without `www.`. */
export const host = z.string({ error: 'must be text' }).transform((text, ctx) => {
  const url = URL.parse(`https://${text.trim()}`);
  if (url?.hostname.includes('.') && url.pathname === '/' && !url.search && !url.hash && !url.username)
    return domainOf(url);
  ctx.addIssue({ code: 'custom', message: 'must be a host name without scheme and path, such as news.example.com' });
  return z.NEVER;
});
