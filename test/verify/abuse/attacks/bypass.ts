import { newReader, withKey } from '../request.ts';
import { type Row, rows } from '../routes.ts';
import { type Attack, each } from '../trial.ts';

const closed = rows.filter(({ access }) => access !== 'open');

/** Other ways of writing an address, some of which careless routers and careless guards read differently. */
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

/** Headers by which other servers let a request be something else than it says. */
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

/**
 * Addresses and headers that lead past a guard: nobody is served what they may not have. In the quick round each of the many routes
 * of operators, which share a guard, gets a third of the ways, another third than the route before.
 */
export const bypass: Attack = async (trial, thorough) => {
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
    const some = <T>(ways: readonly T[]): T[] =>
      ways.filter((_, i) => thorough || row.access !== 'operator' || (place + i) % 3 === 0);
    for (const spelling of some(SPELLINGS)) await send(row, spelling(row.path), {}, 'no key, another spelling');
    for (const pretence of some(PRETENCES)) await send(row, row.path, pretence, Object.keys(pretence).join());
    if (row.access !== 'secret' && row.access !== 'operator') return;
    const wrong = withKey(row.access === 'secret' ? living.publishable : living.secret);
    for (const spelling of some(SPELLINGS)) await send(row, spelling(row.path), wrong, 'wrong kind, another spelling');
  });
};

/** The platform's assets send a spelling on to another; the target is requested again, and was refused above. */
const isMoved = (status: number, { served }: Row) => status >= 300 && served !== status;

const isPublic = (path: string, body: string) => path.startsWith('/docs') && body.includes('id="schemas"');
