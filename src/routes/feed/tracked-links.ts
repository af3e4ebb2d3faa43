import type { MiddlewareHandler } from 'hono';
import { listIdOf, listTokenFor } from '../../clicks/list-tokens.ts';
import { linkToken } from '../../clicks/salts/link-token.ts';
import { installationSecret } from '../../clicks/salts/secret.ts';
import { samplingOf } from '../../clicks/sampling/list-sampling.ts';
import type { FeedItem } from '../../content/articles/item.ts';
import { COMPARED_ORDERS, type Explored, MAX_LIST_TOKEN_IDS } from '../../db/view-columns.ts';
import { LIST_TAG, ORDER_ATTRIBUTE } from '../../delivery/html.tsx';
import { canonical, etagOf } from '../../http/cache.ts';
import type { AppContext, AppEnv } from '../../http/env.ts';

/** Placeholder for the link token in cached responses, which all keys share. It needs no escaping in any format. */
const TOKEN_PLACEHOLDER = 'TOKENOFTHEKEYTHATTHEFEEDWASASKEDFORWITH';

const LOOK_PARAMETERS = new Set([
  'theme',
  'accent',
  'title',
  'language',
  'images',
  'views',
  'tracked',
  'output',
  'showsPicks',
]);

/** Replaces the links of items with `/go/` links, which count the clicks in feed readers. */
export const trackedItems = (items: readonly FeedItem[], origin: string): FeedItem[] =>
  items.map((item) => ({ ...item, url: `${origin}/go/${item.contentId}?t=${TOKEN_PLACEHOLDER}` }));

interface Ticketed {
  page: string;
  secret: string;
  explored: readonly Explored[];
  reports: boolean;
}

/** Inserts a list token, which contains the articles in display order. Exploration may swap adjacent articles. */
async function withTicket(c: AppContext, { page, secret, explored, reports }: Ticketed): Promise<string> {
  const place = page.indexOf(LIST_TAG);
  if (place < 0) return page;
  const queryEntries = Object.entries(c.var.settledQuery ?? {});
  const list = Object.fromEntries(queryEntries.filter(([name]) => !LOOK_PARAMETERS.has(name)));
  const end = page.indexOf('</ul>', place);
  // Splitting at tags is safe, because article text is escaped.
  const [head = '', ...items] = page.slice(place, end).split('<li>');
  const ids = items.slice(0, MAX_LIST_TOKEN_IDS).map((item) => Number(/ data-content-id="(\d+)"/.exec(item)?.[1] ?? 0));
  const [orderAttribute = '', minuteOrder] = ORDER_ATTRIBUTE.exec(head) ?? [];
  const { db, key, now } = c.var;
  const name = await listIdOf(key.id, c.req.path.replace(/\/+$/, '') + canonical(list));
  const { listToken, order } = await listTokenFor(secret, {
    keyId: key.id,
    list: name,
    layout: list.layout ?? 'auto',
    ids,
    now,
    sampling: reports ? await samplingOf(db, name, now) : null,
    explores: explored.includes(key.explore),
    order: COMPARED_ORDERS.find((order) => order === minuteOrder),
  });
  const listHtml = [
    head.replace(orderAttribute, '').replace(LIST_TAG, `${LIST_TAG} data-list-token="${listToken}"`),
    ...items.map((item, i) => items[order[i] ?? i] ?? item),
  ].join('<li>');
  return page.slice(0, place) + listHtml + page.slice(end);
}

const isHtml = (response: Response) => response.headers.get('Content-Type')?.startsWith('text/html') ?? false;

/** Inserts link and list tokens into cached responses, which contain no keys. Recomputes the ETag. */
export const withLinkTokens =
  (...explored: readonly Explored[]): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    await next();
    const asks = (name: string) => c.req.query(name)?.trim() === '1';
    const needsToken = c.var.key?.clicksNeed === 'token' && isHtml(c.res);
    const isListed = asks('views') || needsToken;
    // A stale page gets no tokens, because they may need the database that has failed.
    if (c.res.status !== 200 || c.var.isStale || !(asks('tracked') || isListed)) return;
    const secret = await installationSecret(c.var.db);
    const text = await c.res.text();
    // The placeholder is replaced only if the request wants tracked links, because an article's text could contain it.
    const linked = asks('tracked') ? text.replaceAll(TOKEN_PLACEHOLDER, await linkToken(secret, c.var.key.id)) : text;
    const reports = asks('views');
    const body = isListed && isHtml(c.res) ? await withTicket(c, { page: linked, secret, explored, reports }) : linked;
    c.res = new Response(body, c.res);
    c.res.headers.set('ETag', await etagOf(new TextEncoder().encode(body)));
  };
