/**
 * A new route fails `npm test` until `ROUTES` has its row. `path` is required if the name has parameters (`:id`),
 * `body` if a valid request has one, `served` if an authorised request does not return 200.
 */

import { COLLECTIONS } from '../../../src/collections/all-collections.ts';
import type { Collection } from '../../../src/collections/core/collection.ts';
import { ROLES, type Role } from '../../../src/keys/key.ts';
import { SITE_PAGES } from '../../../src/web/shells/base/site-pages.ts';

/**
 * Kinds of credentials. `foreign` is a key bound to another site than that of the page. Revoked keys would otherwise be
 * sufficient.
 */
export const SORTS = [
  'none',
  'garbage',
  'mistyped',
  'unknown',
  'publishable',
  'bound',
  'foreign',
  'secret',
  'operator',
  'revoked',
  'expired',
] as const;
export type Sort = (typeof SORTS)[number];

/** Place of the key in a request. `key`: the field of a beacon or the parameter of a link. */
export const PLACES = ['query', 'bearer', 'header', 'key'] as const;
export type Place = (typeof PLACES)[number];

export type Expected = 'served' | 401 | 403;
type Line = Record<Sort, Expected>;

const line = (...expected: Expected[]): Line =>
  Object.fromEntries(SORTS.map((sort, i) => [sort, expected[i]])) as unknown as Line;

//                none      garbage   mistyped  unknown   publish.  bound     foreign   secret    operator  revoked   expired
const OPEN = line(
  'served',
  'served',
  'served',
  'served',
  'served',
  'served',
  'served',
  'served',
  'served',
  'served',
  'served',
);
const READ = line(401, 401, 401, 401, 'served', 'served', 403, 'served', 'served', 401, 401);
const SECRET = line(401, 401, 401, 401, 403, 403, 403, 'served', 'served', 401, 401);
/** Operator keys are accepted in the Authorization header only. */
const inOpen = (reading: Line): Line => ({ ...reading, operator: 403 });
const OPERATOR = line(401, 401, 401, 401, 403, 403, 403, 403, 'served', 401, 401);
const CLICK = line(401, 401, 401, 401, 'served', 'served', 403, 403, 403, 401, 401);
const NOWHERE = line(401, 401, 401, 401, 401, 401, 401, 401, 401, 401, 401);

export const ACCESS = {
  open: { query: OPEN, bearer: OPEN, header: OPEN, key: OPEN },
  read: { query: inOpen(READ), bearer: READ, header: inOpen(READ), key: NOWHERE },
  /** Accepts the same keys as `read`, but not in the address of a page. */
  choices: { query: NOWHERE, bearer: READ, header: NOWHERE, key: NOWHERE },
  secret: { query: inOpen(SECRET), bearer: SECRET, header: inOpen(SECRET), key: NOWHERE },
  session: { query: NOWHERE, bearer: SECRET, header: NOWHERE, key: NOWHERE },
  program: { query: NOWHERE, bearer: SECRET, header: NOWHERE, key: NOWHERE },
  operator: { query: NOWHERE, bearer: OPERATOR, header: NOWHERE, key: NOWHERE },
  /** Accepts operator keys, and sessions of editors and operators. */
  editor: { query: NOWHERE, bearer: OPERATOR, header: NOWHERE, key: NOWHERE },
  /** Accepts operator keys, and the sessions of readers, editors and operators. */
  own: { query: NOWHERE, bearer: OPERATOR, header: NOWHERE, key: NOWHERE },
  /** Accepts any session, or a key that could start one. */
  account: { query: NOWHERE, bearer: SECRET, header: NOWHERE, key: NOWHERE },
  beacon: { query: NOWHERE, bearer: NOWHERE, header: NOWHERE, key: CLICK },
  link: { query: NOWHERE, bearer: NOWHERE, header: NOWHERE, key: CLICK },
} as const satisfies Record<string, Record<Place, Line>>;

export const TAKES = {
  open: null,
  read: 'secret',
  choices: 'secret',
  secret: 'secret',
  session: 'secret',
  program: 'secret',
  operator: 'operator',
  editor: 'operator',
  own: 'operator',
  account: 'secret',
  beacon: 'publishable',
  link: 'publishable',
} as const satisfies Record<keyof typeof ACCESS, string | null>;

export const PEOPLE: Record<keyof typeof ACCESS, readonly Role[]> = {
  open: ROLES,
  read: ROLES,
  choices: ROLES,
  secret: ['reader', 'editor', 'operator'],
  session: [],
  program: [],
  operator: ['operator'],
  editor: ['editor', 'operator'],
  own: ['reader', 'editor', 'operator'],
  account: ROLES,
  beacon: [],
  link: [],
};

