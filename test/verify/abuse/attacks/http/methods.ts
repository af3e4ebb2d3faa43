import { newReader, withKey } from '../../request.ts';
import { type Row, rows } from '../../routes.ts';
import { type Attack, each } from '../../trial.ts';

const KIND = 'methods';

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PROPPATCH',
  'MKCOL',
  'COPY',
  'MOVE',
  'LOCK',
  'SEARCH',
  'PURGE',
  'REPORT',
  'SUBSCRIBE',
  'LINK',
  'QUERY',
];
const READS = ['GET', 'HEAD', 'OPTIONS'];

/** Every method on every path, with the key that the path takes: those that no row of the table has are refused. */
export const methods: Attack = async (trial) => {
  const patternOf = ({ name }: Row) => name.slice(name.indexOf(' ') + 1);
  const named = new Set(rows.map((row) => `${row.method} ${patternOf(row)}`));
  // Two rows of a pattern may name different addresses.
  const isKnown = (method: string, path: string) =>
    rows.some((row) => row.path === path && named.has(`${method} ${patternOf(row)}`));
  const { living } = trial.keys;
  const paths = [...new Set(rows.map(({ path }) => path))];
  const cases = paths.flatMap((path) => METHODS.map((method) => ({ path, method })));
  await each(cases, async ({ path, method }) => {
    if (READS.includes(method) || isKnown(method, path)) return;
    const headers = withKey(path.startsWith('/manage') ? living.operator : living.secret, newReader());
    const { status, headers: given } = await trial.ask(KIND, path, { method, headers });
    // What no router here knows the runtime itself refuses.
    trial.expect([405, 501, 400].includes(status), KIND, `${method} ${path}`, `answered ${status}`);
    if (status === 405) trial.expect(given.has('Allow'), KIND, `${method} ${path}`, 'does not say what is allowed');
  });
};
