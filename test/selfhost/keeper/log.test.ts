import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { boundLog } from '../../../src/selfhost/keeper/log.ts';

test('a log that nobody reads is cut, and says by how much once it is read', async () => {
  const taken: string[] = [];
  let read = () => {};
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      taken.push(String(chunk));
      read = done;
    },
  });
  boundLog([stream as unknown as NodeJS.WriteStream]);
  const line = `${'x'.repeat(1023)}\n`;
  for (let i = 0; i < 2000; i++) stream.write(line);
  expect(stream.writableLength).toBeLessThanOrEqual(2 ** 20 + 2048);
  for (let before = -1; before < taken.length; await new Promise(setImmediate)) {
    before = taken.length;
    read();
  }
  const kept = taken.length;
  stream.write('later\n');
  read();
  await new Promise(setImmediate);
  const [cut] = taken.slice(kept);
  expect(JSON.parse(cut ?? '')).toMatchObject({ event: 'logCut', lines: 2000 - kept });
});