export interface Route {
  access: keyof typeof ACCESS;
  path?: string;
  body?: unknown;
  served?: number;
  /** Requests take seconds on a full newsroom, so attacks with thousands of inputs use this route less often. */
  slow?: boolean;
}

export const CONTENT_ID = 1;

const FEED = { version: 'https://jsonfeed.org/version/1.1', title: 'Abuse', items: [] };

const NOBODY: Record<string, string | number> = {
  id: 900_000,
  domain: 'nobody.example',
  slug: 'nowhere',
  date: '2031-01-01',
  kind: 'topic',
  scope: 'topic',
  ref: 900_000,
};

function routesOf({ name, put, addresses, restore, into }: Collection): Record<string, Route> {
  const access = 'editor';
  const routes: Record<string, Route> = { [`GET /manage/${name}`]: { access } };
  if (put !== false) routes[`PUT /manage/${name}`] = { access, body: [] };
  for (const { path: parameters } of addresses) {
    const at = [`/manage/${name}`, ...Object.keys(parameters.shape)].join('/:');
    const path = at.replace(/:(\w+)/g, (_, parameter: string) => String(NOBODY[parameter] ?? 'nothing'));
    routes[`GET ${at}`] = { access, path, served: 404 };
    routes[`PUT ${at}`] = { access, path, body: {}, served: 400 };
    routes[`DELETE ${at}`] = { access, path, served: 404 };
    if (restore) routes[`POST ${at}/restore`] = { access, path: `${path}/restore`, served: 404 };
    const body = { into: into?.example };
    if (into) routes[`POST ${at}/merge`] = { access, path: `${path}/merge`, body, served: 404 };
  }
  return routes;
}

