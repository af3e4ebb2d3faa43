import type { Subject } from '../catalogue.ts';

const COUNTS = { file: 'test/lab/counts/answers.test.ts' };
const THRESHOLDS = { file: 'test/routes/insights/thresholds.test.ts' };
const TURNS = { file: 'test/http/concurrency.test.ts' };
const SALTS = 'test/runtime/salts.test.ts';

export const leaks: Subject = {
  title: 'A count or a reader found out, a question that makes others wait',
  mutations: [
    {
      name: 'an article is listed for a continent with one reader there',
      file: 'src/rankings/math/groups.ts',
      find: 'own >= minClicks ? own : 0',
      replace: 'own >= 1 ? own : 0',
      tests: COUNTS,
    },
    {
      name: 'growth moves with each click',
      file: 'src/engagement/hours.ts',
      find: 'const growth = { from: hour - WEEK, to: hour };',
      replace: 'const growth = { from: hour - WEEK, to: hour + 1 };',
      tests: { file: 'test/engagement/classes.test.ts' },
    },
    {
      name: 'a history has steps of one hundredth',
      file: 'src/rankings/math/figures/history-index.ts',
      find: '{ from: 50, step: 5 }',
      replace: '{ from: 50, step: 1 }',
      tests: { file: 'test/rankings/math/figures.test.ts' },
    },
    {
      name: 'an audience of one has an index',
      file: 'src/rankings/math/figures/audience-index.ts',
      find: 'const LEAST = 50;',
      replace: 'const LEAST = 1;',
      tests: { file: 'test/rankings/math/figures.test.ts' },
    },
    {
      name: 'an index of an audience has steps of one hundredth',
      file: 'src/rankings/math/figures/audience-index.ts',
      find: 'const STEP = 10;',
      replace: 'const STEP = 1;',
      tests: { file: 'test/rankings/math/figures.test.ts' },
    },
    {
      name: 'an article rises with its first reader',
      file: 'src/rankings/math/rising.ts',
      find: 'export const RISING_FLOOR = 2;',
      replace: 'export const RISING_FLOOR = 1;',
      tests: { file: 'test/rankings/math/scores.test.ts' },
    },
    {
      name: 'a topic that one reader has read has a growth',
      file: 'src/rankings/math/figures/growth-order.ts',
      find: 'const threshold = Math.max(1, minEngagement);',
      replace: 'const threshold = 1;',
      tests: { file: 'test/rankings/math/figures.test.ts' },
    },
    {
      name: 'an article that one reader has read has a growth',
      file: 'src/rankings/read/read-content.ts',
      find: 'Math.max(1, minEngagement)) return null;',
      replace: '1) return null;',
      tests: COUNTS,
    },
    {
      name: 'the rows of an answer tell in how many hours an article was read',
      file: 'src/http/base.ts',
      find: 'Math.max(rowsRead - hiddenRows, saidRows)',
      replace: 'rowsRead',
      tests: { file: 'test/routes/insights/rows-of-histories.test.ts' },
    },
    {
      name: 'intervals have five digits',
      file: 'src/rankings/math/figures/growth-percent.ts',
      find: 'toPrecision(DIGITS)',
      replace: 'toPrecision(5)',
      tests: THRESHOLDS,
    },
    {
      name: 'a ranking says how often each article was read',
      file: 'src/rankings/read/read.ts',
      find: 'previousRank: ranks[place] ?? null',
      replace: 'previousRank: (ranks[place] ?? 0) + list.length',
      tests: { file: 'test/routes/insights/recount.test.ts' },
    },
    {
      name: 'the message of a click holds its reader',
      file: 'src/clicks/accept/accept.ts',
      find: 'id: await clickId(reader, contentId, dayOf(now)),',
      replace: 'id: reader,',
      tests: { file: SALTS, named: 'both halves' },
    },
    {
      name: 'the key-value store keeps its half',
      file: 'src/clicks/salts/salts.ts',
      find: 'for (const { name } of rows) await stores.kv.delete(name);',
      replace: '',
      tests: { file: SALTS, named: 'both halves' },
    },
    {
      name: 'a place that misses its half makes a salt of its own',
      file: 'src/clicks/salts/salts.ts',
      find: 'const READERS: Kind = { table: readerSalts, days: 2, replaced: false };',
      replace: 'const READERS: Kind = { table: readerSalts, days: 2, replaced: true };',
      tests: { file: SALTS, named: 'two places' },
    },
    {
      name: 'keys may be guessed at the sign-in without end',
      file: 'src/admission/limits.ts',
      find: 'quota: 30 }',
      replace: 'quota: 30_000 }',
      tests: { file: 'test/routes/session.test.ts', named: 'guessing' },
    },
    {
      name: 'an isolate takes every beacon, however many there are',
      file: 'src/routes/clicks/beacon.ts',
      find: 'tallied, sheddingClicks',
      replace: 'tallied',
      tests: { file: 'test/routes/clicks/flood.test.ts' },
    },
    {
      name: 'forged keys are looked up without end',
      file: 'src/admission/limits.ts',
      find: 'quota: 60 }',
      replace: 'quota: 60_000 }',
      tests: { file: 'test/admission/rate-limit.test.ts' },
    },
    {
      name: 'forged sessions are looked up without end',
      file: 'src/admission/session.ts',
      find: ', (lookUp) => lookedUp(c, lookUp))',
      replace: ')',
      tests: { file: 'test/admission/rate-limit.test.ts', named: 'sessions that nobody has' },
    },
    {
      name: 'unknown articles have counters without end',
      file: 'src/clicks/count/unknown.ts',
      find: 'const MOST = 1000;',
      replace: 'const MOST = 1e9;',
      tests: { file: 'test/clicks/unknown.test.ts' },
    },
    {
      name: 'a feed speaks for every publisher',
      file: 'src/syndication/poll/publishers.ts',
      find: "? 'allowed' : 'foreign'",
      replace: "? 'allowed' : 'allowed'",
      tests: { file: 'test/syndication/poll/publishers.test.ts' },
    },
    {
      name: 'image hosts learn which page embeds a feed',
      file: 'src/delivery/html.tsx',
      find: ' referrerpolicy="no-referrer" />;',
      replace: ' />;',
      tests: { file: 'test/delivery/html.test.ts' },
    },
    {
      name: 'only a refusal says what the limit is',
      file: 'src/admission/auth.ts',
      find: '  sayAllowance(c.res.headers, rate, allowance);\n',
      replace: '',
      tests: { file: 'test/admission/rate-limit.test.ts', named: 'asks too often' },
    },
    {
      name: 'a page of another site changes something with the cookie of its visitor',
      file: 'src/admission/auth.ts',
      find: '    if (session) assertOwnOrigin(c);\n',
      replace: '',
      tests: { file: 'test/verify/abuse/attacks.test.ts', named: 'sessions' },
    },
    {
      name: 'a share opens whatever its address leads to',
      file: 'src/routes/share/view.ts',
      find: "url?.host === 'view.example' &&",
      replace: 'url !== null || url?.host ===',
      tests: { file: 'test/verify/abuse/attacks.test.ts', named: 'outlets' },
    },
    {
      name: 'one address may ask as much at a time as it likes',
      file: 'src/http/concurrency.ts',
      find: 'cheap: { client: 16, key: 64 }',
      replace: 'cheap: { client: 1600, key: 64 }',
      tests: TURNS,
    },
    {
      name: 'who waits without end takes the places of others',
      file: 'src/http/concurrency.ts',
      find: 'if (!waiting) throw rateLimited(1);',
      replace: 'void waiting;',
      tests: TURNS,
    },
    {
      name: 'costly questions take the places of cheap ones',
      file: 'src/http/concurrency.ts',
      find: "const sort = isCostly ? 'costly' : 'cheap';",
      replace: "const sort = 'cheap';",
      tests: TURNS,
    },
    {
      name: 'one address gets all places of an isolate',
      file: 'src/admission/overload.ts',
      find: 'Math.max(FEWEST, this.#most / 2)',
      replace: 'this.#most',
      tests: { file: 'test/admission/overload.test.ts' },
    },
    {
      name: 'who waits for a turn holds a place',
      file: 'src/http/concurrency.ts',
      find: 'c.var.slot?.leave();',
      replace: '',
      tests: TURNS,
    },
    {
      name: 'waiting for a turn counts as slowness',
      file: 'src/admission/overload.ts',
      find: 'this.#adapt(taken.busy, isFull',
      replace: 'this.#adapt(clock() - began, isFull',
      tests: { file: 'test/admission/overload.test.ts' },
    },
    {
      name: 'costly questions go side by side',
      file: 'src/http/concurrency.ts',
      find: "slots.take('costly', 1, ",
      replace: "slots.take('costly', 100, ",
      tests: TURNS,
    },
    {
      name: 'a question weighs the same whatever it costs',
      file: 'src/admission/auth.ts',
      find: 'Math.floor(c.var.db.usage.milliseconds / UNIT)',
      replace: '0 / UNIT',
      tests: TURNS,
    },
    {
      name: 'questions are remembered as they were asked',
      file: 'src/http/cache.ts',
      find: 'await sha256(place + JSON.stringify(parameters, asSet))',
      replace: 'place + JSON.stringify(parameters, asSet)',
      tests: TURNS,
    },
    {
      name: 'a search may hold a thousand words',
      file: 'src/http/filters/search-terms.ts',
      find: 'const MAX_WORDS = 100;',
      replace: 'const MAX_WORDS = 1000;',
      tests: { file: 'test/search/endings.test.ts' },
    },
    {
      name: 'a tag may declare namespaces without end',
      file: 'src/syndication/read/xml/xml.ts',
      find: 'const MAX_DECLARATIONS = 100;',
      replace: 'const MAX_DECLARATIONS = 1e9;',
      tests: { file: 'test/project/feed-memory.test.ts' },
    },
  ],
};

