import { NASTY } from '../../../delivery/hostile.ts';
import { type Keys, mistyped, PARTNER, STRANGER } from '../newsroom.ts';
import { ACCESS, PLACES, type Place, type Row, rows, SORTS, type Sort, TAKES } from '../routes.ts';
import { type Answer, type Ask, type Attack, each, JSON_TYPE, newReader, type Trial, withKey } from '../trial.ts';
import { lookAt } from './injection.ts';

const isManaged = ({ access }: Row): boolean => TAKES[access] === 'operator';

/** Requests every route with every kind of key in every place. The quick round tries only some of the kinds. */
export const access: Attack = async (trial, pick) => {
  const all = rows.flatMap((row, r) =>
    PLACES.flatMap((place, p) => SORTS.map((sort, s) => ({ row, place, sort, turn: r + s + p }))),
  );
  const cases = all.filter(({ row, place, sort, turn }) => {
    if (place !== ownPlace(row)) return pick(turn, isManaged(row) ? 48 : 16);
    return sort === 'none' || sort === TAKES[row.access] || sort === BELOW[row.access] || pick(turn, 8);
  });
  await each(cases, async ({ row, place, sort }) => {
    const expected = ACCESS[row.access][place][sort];
    const { path, ask } = requestWith(row, place, sort, trial.keys);
    const { status } = await trial.ask('route × place × key', path, ask);
    const must = expected === 'served' ? (row.served ?? 200) : expected;
    const tried = `${row.name}, ${sort} key in ${place}`;
    trial.expect(status === must, 'route × place × key', tried, `answered ${status}, not ${must}`);
  });
};

/** Strongest kind of key that is not sufficient, for levels of access that have an order. */
const BELOW: Partial<Record<Row['access'], Sort>> = {
  secret: 'publishable',
  operator: 'secret',
  editor: 'secret',
  own: 'secret',
};

const ownPlace = ({ access }: Row): Place => (access === 'beacon' || access === 'link' ? 'key' : 'bearer');

function keyOf(sort: Sort, { living, bound, revoked, expired, unknown }: Keys, row: Row): string | null {
  const taken = TAKES[row.access] ?? 'secret';
  const given: Record<Sort, string | null> = {
    none: null,
    garbage: 'letmein',
    mistyped: mistyped(living[taken]),
    unknown: unknown[taken],
    publishable: living.publishable,
    bound,
    foreign: bound,
    secret: living.secret,
    operator: living.operator,
    revoked: revoked[taken],
    expired: expired[taken],
  };
  return given[sort];
}

const ORIGINS: Partial<Record<Sort, string>> = { bound: PARTNER, foreign: STRANGER };

function requestWith(row: Row, place: Place, sort: Sort, keys: Keys): { path: string; ask: Ask } {
  const key = keyOf(sort, keys, row);
  const origin = ORIGINS[sort];
  const headers: Record<string, string> = { ...newReader(), ...(origin ? { Origin: origin } : {}) };
  let { path } = row;
  let body = row.body;
  if (key !== null) {
    if (place === 'query') path += `?apiKey=${key}`;
    else if (place === 'bearer') headers.Authorization = `Bearer ${key}`;
    else if (place === 'header') headers['X-API-Key'] = key;
    else if (row.access === 'beacon') body = { ...(body as object), key };
    else path += `?key=${key}`;
  }
  if (body === undefined) return { path, ask: { method: row.method, headers } };
  return { path, ask: { method: row.method, headers: { ...headers, ...JSON_TYPE }, body: JSON.stringify(body) } };
}

const closed = rows.filter(({ access }) => access !== 'open');

