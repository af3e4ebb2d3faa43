import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { operatorKey } from '../../src/cli/database/operator-key.ts';

test.each([200, 429, 500, 503])('the key that commands keep stays where the service answers %d', async (status) => {
  const state = mkdtempSync(join(tmpdir(), 'newsgauge-key-'));
  const server = createServer((_, response) => response.writeHead(status).end()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  process.env.STATE_DIR = state;
  onTestFinished(() => {
    delete process.env.STATE_DIR;
    server.close();
    rmSync(state, { recursive: true });
  });
  writeFileSync(join(state, 'command.key'), 'kept');
  const asked = operatorKey(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  if (status === 200) expect(await asked).toBe('kept');
  else await expect(asked).rejects.toThrow(`answers ${status}`);
  expect(readFileSync(join(state, 'command.key'), 'utf8')).toBe('kept');
});
