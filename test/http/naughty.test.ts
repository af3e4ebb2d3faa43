import { beforeAll, expect, test } from 'vitest';
import { ask, askWith, makeKey } from '../support/index.ts';
import { sized } from '../support/size.ts';
import { attempts } from './naughty-requests.ts';
import { NAUGHTY } from './naughty-strings.ts';

let keys = { secret: '', operator: '' };
beforeAll(async () => {
  keys = { secret: await makeKey('secret'), operator: await makeKey('operator') };
});

/** Each string is tested in some parts of a request. `verify -- abuse` tests every combination. */
const SHARE = sized(40, 12);

test('no hostile string in a request causes a server error', async () => {
  const failed: object[] = [];
  for (const [i, text] of NAUGHTY.entries()) {
    // New keys are used, so that requests stay below the rate limit.
    if (i % 100 === 99) keys = { secret: await makeKey('secret'), operator: await makeKey('operator') };
    // The runtime warns about headers with characters outside ASCII.
    const chosen = [...attempts(text, keys)].filter((_, place) => place % SHARE === i % SHARE);
    const plain = chosen.filter(({ init }) => /^[\t -~]*$/.test(Object.values(init.headers).join('')));
    const answers = plain.map(async ({ place, path, init }) => {
      const response = await ask(path, init);
      return { place, text, status: response.status, body: await response.text() };
    });
    failed.push(...(await Promise.all(answers)).filter(({ status }) => status >= 500 || status === 429));
  }
  expect(failed).toEqual([]);
});

test.each(['json', 'rss', 'html'])('stored hostile strings can be returned as %s', async (output) => {
  const response = await askWith(keys.secret, `/api/v2/feed/?limit=100&output=${output}`);
  expect(response.status).toBe(200);
});
