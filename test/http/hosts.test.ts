import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { app } from '../../src/routes.ts';

/** On a self-hosted server, the URL contains the raw `Host` header. */
const requestAt = (url: string) => Object.defineProperty(new Request('https://a.test/'), 'url', { value: url });

test.each(['a b', 'localhost:99999', '%00', '[::1', 'a%2fb', '"', 'a,b'])(
  'the malformed host %j returns 400',
  async (host) => {
    for (const path of ['/health', '/api/v2/feed/', '/session', '/manage/keys', '/s/x', '/', '/docs', '/nothing']) {
      const context = createExecutionContext();
      const answer = await app.fetch(requestAt(`http://${host}${path}`), env, context);
      expect(answer.status, path).toBe(400);
      expect(await answer.json()).toMatchObject({ reason: 'parameterInvalid', data: { host: expect.any(String) } });
      await waitOnExecutionContext(context);
    }
  },
);