/** Alternative spellings of a path, which lenient routers or guards may interpret differently. */
const SPELLINGS: ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => `/.${path}`,
  (path) => path.replaceAll('/', '//'),
  (path) => path.replace(/\/(?=[^/]+$)/, '/./'),
  (path) => path.replace(/\/(?=[^/]+$)/, '/x/../'),
  (path) => path.replace(/(?<=.)\/(?=[^/]+$)/, '%2f'),
  (path) => path.replace(/(?<=.)\/(?=[^/]+$)/, '\\'),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.toUpperCase(),
  (path) => `${path};a=b`,
  (path) => `${path}.json`,
  (path) => `${path}%20`,
  (path) => `${path}%00`,
  (path) => `${path}%2e`,
  (path) => `${path}/..${path}`,
  (path) => `/docs/..${path}`,
  (path) => `/docs/%2e%2e${path}`,
  (path) => `/docs%2f..${path}`,
  (path) => `/api/v2/feed/..%2f..%2f..${path}`,
  (path) => `/api/v2/feed/..;${path}`,
  (path) => `/api/v2/openapi.json/../../..${path}`,
];

/** Headers with which other servers override the path or method of a request. */
const PRETENCES: Record<string, string>[] = [
  { 'X-Original-URL': '/docs' },
  { 'X-Rewrite-URL': '/docs' },
  { 'X-HTTP-Method-Override': 'OPTIONS' },
  { 'X-Forwarded-For': '127.0.0.1', 'X-Real-IP': '127.0.0.1', Forwarded: 'for=127.0.0.1' },
  { 'CF-Worker': 'newsgauge', 'CF-Access-Authenticated-User-Email': 'me@example.com' },
  { 'X-Middleware-Subrequest': 'middleware:middleware:middleware' },
  { Authorization: 'Bearer null' },
  { Authorization: 'Bearer ' },
  { Authorization: 'Basic b3BlcmF0b3I6b3BlcmF0b3I=' },
  { Cookie: 'apiKey=letmein; session=1' },
];

/** Tries to bypass access checks with alternative paths and headers. The quick round tries only some of them. */
export const bypass: Attack = async (trial, pick) => {
  const send = async (row: Row, path: string, headers: Record<string, string>, tried: string) => {
    const { status, body } = await trial.ask('ways past the guard', path, {
      method: row.method,
      headers: { ...newReader(), ...headers },
      ...(row.body === undefined ? {} : { body: JSON.stringify(row.body) }),
    });
    const served = status < 400 && !isMoved(status, row) && !isPublic(path, body);
    trial.expect(!served, 'ways past the guard', `${tried} of ${row.method} ${path}`, `served: ${status}`);
  };
  const { living } = trial.keys;
  await each(closed.entries(), async ([place, row]) => {
    const picked = <T>(ways: readonly T[]): T[] => ways.filter((_, i) => pick(place + i, isManaged(row) ? 24 : 6));
    for (const spelling of picked(SPELLINGS)) await send(row, spelling(row.path), {}, 'no key, another spelling');
    for (const pretence of picked(PRETENCES)) await send(row, row.path, pretence, Object.keys(pretence).join());
    if (row.access !== 'secret' && !isManaged(row)) return;
    const wrong = withKey(row.access === 'secret' ? living.publishable : living.secret);
    for (const spelling of picked(SPELLINGS))
      await send(row, spelling(row.path), wrong, 'wrong kind, another spelling');
  });
};

/** Whether the platform's asset server redirects a spelling. The target of the redirect is tested separately. */
const isMoved = (status: number, { served }: Row) => status >= 300 && served !== status;

const isPublic = (path: string, body: string) => path.startsWith('/docs') && body.includes('id="schemas"');

const KIND = 'stored names';
const SLUG = 'hostile';
const DATE = '2026-01-03';
const VIEWS = ['insights/popular-content/', 'insights/rising-content/', 'topics/trending/', 'insights/week/'];

