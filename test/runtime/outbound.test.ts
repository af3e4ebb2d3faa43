import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { FORMS, PUBLIC, type Report } from './outbound/forms.ts';

const UNSHARE = ['-mn', '--map-root-user'];
const isPossible = spawnSync('unshare', [...UNSHARE, 'true']).status === 0;
const skip = isPossible ? false : 'this system gives nobody a network of one’s own (unshare)';

test('no host name, address notation, redirect or DNS rebinding leads a self-hosted server to a private address', {
  skip,
}, () => {
  const inside = join(import.meta.dirname, 'outbound/inside.ts');
  const { stdout, stderr } = spawnSync('unshare', [...UNSHARE, process.execPath, inside], { encoding: 'utf8' });
  const said = /^REPORT (.*)$/m.exec(stdout)?.[1];
  assert.ok(said, stderr || stdout);
  const { forms, controls, hub, arrived } = JSON.parse(said) as Report;

  assert.ok(FORMS.length >= 40);
  assert.equal(forms.length, 3 * FORMS.length);
  const [open, allowed, otherPort, nobody, secure, untrusted] = controls;
  assert.deepEqual([open?.said, allowed?.said, secure?.said], ['fetched', 'fetched', 'fetched']);
  assert.equal(untrusted?.said, 'cannot be reached');
  assert.deepEqual(allowed?.arrived, ['10.0.0.7'], 'the host that the operator names');
  assert.deepEqual(otherPort?.arrived, [], 'and nothing else of it');
  assert.match(nobody?.said ?? '', /does not resolve to an address/);

  const breaches = forms.filter((one) => one.arrived.some((address) => !PUBLIC.includes(address)));
  assert.deepEqual(breaches, []);
  assert.deepEqual(
    arrived.filter((address) => !PUBLIC.includes(address)),
    ['10.0.0.7'],
  );
  for (const { url, door, said } of [...forms, ...controls.slice(2, 4)])
    assert.match(said, /public internet|returned a redirect \(302\)|^fetched$|^is not a /, `${door} ${url}: ${said}`);
  for (const failure of hub) assert.match(failure, /public internet/);
  assert.ok(hub.length > 0);
});
