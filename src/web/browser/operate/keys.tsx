import { KeyState } from '../keys/key-row.tsx';
import type { Schemas } from '../lib/request.ts';
import { dateOf, fromNow } from '../lib/time.ts';
import { Section, Table } from '../ui/parts.tsx';

type Key = Schemas['ListedKey'];

/** Who may ask. Keys that work come first, the newest first; no key is shown, since only hashes are stored. */
export function Keys({ keys }: { keys: Key[] }) {
  const sorted = [...keys].sort((a, b) => Number(b.state === 'living') - Number(a.state === 'living') || b.id - a.id);
  return (
    <Section id="keys" title="Keys">
      <Table label="Table of keys" head={['No.', 'Name', 'Kind', 'State', 'Origins', 'Created', 'Expires']}>
        {sorted.map((key) => (
          <Row key={key.id} of={key} />
        ))}
      </Table>
      <p class="hint">
        Create, change, rotate and revoke them under <a href="/keys">Keys</a>.
      </p>
    </Section>
  );
}

const Row = ({ of: { id, name, kind, state, origins, created, expires, revoked } }: { of: Key }) => (
  <tr>
    <td>{id}</td>
    <th scope="row">{name}</th>
    <td>{kind}</td>
    <td>
      <KeyState of={state} />
    </td>
    <td>{origins.length > 0 ? origins.map((origin) => <div key={origin}>{origin}</div>) : 'any'}</td>
    <td>{dateOf(created)}</td>
    <td>{revoked ? `revoked ${fromNow(revoked)}` : expires ? fromNow(expires) : 'never'}</td>
  </tr>
);