/** Hostile names of saved searches, shares, notes and webhooks: every output must show them as text. */
export const outlets: Attack = async (trial, pick) => {
  const nasty = NASTY.filter((text) => /[<>"'&]/.test(text) && text.length < 200);
  const names = nasty.filter((_, i) => pick(i, 8, nasty.length));
  for (const [i, name] of names.entries()) {
    await lookAtSearch(trial, name);
    await lookAtShare(trial, name, VIEWS[i % VIEWS.length] ?? '');
    await lookAtTools(trial, name);
  }
  await refuseStrangeViews(trial);
};

const manage = (trial: Trial, method: string, path: string, body?: object): Promise<Answer> =>
  trial.ask(KIND, `/manage/${path}`, {
    method,
    headers: withKey(trial.keys.living.operator, JSON_TYPE),
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

async function lookAtSearch(trial: Trial, name: string): Promise<void> {
  await manage(trial, 'PUT', `searches/${SLUG}`, { name, filter: { includeTopics: '1' } });
  await manage(trial, 'PUT', `annotations/${DATE}`, { text: name });
  const headers = withKey(trial.keys.living.secret, newReader());
  const title = encodeURIComponent(name);
  for (const path of [
    ...['html', 'rss', 'json'].map((output) => `/feeds/${SLUG}/?output=${output}&limit=1`),
    `/embed/trending?title=${title}`,
    '/embed/choices/searches',
    '/embed/choices/matches',
    '/api/v2/insights/annotations/',
    '/api/v2/insights/week/?output=rss',
    '/llms.txt',
  ])
    lookAt(trial, KIND, path, await trial.ask(KIND, path, { headers }), name);
}

async function lookAtShare(trial: Trial, name: string, view: string): Promise<void> {
  const { status, body } = await manage(trial, 'POST', 'shares', { name, view, days: 1 });
  if (status !== 200) return;
  const { link, stored } = (JSON.parse(body) as { data: { link: string; stored: { id: number } } }).data;
  const { pathname } = new URL(link);
  const page = await trial.ask(KIND, pathname, { headers: newReader() });
  trial.expect(page.status === 200, KIND, `a share named ${name}`, `answered ${page.status}`);
  lookAt(trial, KIND, `a share named ${name}`, page, name);
  for (const header of ['Cache-Control', 'Referrer-Policy', 'X-Robots-Tag'])
    trial.expect(/no-store|no-referrer|noindex/.test(page.headers.get(header) ?? ''), KIND, header, 'lets a share out');
  await manage(trial, 'DELETE', `shares/${stored.id}`);
  const after = await trial.ask(KIND, pathname, { headers: newReader() });
  trial.expect(after.status === 404, KIND, 'a revoked share', `answered ${after.status}`);
}

async function lookAtTools(trial: Trial, name: string): Promise<void> {
  const headers = withKey(trial.keys.living.secret, { ...newReader(), ...JSON_TYPE });
  for (const [tool, given] of [
    ['search_articles', { searchTerms: name, limit: name }],
    ['topic_content', { id: name, limit: 5 }],
    [name, {}],
  ] as const) {
    const call = { jsonrpc: '2.0', id: name, method: 'tools/call', params: { name: tool, arguments: given } };
    const answer = await trial.ask(KIND, '/mcp', { method: 'POST', headers, body: JSON.stringify(call) });
    trial.expect(answer.status < 500, KIND, `the tool ${tool}`, `answered ${answer.status}`);
    trial.expect(!/html/.test(answer.headers.get('Content-Type') ?? ''), KIND, `the tool ${tool}`, 'is a page');
  }
}

async function refuseStrangeViews(trial: Trial): Promise<void> {
  for (const view of [
    '../../manage/keys',
    'insights/../../../manage/keys',
    'insights/%2e%2e/%2e%2e/%2e%2e/manage/keys',
    '/manage/keys',
    '//evil.example/api/v2/insights/popular-content/',
    'https://evil.example/api/v2/insights/popular-content/',
    'feed/',
    'topics/list/',
    'topics/trending/../list/',
    `insights/popular-content/?apiKey=${trial.keys.living.secret}`,
  ]) {
    const { status } = await manage(trial, 'POST', 'shares', { name: 'strange', view, days: 1 });
    trial.expect(status === 400, KIND, `a share of ${view}`, `answered ${status}, not 400`);
  }
}
