import { newReader, withKey } from '../request.ts';
import { rows } from '../routes.ts';
import { type Attack, each } from '../trial.ts';

const KIND = 'methods';

const METHODS = [
  ...['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY'],
  ...['MOVE', 'LOCK', 'SEARCH', 'PURGE', 'REPORT', 'SUBSCRIBE', 'LINK', 'QUERY'],
];
const READS = ['GET', 'HEAD', 'OPTIONS'];

/** Every method on every path, with the key that the path takes: those that no row of the table has are refused. */
export const methods: Attack = async (trial) => {
  const known = new Set(rows.map(({ method, path }) => `${method} ${path}`));
  const { operator, secret } = trial.keys.living;
  const paths = [...new Set(rows.map(({ path }) => path))];
  const cases = paths.flatMap((path) => METHODS.map((method) => ({ path, method })));
  await each(cases, async ({ path, method }) => {
    if (known.has(`${method} ${path}`) || READS.includes(method)) return;
    const headers = withKey(path.startsWith('/manage') ? operator : secret, newReader());
    const { status, headers: given } = await trial.ask(KIND, path, { method, headers });
    // What no router here knows the runtime itself refuses.
    trial.expect([405, 501, 400].includes(status), KIND, `${method} ${path}`, `answered ${status}`);
    if (status === 405) trial.expect(given.has('Allow'), KIND, `${method} ${path}`, 'does not say what is allowed');
  });
};
