import type { Subject } from '../mutation.ts';

const OUTPUT = { file: 'test/http/no-key-in-output.test.ts' };
const attack = (named: string) => ({ file: 'test/verify/abuse/attacks.test.ts', named });

export const leakedKeys: Subject = {
  title: 'A key leaked',
  mutations: [
    {
      name: 'the next page’s link holds the key',
      file: 'src/routes/api/feed.ts',
      find: 'limit, tracked, ...look };',
      replace: "limit, tracked, ...look, apiKey: c.req.query('apiKey') };",
      tests: OUTPUT,
    },
    {
      name: 'a refusal repeats the key',
      file: 'src/admission/auth.ts',
      find: 'if (!key) throw apiKeyInvalid();',
      replace: 'if (!key) throw Object.assign(apiKeyInvalid(), { data: { apiKey: given } });',
      tests: attack('access'),
    },
    {
      name: 'a failed request is logged with its address',
      file: 'src/http/report.ts',
      find: '    route: routeOf(c),',
      replace: '    route: c.req.url,',
      tests: { file: 'test/operations/logs.test.ts' },
    },
    {
      name: 'the key is in the cache’s key',
      file: 'src/http/cache.ts',
      find: 'JSON.stringify(parameters, asSet)',
      replace: "JSON.stringify([parameters, c.req.query('apiKey')], asSet)",
      tests: attack('cache'),
    },
    {
      name: 'the key is stored beside its hash',
      file: 'src/keys/store.ts',
      find: 'hash: await hashKey(key), kind, name, origins, createdAt: now, expiresAt',
      replace: 'hash: await hashKey(key), kind, name: key, origins, createdAt: now, expiresAt',
      tests: { file: 'test/keys/store.test.ts' },
    },
  ],
};
