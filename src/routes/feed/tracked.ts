import type { MiddlewareHandler } from 'hono';
import { linkToken } from '../../clicks/salts/link-token.ts';
import { installationSecret } from '../../clicks/salts/secret.ts';
import type { FeedItem } from '../../content/articles/item.ts';
import { etagOf } from '../../http/cache.ts';
import type { AppEnv } from '../../http/env.ts';

/** Placeholder of the token in cached answers, which are the same for everybody. Letters and digits need no escaping in any format. */
const PLACEHOLDER = 'TOKENOFTHEKEYTHATTHEFEEDWASASKEDFORWITH';

/** The items with links that lead through `/go/`, where clicks of feed readers are counted. */
export const trackedItems = (items: readonly FeedItem[], origin: string): FeedItem[] =>
  items.map((item) => ({ ...item, url: `${origin}/go/${item.contentId}?t=${PLACEHOLDER}` }));

/**
 * Writes the token of the request's key into tracked links. Comes after the cache, which contains no keys; the ETag becomes that
 * of the answer as it is sent.
 */
export const withLinkTokens: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  if (c.req.query('tracked')?.trim() !== '1' || c.res.status !== 200) return;
  const token = await linkToken(await installationSecret(c.var.db), c.var.key.id);
  const body = (await c.res.text()).replaceAll(PLACEHOLDER, token);
  c.res = new Response(body, c.res);
  c.res.headers.set('ETag', await etagOf(new TextEncoder().encode(body)));
};
