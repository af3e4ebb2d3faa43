import { expect, test, vi } from 'vitest';
import guide from '../../docs/guides/client.md?raw';
import example from '../../docs/guides/examples/client.ts?raw';
import { publishNewsroom } from '../routes/reference/newsroom.ts';
import { ask, makeKey, ORIGIN } from '../support/index.ts';

test('the client guide contains the current example file', () => {
  const block = /<!-- example:client -->\s*```ts\n(.*?)```\s*<!-- \/example:client -->/s.exec(guide)?.[1];
  expect(block?.trim()).toBe(example.trim());
});

test('the example in the client guide runs', async () => {
  await publishNewsroom(await makeKey('operator'));
  vi.stubEnv('NEWSGAUGE_URL', ORIGIN);
  vi.stubEnv('NEWSGAUGE_KEY', await makeKey('secret'));
  vi.stubGlobal('fetch', (request: Request) => ask(request.url.slice(ORIGIN.length), request));
  const printed: string[] = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void printed.push(line));
  await import('../../docs/guides/examples/client.ts');
  expect(printed).toEqual([
    'Cyber: +200%',
    'Talent: +200%',
    'Story 2001 (Ledger)',
    'Story 2002 (Ledger)',
    'Story 2003 (Ledger)',
    'Story 2004 (Ledger)',
  ]);
});
