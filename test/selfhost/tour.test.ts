import { expect, test } from 'vitest';
import { tour } from '../../src/selfhost/prime/keys.ts';
import { NAVIGATION } from '../../src/web/shells/base/navigation.ts';

const KEYS = { secret: 'ngs_s', publishable: 'ngp_p', operator: 'ngo_o' };

test.each([[KEYS], [null]])('the addresses of all pages come first, with keys or without', (keys) => {
  const addresses = tour('http://localhost:8787', keys).match(/http:\/\/localhost:8787\S*/g) ?? [];
  expect(addresses.slice(0, NAVIGATION.length)).toEqual(NAVIGATION.map(({ path }) => `http://localhost:8787${path}`));
});
