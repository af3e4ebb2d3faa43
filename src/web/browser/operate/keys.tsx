import { ago } from '../lib/time/time.ts';
import { Scroll } from './scroll.tsx';
import type { Key } from './types.ts';

const MARKS = { living: 'good', expired: '', revoked: 'bad' } as const;
const WORDS = { living: 'Active', expired: 'Expired', revoked: 'Revoked' } as const;

/** Who may ask. Keys that work come first, the newest first; no key is shown, since only hashes are stored. */
export function Keys({ keys }: { keys: Key[] }) {
  const sorted = [...keys].sort((a, b) => Number(b.state === 'living') - Number(a.state === 'living') || b.id - a.id);
  return (
    <section id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <Scroll label="Table of keys">
        <table>
          <thead>
            <tr>
              <th scope="col" class="number">
                No.
              </th>
              <th scope="col">Name</th>
              <th scope="col">Kind</th>
              <th scope="col">State</th>
              <th scope="col">Origins</th>
              <th scope="col">Created</th>
              <th scope="col">Expires</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((key) => (
              <Row key={key.id} of={key} />
            ))}
          </tbody>
        </table>
      </Scroll>
      <p class="hint">
        Create, change, rotate and revoke them under <a href="/keys">Keys</a>.
      </p>
    </section>
  );
}

const Row = ({ of: { id, name, kind, state, origins, created, expires, revoked } }: { of: Key }) => (
  <tr>
    <td class="number">{id}</td>
    <th scope="row">{name}</th>
    <td>{kind}</td>
    <td>
      <span class={`badge ${MARKS[state]}`}>{WORDS[state]}</span>
    </td>
    <td>{origins.length > 0 ? origins.map((origin) => <div key={origin}>{origin}</div>) : 'any'}</td>
    <td>{day(created)}</td>
    <td>
      {revoked
        ? `revoked ${ago(Date.parse(revoked), Date.now())}`
        : expires
          ? ago(Date.parse(expires), Date.now())
          : 'never'}
    </td>
  </tr>
);

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const day = (time: string) => DAY.format(Date.parse(time));
