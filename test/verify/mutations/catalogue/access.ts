import type { Subject } from '../mutation.ts';

const attack = (named: string) => ({ file: 'test/verify/abuse/attacks.test.ts', named });
const TABLE = { file: 'test/verify/abuse/access.test.ts' };

export const missingAuth: Subject = {
  title: 'A door left open',
  mutations: [
    {
      name: 'the API asks for no key',
      file: 'src/routes.ts',
      find: 'router: topics, access: READ,',
      replace: 'router: topics,',
      tests: attack('access'),
    },
    {
      name: 'management asks for no key',
      file: 'src/routes.ts',
      find: 'router: manageKeys, access: OPERATOR',
      replace: 'router: manageKeys',
      tests: attack('access'),
    },
    {
      name: 'an operator key counts in the address',
      file: 'src/routes.ts',
      find: "kinds: ['operator'], headerOnly: true",
      replace: "kinds: ['operator']",
      tests: attack('access'),
    },
    {
      name: 'a publishable key reads analytics',
      file: 'src/routes.ts',
      find: "const SECRET: Access = { kinds: ['secret', 'operator'] };",
      replace: "const SECRET: Access = { kinds: ['secret', 'operator', 'publishable'] };",
      tests: attack('access'),
    },
    {
      name: 'a router comes before the guard',
      file: 'src/admission/mount.ts',
      find: '    if (access) app.use(paths, authenticated(access));\n',
      replace:
        "    if (router && at.startsWith('/api')) app.route(at, router);\n    if (access) app.use(paths, authenticated(access));\n",
      tests: attack('access'),
    },
    {
      name: 'a kept answer is given before anybody asks for a key',
      file: 'src/routes.ts',
      find: 'const ROUTES = rows();',
      replace: `const ROUTES = rows();
const seen = new Map<string, string>();
app.use(async (c, next) => {
  const body = seen.get(c.req.path);
  if (body && c.req.path.includes('geography')) return c.body(body);
  await next();
  if (c.res.ok) seen.set(c.req.path, await c.res.clone().text());
});`,
      tests: attack('cache'),
    },
    {
      name: 'a new route has no row in the table of who may ask',
      file: 'src/routes.ts',
      find: 'const ROUTES = rows();',
      replace: "app.get('/debug', (c) => c.json({ env: Object.keys(c.env) }));\nconst ROUTES = rows();",
      tests: TABLE,
    },
    {
      name: 'a revoked key lives on',
      file: 'src/keys/authenticate.ts',
      find: 'record.kind === kind && isAlive(record, toSeconds(now))',
      replace: 'record.kind === kind',
      tests: attack('access'),
    },
    {
      name: 'a bound key is good on every page',
      file: 'src/admission/auth.ts',
      find: '    assertOrigin(c, key);\n',
      replace: '',
      tests: attack('access'),
    },
    {
      name: 'an origin need only begin like the right one',
      file: 'src/admission/origins.ts',
      find: 'origins.includes(origin) || origin ===',
      replace: 'origins.some((one) => origin.startsWith(one)) || origin ===',
      tests: attack('crossOrigin'),
    },
    {
      name: 'a beacon may carry a secret key',
      file: 'src/routes/clicks/admission.ts',
      find: "if (key.kind === 'publishable') return key;",
      replace: 'if (key.kind) return key;',
      tests: attack('access'),
    },
    {
      name: 'pages of other sites may send credentials',
      file: 'src/http/base.ts',
      find: "origin: '*',",
      replace: 'origin: (origin) => origin, credentials: true,',
      tests: attack('crossOrigin'),
    },
    {
      name: 'a page may frame what a key does not let it',
      file: 'src/admission/mount.ts',
      find: "origins.length > 0 ? origins.join(' ') : '*'",
      replace: "origins.length < 0 ? origins.join(' ') : '*'",
      tests: attack('crossOrigin'),
    },
    {
      name: 'nobody’s rate is limited',
      file: 'src/admission/auth.ts',
      find: '  if (!allowance.isAllowed) throw rateLimited(allowance.resets, rate.policy);\n',
      replace: '',
      tests: { file: 'test/admission/rate-limit.test.ts' },
    },
  ],
};
