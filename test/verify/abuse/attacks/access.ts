import { type Keys, mistyped, PARTNER, STRANGER } from '../keys.ts';
import { JSON_TYPE, newReader } from '../request.ts';
import { ACCESS, PLACES, type Place, type Row, rows, SORTS, type Sort, TAKES } from '../routes.ts';
import { type Ask, type Attack, each } from '../trial.ts';

/**
 * Every route with every sort of key in every place: the whole table of `routes.ts`. In the quick round every route gets every sort
 * where its keys belong, and a part of the sorts elsewhere, another part than the route before: a third, and of the many routes of
 * operators a sixth.
 */
export const access: Attack = async (trial, thorough) => {
  const all = rows.flatMap((row, r) =>
    PLACES.flatMap((place, p) =>
      SORTS.map((sort, s) => ({ row, place, sort, turn: (r + s + p) % (row.access === 'operator' ? 6 : 3) })),
    ),
  );
  const cases = all.filter(({ row, place, turn }) => thorough || place === ownPlace(row) || turn === 0);
  await each(cases, async ({ row, place, sort }) => {
    const expected = ACCESS[row.access][place][sort];
    const { path, ask } = requestWith(row, place, sort, trial.keys);
    const { status } = await trial.ask('route × place × key', path, ask);
    const must = expected === 'served' ? (row.served ?? 200) : expected;
    const tried = `${row.name}, ${sort} key in ${place}`;
    trial.expect(status === must, 'route × place × key', tried, `answered ${status}, not ${must}`);
  });
};

/** Where a route's keys belong. */
const ownPlace = ({ access }: Row): Place => (access === 'beacon' || access === 'link' ? 'key' : 'bearer');

/** What a request of a sort gives as its key; null: none. */
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
