import type { MiddlewareHandler } from 'hono';
import { linkToken } from '../../clicks/salts/link-token.ts';
import { installationSecret } from '../../clicks/salts/secret.ts';
import { samplingOf } from '../../clicks/sampling/list-sampling.ts';
import { listOf, ticketFor } from '../../clicks/tickets.ts';
import type { FeedItem } from '../../content/articles/item.ts';
import { type Explored, MOST_IDS } from '../../db/view-columns.ts';
import { LIST_TAG } from '../../delivery/html.tsx';
import { etagOf, inOrder } from '../../http/cache.ts';
import type { AppContext, AppEnv } from '../../http/env.ts';

/** Placeholder of the token in cached answers, which are the same for everybody. Letters and digits need no escaping in any format. */
const PLACEHOLDER = 'TOKENOFTHEKEYTHATTHEFEEDWASASKEDFORWITH';

/** Of how a page looks, which does not make it another list. */
const LOOKS = new Set(['theme', 'accent', 'title', 'language', 'images', 'views', 'tracked', 'output']);

/** The items with links that lead through `/go/`, where clicks of feed readers are counted. */
export const trackedItems = (items: readonly FeedItem[], origin: string): FeedItem[] =>
  items.map((item) => ({ ...item, url: `${origin}/go/${item.contentId}?t=${PLACEHOLDER}` }));

interface Ticketed {
  page: string;
  secret: string;
  /** Settings of keys by which neighbours may change places in such a page. */
  explored: readonly Explored[];
  /** Whether the page may report; else its token is for its clicks alone. */
  reports: boolean;
}

/**
 * Writes the ticket of the list that a page shows: the articles in their order, as the page names them. Where the key is `explored`,
 * neighbours may change places in both.
 */
async function withTicket(c: AppContext, { page, secret, explored, reports }: Ticketed): Promise<string> {
  const place = page.indexOf(LIST_TAG);
  if (place < 0) return page;
  const asked = Object.entries(c.var.asked ?? {});
  const list = Object.fromEntries(asked.filter(([name]) => !LOOKS.has(name)));
  const end = page.indexOf('</ul>', place);
  // What articles say has no tags: these are ours.
  const [head = '', ...items] = page.slice(place, end).split('<li>');
  const ids = items.slice(0, MOST_IDS).map((item) => Number(/ data-content-id="(\d+)"/.exec(item)?.[1] ?? 0));
  const { db, key, now } = c.var;
  const name = await listOf(key.id, c.req.path.replace(/\/+$/, '') + inOrder(list));
  const { ticket, order } = await ticketFor(secret, {
    keyId: key.id,
    list: name,
    layout: list.layout ?? 'auto',
    ids,
    now,
    sampling: reports ? await samplingOf(db, name, now) : null,
    explores: explored.includes(key.explore),
  });
  const listHtml = [
    head.replace(LIST_TAG, `${LIST_TAG} data-ticket="${ticket}"`),
    ...items.map((item, i) => items[order[i] ?? i] ?? item),
  ].join('<li>');
  return page.slice(0, place) + listHtml + page.slice(end);
}

const isHtml = (response: Response) => response.headers.get('Content-Type')?.startsWith('text/html') ?? false;

/**
 * Writes the token of the request's key into tracked links, and the ticket of the list into a page that reports views, or whose clicks need one. Comes after the cache, which contains no keys; the ETag becomes that
 * of the answer as it is sent. `explored`: settings of keys by which neighbours may change places in such a page.
 */
export const withLinkTokens =
  (...explored: readonly Explored[]): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    await next();
    const asks = (name: string) => c.req.query(name)?.trim() === '1';
    const needsToken = c.var.key?.clicksNeed === 'token' && isHtml(c.res);
    const isListed = asks('views') || needsToken;
    if (c.res.status !== 200 || !(asks('tracked') || isListed)) return;
    const secret = await installationSecret(c.var.db);
    const text = await c.res.text();
    // Each is looked for only where it was asked for: the words of an article are not ours.
    const linked = asks('tracked') ? text.replaceAll(PLACEHOLDER, await linkToken(secret, c.var.key.id)) : text;
    const reports = asks('views');
    const body = isListed && isHtml(c.res) ? await withTicket(c, { page: linked, secret, explored, reports }) : linked;
    c.res = new Response(body, c.res);
    c.res.headers.set('ETag', await etagOf(new TextEncoder().encode(body)));
  };
