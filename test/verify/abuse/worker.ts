import { SELF } from 'cloudflare:test';
import { ORIGIN, openTestDb } from '../../support/index.ts';
import { makeKeys } from './keys.ts';
import type { Target } from './trial.ts';

/** The Worker of this test, with keys of every sort. */
export async function testTarget(): Promise<Target> {
  return {
    origin: ORIGIN,
    keys: await makeKeys(openTestDb(), Math.floor(Date.now() / 1000)),
    async ask(path, { headers = {}, ...ask } = {}) {
      const pairs = Object.entries(headers).flatMap(([name, values]) => [values].flat().map((one) => [name, one]));
      const init = { ...ask, headers: pairs, redirect: 'manual' };
      const response = await SELF.fetch(ORIGIN + path, init as never);
      const body = new TextDecoder().decode(await response.arrayBuffer());
      return { status: response.status, headers: response.headers as never, body };
    },
  };
}
