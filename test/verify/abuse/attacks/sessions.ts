import { STRANGER } from '../newsroom.ts';
import { type Row, rows, TAKES } from '../routes.ts';
import { type Attack, each, JSON_TYPE, newReader, type Trial, withKey } from '../trial.ts';

const KIND = 'sessions';

/** Sessions of a request. `ended` is signed out. `forged` is well formed, but was never issued. */
const SORTS = ['secret', 'operator', 'ended', 'forged'] as const;
type Sort = (typeof SORTS)[number];

/** The site of the page that sends the request, or `none` if the request does not state it. */
const PAGES = ['own', 'foreign', 'none'] as const;
type Page = (typeof PAGES)[number];

/** Requests every route with sessions from every kind of page. Only the service's own pages may change data. */
export const sessions: Attack = async (trial, pick) => {
  const cookies = await makeCookies(trial);
  const origins: Record<Page, string | null> = { own: trial.target.origin, foreign: STRANGER, none: null };
  // Sign-in and sign-out would change the sessions of this attack and have their own tests.
  const cases = rows
    .filter(({ name }) => !name.endsWith(' /session'))
    .flatMap((row) => SORTS.flatMap((sort) => PAGES.map((page) => ({ row, sort, page }))))
    .filter(({ row, sort, page }, i) => isTelling(row, sort, page) || pick(i, 11));
  await each(cases, async ({ row, sort, page }) => {
    const must = expected(row, sort, page);
    const headers: Record<string, string> = { ...newReader(), Cookie: cookies[sort] };
    const origin = origins[page];
    if (origin) headers.Origin = origin;
    const body = row.body === undefined ? {} : { body: JSON.stringify(row.body) };
    const { status } = await trial.ask(KIND, row.path, {
      method: row.method,
      headers: row.body === undefined ? headers : { ...headers, ...JSON_TYPE },
      ...body,
    });
    const tried = `${row.name}, ${sort} session, page: ${page}`;
    trial.expect(status === must, KIND, tried, `answered ${status}, not ${must}`);
  });
};

const isTelling = ({ access, method }: Row, sort: Sort, page: Page): boolean =>
  TAKES[access] === 'operator' && method !== 'GET' && sort === 'operator' && page !== 'own';

function expected({ access, method, served = 200 }: Row, sort: Sort, page: Page): number {
  if (access === 'open') return served;
  if (sort === 'ended' || sort === 'forged') return 401;
  // Beacons and links have their own key, programs have no session, and a session cannot start another session.
  if (access === 'beacon' || access === 'link' || access === 'program' || access === 'session') return 401;
  if (TAKES[access] !== 'operator' && access !== 'account') return served;
  if (sort === 'secret' && access !== 'account') return 403;
  return method === 'GET' || page === 'own' ? served : 403;
}

async function makeCookies(trial: Trial): Promise<Record<Sort, string>> {
  const { secret, operator } = trial.keys.living;
  const signIn = async (key: string): Promise<string> => {
    const { headers } = await trial.ask(KIND, '/session', { method: 'POST', headers: withKey(key, newReader()) });
    return headers.get('Set-Cookie')?.split(';', 1)[0] ?? '';
  };
  const ended = await signIn(operator);
  const signOut = { ...newReader(), Cookie: ended, Origin: trial.target.origin };
  const { status } = await trial.ask(KIND, '/session', { method: 'DELETE', headers: signOut });
  trial.expect(status === 200, KIND, 'signing out', `answered ${status}`);
  return {
    secret: await signIn(secret),
    operator: await signIn(operator),
    ended,
    forged: ended.replace(/=.*/, `=${'0123456789abcdef'.repeat(4)}`),
  };
}