const READER = { file: 'test/clicks/accept/reader.test.ts' };
const PRIVACY_SALTS = { file: 'test/clicks/salts.test.ts' };

export const privacy: Subject = {
  title: 'A reader or a network found out',
  mutations: [
    {
      name: 'salts are kept',
      file: 'src/clicks/salts/salts.ts',
      find: 'lte(table.day, dayOf(now) - days)',
      replace: 'lte(table.day, dayOf(now) - days * 100)',
      tests: PRIVACY_SALTS,
    },
    {
      name: 'a deleted half stays in the file',
      file: 'src/clicks/salts/salts.ts',
      find: 'db.update(table).set(blank).where(rows), ',
      replace: '',
      tests: PRIVACY_SALTS,
    },
    {
      name: 'salts of imports are kept for ever',
      file: 'src/clicks/salts/salts.ts',
      find: 'days: 15, replaced: true',
      replace: 'days: 1500, replaced: true',
      tests: PRIVACY_SALTS,
    },
    {
      name: 'the audit trail says from where a change came',
      file: 'src/routes/manage/lines.ts',
      find: 'return { actor: key.name, session',
      replace: "return { actor: key.name + c.req.header('CF-Connecting-IP'), session",
      tests: { file: 'test/runtime/salts.test.ts', named: 'both halves' },
    },
    {
      name: 'a salt holds for ever',
      file: 'src/clicks/salts/salts.ts',
      find: 'Math.floor(now / DAY_MS)',
      replace: 'Math.floor(now / DAY_MS / 1000)',
      tests: PRIVACY_SALTS,
    },
    {
      name: 'a salt lies in the database as a whole',
      file: 'src/clicks/salts/salts.ts',
      find: 'return row.half + other;',
      replace: 'return row.half + row.half;',
      tests: PRIVACY_SALTS,
    },
    {
      name: 'the other half of a salt stays where it is',
      file: 'src/clicks/salts/salts.ts',
      find: 'await stores.kv.delete(name);',
      replace: 'name;',
      tests: PRIVACY_SALTS,
    },
    {
      name: 'a reader is hashed without salt',
      file: 'src/clicks/accept/reader.ts',
      find: "(await digest(salt, 'address', ",
      replace: "(await digest('', 'address', ",
      tests: READER,
    },
    {
      name: 'an IPv6 network has as many readers as addresses',
      file: 'src/clicks/accept/address.ts',
      find: '.slice(0, 4)',
      replace: '.slice(0, 8)',
      tests: READER,
    },
    {
      name: 'an address is as many readers as it names browsers',
      file: 'src/clicks/accept/reader.ts',
      find: '16) % classes',
      replace: '16) + classes',
      tests: READER,
    },
    {
      name: 'tracked links hold the token of whoever asked first',
      file: 'src/routes/feed/tracked.ts',
      find: 'c.var.key.id',
      replace: '1',
      tests: { file: 'test/routes/api/tracked.test.ts' },
    },
    {
      name: 'a token without an end counts',
      file: 'src/clicks/accept/claims.ts',
      find: "requiredClaims: ['sub', 'exp']",
      replace: "requiredClaims: ['sub']",
      tests: { file: 'test/clicks/accept/reader.test.ts' },
    },
    {
      name: 'a token counts for years',
      file: 'src/clicks/accept/claims.ts',
      find: 'exp <= now / 1000 + LONGEST',
      replace: 'exp > 0',
      tests: { file: 'test/clicks/accept/reader.test.ts' },
    },
    {
      name: 'hidden frames click',
      file: 'src/clicks/followed.ts',
      find: "!said('Sec-Fetch-Dest', 'document') || ",
      replace: '',
      tests: { file: 'test/routes/clicks/go.test.ts', named: 'hidden frame' },
    },
    {
      name: 'scripts click without a gesture',
      file: 'src/clicks/followed.ts',
      find: 'isHttps && isForeign && !hasGesture',
      replace: 'isHttps && isForeign && hasGesture',
      tests: { file: 'test/routes/clicks/go.test.ts', named: 'by a script' },
    },
    {
      name: 'feeds are fetched from private addresses',
      file: 'src/syndication/fetch/public-url.ts',
      find: 'if (address ? !isPublic(address)',
      replace: 'if (address ? !address',
      tests: { file: 'test/syndication/fetch/public-url.test.ts' },
    },
  ],
};

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

const TABLE = { file: 'test/verify/abuse/requests.test.ts' };

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
