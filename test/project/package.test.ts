import { expect, test } from 'vitest';
import { needingTools } from '../../scripts/build/package.ts';

test('an installed command line needs a tool of a clone only to build', async () => {
  expect(await needingTools()).toEqual(['src/selfhost/runtime/make.ts']);
});