export const ROUTES: Record<string, Route> = {
  ...Object.assign({}, ...COLLECTIONS.map(routesOf)),
  // Pages are open, because they load their data from the API.
  ...Object.fromEntries(
    SITE_PAGES.filter(({ description }) => description).map(({ path }) => [`ALL ${path}`, { access: 'open' as const }]),
  ),
  'GET /embed/choices': { access: 'choices' },
  'GET /embed/choices/searches': { access: 'choices' },
  'GET /embed/choices/matches': { access: 'choices' },
  'GET /embed/trending': { access: 'read' },
  'GET /docs': { access: 'open' },
  'GET /docs/:group': { access: 'open', path: '/docs/feed' },
  'GET /api/v2/openapi.json': { access: 'open' },
  'GET /llms.txt': { access: 'open' },
  'GET /robots.txt': { access: 'open' },
  'GET /.well-known/security.txt': { access: 'open', served: 404 },
  'GET /health/live': { access: 'open' },
  'GET /health/ready': { access: 'open' },

  'POST /session': { access: 'session' },
  'GET /session': { access: 'open' },
  'DELETE /session': { access: 'open' },
  'POST /session/answers': { access: 'open', body: { requests: [{ path: '/api/v2/insights/history/' }] } },
  'GET /session/proof': { access: 'open', served: 400 },
  'POST /session/challenge': { access: 'open' },
  'POST /session/passkey': { access: 'open', body: {}, served: 400 },
  'POST /session/invitation': { access: 'open', body: { invitation: '0' }, served: 404 },
  'PUT /session/invitation': { access: 'open', body: {}, served: 400 },
  'GET /session/account': { access: 'account' },
  'POST /session/key-use': { access: 'account', body: { key: '0' }, served: 400 },
  'POST /session/device': { access: 'account', body: {}, served: 400 },
  'DELETE /session/passkeys/:id': { access: 'account', path: '/session/passkeys/nothing', served: 404 },
  'DELETE /session/sessions/:id': { access: 'account', path: '/session/sessions/0123456789abcdef', served: 404 },

  'GET /api/v2/feed': { access: 'read' },
  'GET /api/v2/feed/related': { access: 'read', served: 400 },
  'GET /feeds/:slug': { access: 'read', path: '/feeds/nowhere', served: 404 },
  'GET /api/v2/feed-recommended': { access: 'read' },
  'GET /api/v2/geography/list': { access: 'read' },
  'GET /api/v2/topics/list': { access: 'read' },
  'GET /api/v2/companies/list': { access: 'read' },
  'GET /api/v2/topics/trending': { access: 'read' },
  'GET /api/v2/insights/popular-content': { access: 'secret' },
  'GET /api/v2/insights/trending-topics': { access: 'secret' },
  'GET /api/v2/insights/trending-topics/growth': { access: 'secret' },
  'GET /api/v2/insights/trending-topics/ranks': { access: 'secret' },
  'GET /api/v2/insights/topics/:id/content': { access: 'secret', path: '/api/v2/insights/topics/1/content' },
  'GET /api/v2/insights/audience': { access: 'secret' },
  'GET /api/v2/insights/rising-content': { access: 'secret' },
  'GET /api/v2/insights/underplayed-content': { access: 'secret' },
  'GET /api/v2/insights/overplayed-content': { access: 'secret' },
  'GET /api/v2/insights/read-through-rates': { access: 'secret' },
  'GET /api/v2/insights/sources': { access: 'secret' },
  'GET /api/v2/insights/annotations': { access: 'secret' },
  'GET /api/v2/insights/pictures': { access: 'secret' },
  'GET /api/v2/insights/week': { access: 'secret' },
  'GET /api/v2/insights/content/:id': { access: 'secret', path: '/api/v2/insights/content/1' },
  'GET /api/v2/insights/content/:id/history': { access: 'secret', path: '/api/v2/insights/content/1/history' },
  'GET /api/v2/insights/content/:id/hours': { access: 'secret', path: '/api/v2/insights/content/1/hours' },
  'GET /api/v2/insights/hours': { access: 'secret', path: '/api/v2/insights/hours' },
  'GET /api/v2/insights/topics/:id/hours': { access: 'secret', path: '/api/v2/insights/topics/1/hours' },
  'GET /api/v2/insights/history': { access: 'secret', path: '/api/v2/insights/history' },
  'GET /api/v2/insights/topics/:id/history': { access: 'secret', path: '/api/v2/insights/topics/1/history' },
  'GET /api/v2/insights/topics/:id/co-topics': { access: 'secret', path: '/api/v2/insights/topics/1/co-topics' },

  'POST /mcp': {
    access: 'program',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'trending_topics', arguments: {} } },
  },

  'GET /manage/articles/days': { access: 'editor' },
  'GET /manage/articles/:id/tags': { access: 'editor', path: '/manage/articles/900000/tags', served: 404 },
  'POST /manage/articles/propose': { access: 'editor', body: { url: 'http://10.0.0.1/' }, served: 400 },
  'POST /manage/stories/rebuild': { access: 'editor', slow: true },
  'POST /manage/stories/:id/join': {
    access: 'editor',
    path: '/manage/stories/900000/join',
    body: { articles: [1] },
    served: 404,
  },
  'POST /manage/stories/:id/split': {
    access: 'editor',
    path: '/manage/stories/900000/split',
    body: { articles: [1] },
    served: 404,
  },
  'POST /manage/stories/:id/lead': {
    access: 'editor',
    path: '/manage/stories/900000/lead',
    body: { article: null },
    served: 404,
  },
  'GET /manage/topics/proposals': { access: 'editor' },
  'GET /manage/topics/mentions': { access: 'editor' },
  'GET /manage/companies/mentions': { access: 'editor' },
  'GET /manage/sources/mentions': { access: 'editor' },
  'POST /manage/rules/try': { access: 'editor', body: { kind: 'topic', ref: 1, words: ['flood'] } },
  'PUT /manage/feeds': { access: 'editor', body: [] },
  'POST /manage/feeds/poll': { access: 'editor', body: { urls: [] } },
  'POST /manage/feeds/pause': { access: 'editor', body: { urls: ['https://nobody.example/feed'] }, served: 400 },
  'POST /manage/feeds/resume': { access: 'editor', body: { urls: ['https://nobody.example/feed'] }, served: 400 },
  'POST /manage/feeds/items': { access: 'editor', body: FEED },
  'GET /manage/sources/opml': { access: 'editor' },
  'POST /manage/retag': { access: 'editor', slow: true },
  'GET /manage/candidates': { access: 'editor' },
  'GET /manage/company-matches': { access: 'editor' },
  'POST /manage/company-matches': { access: 'editor', body: {}, served: 400 },
  'GET /manage/preview': { access: 'editor' },
  'GET /manage/recommended': { access: 'editor' },
  'GET /manage/recommended/:date': { access: 'editor', path: '/manage/recommended/2026-01-01' },
  'PUT /manage/recommended/:date': { access: 'editor', path: '/manage/recommended/2026-01-01', body: { articles: [] } },
  'DELETE /manage/recommended/:date': { access: 'editor', path: '/manage/recommended/2031-01-01', served: 404 },
  'PUT /manage/recommended/:date/plan': {
    access: 'editor',
    path: '/manage/recommended/2026-01-01/plan',
    body: { articles: [1], at: '2026-01-01T12:00:00Z' },
    served: 400,
  },
  'DELETE /manage/recommended/:date/plan': {
    access: 'editor',
    path: '/manage/recommended/2031-01-01/plan',
    served: 404,
  },
  'POST /manage/recommended/:date/restore': {
    access: 'editor',
    path: '/manage/recommended/2031-01-01/restore',
    served: 404,
  },
  'GET /manage/keys': { access: 'operator' },
  'GET /manage/keys/:id': { access: 'operator', path: '/manage/keys/900000', served: 404 },
  'GET /manage/keys/:id/uses': { access: 'operator', path: '/manage/keys/900000/uses', served: 404 },
  'POST /manage/keys': { access: 'operator', body: {}, served: 400 },
  'PUT /manage/keys/:id': { access: 'operator', path: '/manage/keys/900000', body: {}, served: 400 },
  'DELETE /manage/keys/:id': { access: 'operator', path: '/manage/keys/900000', served: 404 },
  'POST /manage/keys/:id/rotate': { access: 'operator', path: '/manage/keys/900000/rotate', body: {}, served: 404 },
  'POST /manage/keys/:id/sign': { access: 'operator', path: '/manage/keys/900000/sign', body: {}, served: 404 },
  'GET /manage/people': { access: 'operator' },
  'POST /manage/people': { access: 'operator', body: {}, served: 400 },
  'GET /manage/people/:id': { access: 'operator', path: '/manage/people/900000', served: 404 },
  'PUT /manage/people/:id': { access: 'operator', path: '/manage/people/900000', body: {}, served: 400 },
  'DELETE /manage/people/:id': { access: 'operator', path: '/manage/people/900000', served: 404 },
  'POST /manage/people/:id/invitation': {
    access: 'operator',
    path: '/manage/people/900000/invitation',
    body: {},
    served: 404,
  },
  'GET /manage/audit/actors': { access: 'editor' },
  'GET /manage/audit': { access: 'editor' },
  'POST /manage/audit/:change/revert': {
    access: 'editor',
    path: '/manage/audit/nothing/revert',
    body: {},
    served: 404,
  },
  'GET /manage/deleted': { access: 'editor' },
  'GET /manage/sessions': { access: 'operator' },
  'DELETE /manage/sessions/:id': { access: 'operator', path: '/manage/sessions/0123456789abcdef', served: 404 },
  'GET /manage/webhooks': { access: 'operator' },
  'POST /manage/webhooks': { access: 'operator', body: {}, served: 400 },
  'GET /manage/webhooks/:id': { access: 'operator', path: '/manage/webhooks/900000', served: 404 },
  'PUT /manage/webhooks/:id': { access: 'operator', path: '/manage/webhooks/900000', body: {}, served: 400 },
  'DELETE /manage/webhooks/:id': { access: 'operator', path: '/manage/webhooks/900000', served: 404 },
  'POST /manage/webhooks/:id/rotate': {
    access: 'operator',
    path: '/manage/webhooks/900000/rotate',
    body: {},
    served: 404,
  },
  'POST /manage/webhooks/:id/test': { access: 'operator', path: '/manage/webhooks/900000/test', served: 404 },
  'POST /manage/webhooks/:id/replay': {
    access: 'operator',
    path: '/manage/webhooks/900000/replay',
    body: {},
    served: 404,
  },
  'GET /manage/webhooks/:id/deliveries': {
    access: 'operator',
    path: '/manage/webhooks/900000/deliveries',
    served: 404,
  },
  'GET /manage/events': { access: 'operator' },
  'GET /manage/shares': { access: 'own' },
  'POST /manage/shares': { access: 'own', body: {}, served: 400 },
  'DELETE /manage/shares/:id': { access: 'own', path: '/manage/shares/900000', served: 404 },
  'GET /manage/subscriptions': { access: 'own' },
  'POST /manage/subscriptions': { access: 'own', body: {}, served: 400 },
  'POST /manage/subscriptions/:id/feed': { access: 'own', path: '/manage/subscriptions/900000/feed', served: 404 },
  'POST /manage/subscriptions/:id/invitation': {
    access: 'own',
    path: '/manage/subscriptions/900000/invitation',
    served: 404,
  },
  'DELETE /manage/subscriptions/:id': { access: 'own', path: '/manage/subscriptions/900000', served: 404 },
  'GET /unsubscribe/:token': { access: 'open', path: `/unsubscribe/1.${'0'.repeat(32)}`, served: 404 },
  'POST /unsubscribe/:token': { access: 'open', path: `/unsubscribe/1.${'0'.repeat(32)}`, served: 404 },
  'GET /confirm/:token': { access: 'open', path: `/confirm/1.${'0'.repeat(32)}`, served: 404 },
  'POST /confirm/:token': { access: 'open', path: `/confirm/1.${'0'.repeat(32)}`, served: 404 },
  'POST /confirm/:token/decline': { access: 'open', path: `/confirm/1.${'0'.repeat(32)}/decline`, served: 404 },
  'GET /followed/:token': { access: 'open', path: `/followed/${'0'.repeat(40)}`, served: 404 },
  // The address of a share grants access by itself. Other credentials are ignored.
  'GET /websub/:token': { access: 'open', path: `/websub/${'0'.repeat(32)}`, served: 404 },
  'ALL /websub/callback/:token': { access: 'open', path: `/websub/callback/${'0'.repeat(32)}`, served: 404 },
  'GET /websub/callback/:token': { access: 'open', path: `/websub/callback/${'0'.repeat(32)}`, served: 404 },
  'POST /websub/callback/:token': { access: 'open', path: `/websub/callback/${'0'.repeat(32)}`, served: 404 },
  'GET /manage/websub': { access: 'operator' },
  'GET /s/:token': { access: 'open', path: `/s/${'0'.repeat(40)}`, served: 404 },
  'GET /s/:token/data': { access: 'open', path: `/s/${'0'.repeat(40)}/data`, served: 404 },
  'POST /manage/clicks': { access: 'operator', body: [] },
  'GET /manage/dead-letters': { access: 'operator' },
  'DELETE /manage/dead-letters': { access: 'operator', path: '/manage/dead-letters?ids=1' },
  'POST /manage/dead-letters/replay': { access: 'operator' },
  'GET /manage/demo': { access: 'operator' },
  'DELETE /manage/demo': { access: 'operator', slow: true },
  'POST /manage/rebuild': { access: 'operator', slow: true },
  'GET /manage/status': { access: 'operator' },
  'GET /manage/filtered': { access: 'operator' },
  'GET /manage/clock': { access: 'operator' },
  'POST /manage/clock/confirm': { access: 'operator' },
  'GET /manage/position-bias': { access: 'operator' },
  'GET /manage/discounting': { access: 'operator' },
  'POST /manage/discounting/accept': { access: 'operator' },
  'GET /manage/own-staff': { access: 'operator' },
  'PUT /manage/own-staff': { access: 'operator', body: { networks: [] } },
  'GET /manage/alerts': { access: 'operator' },
  'PUT /manage/alerts': { access: 'operator', body: { types: [], oncePerDay: true, quiet: null } },
  'GET /manage/alerts/preview': { access: 'operator' },
  'GET /manage/metrics': { access: 'operator' },

  'ALL /clicks': { access: 'open', served: 405 },
  'ALL /reads': { access: 'open', served: 405 },
  'POST /reads': { access: 'beacon', body: { contentId: CONTENT_ID, level: 'half' }, served: 202 },
  'POST /clicks': { access: 'beacon', body: { contentId: CONTENT_ID }, served: 202 },
  'ALL /views': { access: 'open', served: 405 },
  'POST /views': { access: 'beacon', body: { listToken: 'r.1.0.0.0.1.0', seen: [1] }, served: 400 },
  'ALL /list-tokens': { access: 'open', served: 405 },
  'GET /list-tokens/sampling': { access: 'link', served: 200 },
  'POST /list-tokens': { access: 'beacon', body: { ids: [CONTENT_ID] }, served: 200 },
  'GET /go/:contentId': { access: 'link', path: `/go/${CONTENT_ID}`, served: 302 },
};

export interface Row extends Route {
  name: string;
  method: string;
  path: string;
}

const WITHOUT_TABLE = /(pictures|week)$/;

/** Returns the route of an analytics endpoint and that of its table, which accepts the same keys. */
const withTable = ([name, route]: [string, Route]): [string, Route][] =>
  /^GET .*\/(insights\/|topics\/trending$)/.test(name) && !WITHOUT_TABLE.test(name)
    ? [
        [name, route],
        [`${name}/csv`, { ...route, ...(route.path ? { path: `${route.path}/csv` } : {}) }],
      ]
    : [[name, route]];

export const rows: readonly Row[] = Object.entries(ROUTES)
  .flatMap(withTable)
  .map(([name, route]) => {
    const [method = '', path = ''] = name.split(' ');
    return { path, ...route, name, method: method === 'ALL' ? 'GET' : method };
  });
