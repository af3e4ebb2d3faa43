import { mount, RANKING_SECONDS } from '../../admission/mount.ts';
import { baseRouter } from '../../http/base.ts';
import type { AppContext } from '../../http/env.ts';
import { ownRequest } from '../../http/request-log.ts';
import { topicList } from '../api/filter-lists.ts';
import { insights } from '../api/insights/insight-routes.ts';
import { topicRoutes } from '../api/trending-topics.ts';

/** This module serves the analytics of shared views through a separate router inside the Worker. */

const API_PREFIX = '/api/v2/';

const views = baseRouter();
/** Maps each internal request to the request of the client, so that its database time counts for the client. */
const askers = new WeakMap<Request, AppContext>();
views.use(async (c, next) => {
  const asker = askers.get(c.req.raw);
  c.set('client', asker?.var.client);
  await next();
  if (asker) asker.var.db.usage.milliseconds += c.var.db.usage.milliseconds;
});
mount(views, [
  { at: `${API_PREFIX}insights`, router: insights, cache: RANKING_SECONDS },
  { at: `${API_PREFIX}topics/list`, router: topicList, cache: RANKING_SECONDS },
  { at: `${API_PREFIX}topics`, router: topicRoutes, cache: RANKING_SECONDS },
]);

const addressOf = (view: string, origin: string): URL | null => URL.parse(API_PREFIX + view, origin);

/** Returns the parameters in the view's query and in its URL fragment. A fragment may name the topics to compare. */
export function parametersOf(view: string): URLSearchParams {
  const { searchParams = [], hash = '' } = addressOf(view, 'https://view.example') ?? {};
  return new URLSearchParams([...searchParams, ...new URLSearchParams(hash.slice(1))]);
}

export function isView(view: string): boolean {
  const url = addressOf(view, 'https://view.example');
  return (
    url?.host === 'view.example' &&
    (url.pathname.startsWith(`${API_PREFIX}insights/`) || /^\/api\/v2\/topics\/trending\/?$/.test(url.pathname)) &&
    !url.searchParams.has('apiKey')
  );
}

const MAX_COMPARED_TOPICS = 4;

export function viewSubjectOf(view: string) {
  const { pathname = '' } = addressOf(view, 'https://view.example') ?? {};
  const [, kind, id] = /^\/api\/v2\/insights\/(topics|content)\/(\d{1,15})\b/.exec(pathname) ?? [];
  if (kind === 'content') return { kind, ids: [Number(id)] };
  if (kind !== 'topics') return null;
  const ids = [id, ...(parametersOf(view).get('with') ?? '').split(',')].map(Number);
  return {
    kind,
    ids: [...new Set(ids.filter((one) => Number.isSafeInteger(one) && one > 0))].slice(0, MAX_COMPARED_TOPICS),
  };
}

/** Requests a shared view from the API. Returns 404 for URLs that cannot be shared. */
export async function askView(c: AppContext, view: string): Promise<Response> {
  if (!isView(view)) return new Response(null, { status: 404 });
  return askForPage(c, API_PREFIX + view);
}

/** Sends a request on behalf of the page of a shared view. The page can request only analytics and topic names. */
export async function askForPage(c: AppContext, path: string): Promise<Response> {
  const url = new URL(path, new URL(c.req.url).origin);
  url.hash = '';
  const address = c.req.header('CF-Connecting-IP');
  const request = ownRequest(url, address ? { headers: { 'CF-Connecting-IP': address } } : {});
  askers.set(request, c);
  const answer = await views.fetch(request, c.env, c.executionCtx);
  if (/\bjson\b/.test(answer.headers.get('Content-Type') ?? '')) return answer;
  return Response.json({ data: { format: 'must be json' } }, { status: 400 });
}
