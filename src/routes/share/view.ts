import { mount, RANKING_SECONDS } from '../../admission/mount.ts';
import { baseRouter } from '../../http/base.ts';
import type { AppContext } from '../../http/env.ts';
import { ownRequest } from '../../http/report.ts';
import { insights } from '../api/insights/index.ts';
import { topics } from '../api/topics.ts';

/** What a share can show: the analytics of the API, asked inside the Worker by routers that have nothing else. */

const BASE = '/api/v2/';

const views = baseRouter();
/** The requests for which the service asks itself: they count for the same client, with what they take of the database. */
const askers = new WeakMap<Request, AppContext>();
views.use(async (c, next) => {
  const asker = askers.get(c.req.raw);
  c.set('client', asker?.var.client);
  await next();
  if (asker) asker.var.db.usage.milliseconds += c.var.db.usage.milliseconds;
});
mount(views, [
  { at: `${BASE}insights`, router: insights, cache: RANKING_SECONDS },
  { at: `${BASE}topics`, router: topics, cache: RANKING_SECONDS },
]);

const addressOf = (view: string, origin: string): URL | null => URL.parse(BASE + view, origin);

/** Parameters of a view: those of the API in its query, and those of its page alone in its fragment, such as the topics to compare with. */
export function parametersOf(view: string): URLSearchParams {
  const { searchParams = [], hash = '' } = addressOf(view, 'https://view.example') ?? {};
  return new URLSearchParams([...searchParams, ...new URLSearchParams(hash.slice(1))]);
}

/** Whether a text is path and query of a view. */
export function isView(view: string): boolean {
  const url = addressOf(view, 'https://view.example');
  return (
    url?.host === 'view.example' &&
    (url.pathname.startsWith(`${BASE}insights/`) || /^\/api\/v2\/topics\/trending\/?$/.test(url.pathname)) &&
    !url.searchParams.has('apiKey')
  );
}

/** Topics that a view compares at most. */
const MOST = 4;

/** The topics or the article that a view is about, by its address; null: it is about neither. */
export function subjectOf(view: string) {
  const { pathname = '' } = addressOf(view, 'https://view.example') ?? {};
  const [, kind, id] = /^\/api\/v2\/insights\/(topics|content)\/(\d{1,15})\b/.exec(pathname) ?? [];
  if (kind === 'content') return { kind, ids: [Number(id)] };
  if (kind !== 'topics') return null;
  const ids = [id, ...(parametersOf(view).get('with') ?? '').split(',')].map(Number);
  return { kind, ids: [...new Set(ids.filter((one) => Number.isSafeInteger(one) && one > 0))].slice(0, MOST) };
}

/** The API's answer to a view; one that is a table or a feed cannot be shown and is refused. */
export async function askView(c: AppContext, view: string): Promise<Response> {
  const url = addressOf(view, new URL(c.req.url).origin);
  if (!url || !isView(view)) return new Response(null, { status: 404 });
  url.hash = '';
  const address = c.req.header('CF-Connecting-IP');
  const request = ownRequest(url, address ? { headers: { 'CF-Connecting-IP': address } } : {});
  askers.set(request, c);
  const answer = await views.fetch(request, c.env, c.executionCtx);
  if (/\bjson\b/.test(answer.headers.get('Content-Type') ?? '')) return answer;
  return Response.json({ data: { format: 'must be json' } }, { status: 400 });
}
