import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { storeDeadLetters } from '../../../../src/clicks/consume/dead-letters.ts';
import { audit, demoLoad, serviceClock } from '../../../../src/db/schema.ts';
import { askWith, makeKey, openTestDb } from '../../../support/index.ts';
import { rows as ROUTES } from '../../../verify/abuse/routes.ts';

const db = openTestDb();
let operator = '';

async function send<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await askWith(operator, `/manage/${path}`, { method, ...init });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}

const topic = (id: number, name = 'A') => ({ id, name, slug: `topic-${id}`, category: 1 });
const company = (id: number, name = 'A') => ({ id, name, organisationType: 'Broker' });
const source = (domain: string, name = 'A') => ({ domain, name });
const group = (slug: string, name = 'A') => ({ slug, name, countries: ['GB'] });
const story = (id: number, title = 'A') => ({
  id,
  url: `https://stories.example/${id}`,
  title,
  publishedAt: '2026-01-01T00:00:00Z',
  contentType: 'article',
});
const search = (name = 'A') => ({ slug: 'floods', name, filter: { searchTerms: 'flood' } });
const webhook = (name = 'A') => ({
  name,
  url: 'https://chat.example/hooks/secret-path',
  format: 'standard',
  events: ['source.failed'],
  topics: null,
  searches: [],
  quiet: null,
  enabled: true,
});
const FEED = 'https://fed.example/feed.xml';

interface Case {
  given?: () => Promise<unknown>;
  change: (ref: string | number) => Promise<unknown>;
  /** Action, kind and ref of the entry. Without a ref, `given` or `change` may return it. */
  entry: string;
  /** Default for a created resource: `null`. */
  before?: object | null;
  after?: object | null;
}

const CASES: Record<string, Case> = {};

interface Content {
  kind: string;
  ref: string | number;
  into?: string | number;
  make: (ref: string | number, name?: string) => object;
  field?: string;
}

function content(collection: string, param: string, { kind, ref, into, make, field = 'name' }: Content): void {
  const put = (name = 'A', which = ref) => send('PUT', `${collection}/${which}`, make(which, name));
  const named = (name: string) => ({ [field]: name });
  const at = `${collection}/:${param}`;
  const remove = () => send('DELETE', `${collection}/${ref}`);
  Object.assign(CASES, {
    [`PUT /manage/${collection}`]: {
      entry: `create ${kind} ${ref}`,
      after: named('A'),
      change: () => send('PUT', collection, [make(ref)]),
    },
    [`PUT /manage/${at}`]: {
      entry: `update ${kind} ${ref}`,
      before: named('A'),
      after: named('B'),
      given: async () => void (await put()),
      change: () => put('B'),
    },
    [`DELETE /manage/${at}`]: {
      entry: `delete ${kind} ${ref}`,
      before: named('B'),
      after: null,
      given: async () => void (await put('B')),
      change: remove,
    },
    [`POST /manage/${at}/restore`]: {
      entry: `restore ${kind} ${ref}`,
      before: null,
      after: named('C'),
      given: () => put('C').then(remove),
      change: () => send('POST', `${collection}/${ref}/restore`),
    },
  } satisfies Record<string, Case>);
  if (into !== undefined)
    CASES[`POST /manage/${at}/merge`] = {
      entry: `merge ${kind} ${ref}`,
      before: named('D'),
      after: { mergedInto: into },
      given: () => put('D').then(() => put('E', into)),
      change: () => send('POST', `${collection}/${ref}/merge`, { into }),
    };
}

content('articles', 'id', { kind: 'article', ref: 1, make: (id, name) => story(Number(id), name), field: 'title' });
content('topics', 'id', { kind: 'topic', ref: 1, into: 2, make: (id, name) => topic(Number(id), name) });
content('companies', 'id', { kind: 'company', ref: 1, into: 2, make: (id, name) => company(Number(id), name) });
content('sources', 'domain', {
  kind: 'source',
  ref: 'a.example',
  into: 'b.example',
  make: (domain, name) => source(String(domain), name),
});
content('geo-groups', 'slug', { kind: 'geoGroup', ref: 'here', make: (slug, name) => group(String(slug), name) });

const RULE = { kind: 'topic', ref: 7, words: ['flood'] };
const DOUBTED = story(4021, 'Trams stop in the cold');
const ruleTopic = () => send('PUT', 'topics', [topic(7)]);
async function ruled() {
  await ruleTopic();
  return send('PUT', 'rules', [RULE]);
}
const personNamed = async (name: string) =>
  (await send<{ person: { id: number } }>('POST', 'people', { name, role: 'reader' })).person.id;
const madeId = async (path: string, body: object) =>
  (await send<{ stored: { id: number } }>('POST', path, body)).stored.id;
const keyNamed = (name: string) => madeId('keys', { kind: 'publishable', name });
const webhookNamed = (name: string) => madeId('webhooks', webhook(name));
const SHARE = { name: 'Board', view: 'insights/rising-content/' };
const WEEK = { kind: 'week', via: 'feed' };
const letter = (messageId: string) =>
  storeDeadLetters(db, [{ messageId, reason: 'malformed', body: 'a word of a stranger' }], Date.now() / 1000);

Object.assign(CASES, {
  'PUT /manage/rules': {
    entry: 'create rule topic/7',
    after: { words: ['flood'] },
    given: () => ruleTopic(),
    change: () => send('PUT', 'rules', [RULE]),
  },
  'PUT /manage/rules/:kind/:ref': {
    entry: 'update rule topic/7',
    before: { words: ['flood'] },
    after: { words: ['hail'] },
    given: ruled,
    change: () => send('PUT', 'rules/topic/7', { words: ['hail'] }),
  },
  'DELETE /manage/rules/:kind/:ref': {
    entry: 'delete rule topic/7',
    before: { words: ['flood'] },
    after: null,
    given: ruled,
    change: () => send('DELETE', 'rules/topic/7'),
  },
  'PUT /manage/stories': {
    entry: 'update story 5001',
    before: { decided: false },
    after: { articles: [5001, 5002] },
    given: async () => void (await send('PUT', 'articles', [story(5001, 'First'), story(5002, 'Second')])),
    change: () => send('PUT', 'stories', [{ id: 5001, articles: [5001, 5002] }]),
  },
  'PUT /manage/stories/:id': {
    entry: 'update story 5003',
    before: { lead: null },
    after: { lead: 5003 },
    given: async () => void (await send('PUT', 'articles', [story(5003, 'Alone')])),
    change: () => send('PUT', 'stories/5003', { articles: [5003], lead: 5003 }),
  },
  'DELETE /manage/stories/:id': {
    entry: 'update story 5004',
    before: { articles: [5004, 5005] },
    after: { articles: [5004] },
    given: async () => {
      await send('PUT', 'articles', [story(5004, 'Fourth'), story(5005, 'Fifth')]);
      await send('PUT', 'stories', [{ id: 5004, articles: [5004, 5005] }]);
    },
    change: () => send('DELETE', 'stories/5004'),
  },
  'POST /manage/stories/:id/join': {
    entry: 'update story 5006',
    before: { articles: [5006] },
    after: { articles: [5006, 5007] },
    given: async () => void (await send('PUT', 'articles', [story(5006, 'Sixth'), story(5007, 'Seventh')])),
    change: () => send('POST', 'stories/5006/join', { articles: [5007] }),
  },
  'POST /manage/stories/:id/split': {
    entry: 'update story 5008',
    before: { articles: [5008, 5009] },
    after: { articles: [5008] },
    given: async () => {
      await send('PUT', 'articles', [story(5008, 'Eighth'), story(5009, 'Ninth')]);
      await send('PUT', 'stories', [{ id: 5008, articles: [5008, 5009] }]);
    },
    change: () => send('POST', 'stories/5008/split', { articles: [5009] }),
  },
  'POST /manage/stories/:id/lead': {
    entry: 'update story 5010',
    before: { lead: null },
    after: { lead: 5011 },
    given: async () => {
      await send('PUT', 'articles', [story(5010, 'Tenth'), story(5011, 'Eleventh')]);
      await send('PUT', 'stories', [{ id: 5010, articles: [5010, 5011] }]);
    },
    change: () => send('POST', 'stories/5010/lead', { article: 5011 }),
  },
  'POST /manage/company-matches': {
    entry: 'update article',
    before: { companies: [] },
    after: { companies: [21] },
    given: async () => {
      await send('PUT', 'companies', [{ id: 21, name: 'Zurich', organisationType: 'Carrier' }]);
      await send('PUT', 'articles', [DOUBTED]);
      return DOUBTED.id;
    },
    change: (id) => send('POST', 'company-matches', { contentId: Number(id), companyId: 21, meant: true }),
  },
  'POST /manage/rules/:kind/:ref/restore': {
    entry: 'restore rule topic/7',
    before: null,
    after: { words: ['flood'] },
    given: async () => {
      await ruled();
      await send('DELETE', 'rules/topic/7');
    },
    change: () => send('POST', 'rules/topic/7/restore'),
  },
  'POST /manage/recommended/:date/restore': {
    entry: 'restore recommended 2026-02-03',
    before: null,
    after: { articles: [5] },
    given: async () => {
      await send('PUT', 'articles', [story(5)]);
      await send('PUT', 'recommended/2026-02-03', { articles: [5] });
      await send('DELETE', 'recommended/2026-02-03');
    },
    change: () => send('POST', 'recommended/2026-02-03/restore'),
  },
  'PUT /manage/recommended/:date': {
    entry: 'create recommended 2026-02-01',
    after: { articles: [5] },
    given: () => send('PUT', 'articles', [story(5)]),
    change: () => send('PUT', 'recommended/2026-02-01', { articles: [5] }),
  },
  'DELETE /manage/recommended/:date': {
    entry: 'delete recommended 2026-02-02',
    before: { articles: [5] },
    after: null,
    given: async () => {
      await send('PUT', 'articles', [story(5)]);
      await send('PUT', 'recommended/2026-02-02', { articles: [5] });
    },
    change: () => send('DELETE', 'recommended/2026-02-02'),
  },
  'PUT /manage/recommended/:date/plan': {
    entry: 'create plan 2098-02-01',
    after: { articles: [5] },
    given: () => send('PUT', 'articles', [story(5)]),
    change: () => send('PUT', 'recommended/2098-02-01/plan', { articles: [5], at: '2098-02-01T12:00:00Z' }),
  },
  'DELETE /manage/recommended/:date/plan': {
    entry: 'delete plan 2098-02-02',
    before: { articles: [5] },
    after: null,
    given: async () => {
      await send('PUT', 'articles', [story(5)]);
      await send('PUT', 'recommended/2098-02-02/plan', { articles: [5], at: '2098-02-02T12:00:00Z' });
    },
    change: () => send('DELETE', 'recommended/2098-02-02/plan'),
  },
  'PUT /manage/annotations/:date': {
    entry: 'create annotation 2026-02-01',
    after: { text: 'Storm' },
    change: () => send('PUT', 'annotations/2026-02-01', { text: 'Storm' }),
  },
  'PUT /manage/pins': {
    entry: 'create pin 1',
    after: { position: 2 },
    given: () => send('PUT', 'articles/1', story(1)),
    change: () => send('PUT', 'pins', [{ id: 1, position: 2 }]),
  },
  'PUT /manage/pins/:id': {
    entry: 'update pin 1',
    before: { position: 2 },
    after: { position: null, notAbove: 3 },
    given: () => send('PUT', 'pins/1', { position: 2 }),
    change: () => send('PUT', 'pins/1', { notAbove: 3 }),
  },
  'DELETE /manage/pins/:id': {
    entry: 'delete pin 1',
    before: { notAbove: 3 },
    after: null,
    given: () => send('PUT', 'pins/1', { notAbove: 3 }),
    change: () => send('DELETE', 'pins/1'),
  },
  'DELETE /manage/annotations/:date': {
    entry: 'delete annotation 2026-02-02',
    before: { text: 'Hail' },
    after: null,
    given: () => send('PUT', 'annotations/2026-02-02', { text: 'Hail' }),
    change: () => send('DELETE', 'annotations/2026-02-02'),
  },
  'PUT /manage/annotations/:date/:scope/:ref': {
    entry: 'create annotation 2026-02-01/topic/47',
    after: { text: 'Strike' },
    change: () => send('PUT', 'annotations/2026-02-01/topic/47', { text: 'Strike' }),
  },
  'DELETE /manage/annotations/:date/:scope/:ref': {
    entry: 'delete annotation 2026-02-02/topic/47',
    before: { text: 'Fog' },
    after: null,
    given: () => send('PUT', 'annotations/2026-02-02/topic/47', { text: 'Fog' }),
    change: () => send('DELETE', 'annotations/2026-02-02/topic/47'),
  },
  'PUT /manage/feeds': {
    entry: 'create source fed.example',
    after: { name: 'Fed', feeds: [FEED] },
    change: () => send('PUT', 'feeds', [{ url: FEED, domain: 'fed.example', name: 'Fed' }]),
  },
  'POST /manage/feeds/pause': {
    entry: `update feed ${FEED}`,
    before: { state: 'polled' },
    after: { state: 'paused' },
    given: () => send('PUT', 'feeds', [{ url: FEED, domain: 'fed.example' }]),
    change: () => send('POST', 'feeds/pause', { urls: [FEED] }),
  },
  'POST /manage/feeds/resume': {
    entry: `update feed ${FEED}`,
    before: { state: 'paused' },
    after: { state: 'polled' },
    given: async () => {
      await send('PUT', 'feeds', [{ url: FEED, domain: 'fed.example' }]);
      await send('POST', 'feeds/pause', { urls: [FEED] });
    },
    change: () => send('POST', 'feeds/resume', { urls: [FEED] }),
  },
  'POST /manage/keys': { entry: 'create key', after: { name: 'Made' }, change: () => keyNamed('Made') },
  'POST /manage/people': {
    entry: 'create person',
    after: { name: 'Made', kind: 'reader' },
    change: () => personNamed('Made'),
  },
  'PUT /manage/people/:id': {
    entry: 'update person',
    before: { name: 'Old', kind: 'reader' },
    after: { name: 'New', kind: 'editor' },
    given: () => personNamed('Old'),
    change: (id) => send('PUT', `people/${id}`, { name: 'New', role: 'editor' }),
  },
  'DELETE /manage/people/:id': {
    entry: 'delete person',
    before: { name: 'Old' },
    given: () => personNamed('Old'),
    change: (id) => send('DELETE', `people/${id}`),
  },
  'POST /manage/people/:id/invitation': {
    entry: 'update person',
    after: { name: 'Old', invited: true },
    given: () => personNamed('Old'),
    change: (id) => send('POST', `people/${id}/invitation`, {}),
  },
  'PUT /manage/keys/:id': {
    entry: 'update key',
    before: { name: 'Old' },
    after: { name: 'New' },
    given: () => keyNamed('Old'),
    change: (id) => send('PUT', `keys/${id}`, { name: 'New' }),
  },
  'DELETE /manage/keys/:id': {
    entry: 'delete key',
    before: { revokedAt: null },
    given: () => keyNamed('Gone'),
    change: (id) => send('DELETE', `keys/${id}`),
  },
  'POST /manage/keys/:id/rotate': {
    entry: 'update key',
    before: { expiresAt: null },
    after: { expiresAt: expect.any(Number) },
    given: () => keyNamed('Turned'),
    change: (id) => send('POST', `keys/${id}/rotate`, { grace: 60 }),
  },
  'POST /manage/keys/:id/sign': {
    entry: 'update key',
    before: { name: 'Signs' },
    after: { signingSecret: 'replaced' },
    given: () => keyNamed('Signs'),
    change: (id) => send('POST', `keys/${id}/sign`, {}),
  },
  'POST /manage/webhooks': {
    entry: 'create webhook',
    after: { name: 'Made', host: 'chat.example' },
    change: () => webhookNamed('Made'),
  },
  'PUT /manage/webhooks/:id': {
    entry: 'update webhook',
    before: { name: 'Old' },
    after: { name: 'New' },
    given: () => webhookNamed('Old'),
    change: (id) => send('PUT', `webhooks/${id}`, webhook('New')),
  },
  'DELETE /manage/webhooks/:id': {
    entry: 'delete webhook',
    before: { name: 'Gone' },
    after: null,
    given: () => webhookNamed('Gone'),
    change: (id) => send('DELETE', `webhooks/${id}`),
  },
  'POST /manage/webhooks/:id/rotate': {
    entry: 'update webhook',
    before: { secret: 'former' },
    after: { secret: 'replaced' },
    given: () => webhookNamed('Turned'),
    change: (id) => send('POST', `webhooks/${id}/rotate`, { grace: 60 }),
  },
  'PUT /manage/searches': {
    entry: 'create search floods',
    after: { name: 'A' },
    change: () => send('PUT', 'searches', [search()]),
  },
  'PUT /manage/searches/:slug': {
    entry: 'update search floods',
    before: { name: 'A' },
    after: { name: 'B' },
    given: () => send('PUT', 'searches', [search()]),
    change: () => send('PUT', 'searches/floods', search('B')),
  },
  'DELETE /manage/searches/:slug': {
    entry: 'delete search floods',
    before: { name: 'B' },
    after: null,
    given: () => send('PUT', 'searches', [search('B')]),
    change: () => send('DELETE', 'searches/floods'),
  },
  'POST /manage/shares': {
    entry: 'create share',
    after: { name: 'Board' },
    change: () => send('POST', 'shares', SHARE),
  },
  'DELETE /manage/shares/:id': {
    entry: 'delete share',
    given: () => madeId('shares', SHARE),
    change: (id) => send('DELETE', `shares/${id}`),
  },
  'POST /manage/subscriptions': {
    entry: 'create subscription',
    after: { name: 'the week' },
    change: () => send('POST', 'subscriptions', WEEK),
  },
  'POST /manage/subscriptions/:id/feed': {
    entry: 'update subscription',
    given: () => madeId('subscriptions', WEEK),
    change: (id) => send('POST', `subscriptions/${id}/feed`),
  },
  'POST /manage/subscriptions/:id/invitation': {
    entry: 'update subscription',
    before: { invitedAt: 1 },
    given: async () => {
      const id = await madeId('subscriptions', WEEK);
      const unconfirmed = `UPDATE subscriptions SET via = 'mail', address = 'lee@partner.example', invited_at = 1 WHERE id = ?`;
      await env.DB.prepare(unconfirmed).bind(id).run();
      return id;
    },
    change: (id) => send('POST', `subscriptions/${id}/invitation`),
  },
  'DELETE /manage/subscriptions/:id': {
    entry: 'delete subscription',
    given: () => madeId('subscriptions', WEEK),
    change: (id) => send('DELETE', `subscriptions/${id}`),
  },
  'DELETE /manage/sessions/:id': {
    entry: 'delete session',
    given: async () => {
      await askWith(operator, '/session', { method: 'POST' });
      const { sessions } = await send<{ sessions: { id: string }[] }>('GET', 'sessions');
      return sessions[0]?.id ?? '';
    },
    change: (id) => send('DELETE', `sessions/${id}`),
  },
  'DELETE /manage/dead-letters': {
    entry: 'delete letter malformed',
    before: { letters: 2, state: 'dead' },
    after: null,
    given: () => Promise.all([letter('one'), letter('two')]),
    change: () => send('DELETE', 'dead-letters?reason=malformed'),
  },
  'POST /manage/dead-letters/replay': {
    entry: 'update letter malformed',
    before: { letters: 1 },
    after: { state: 'queued' },
    given: () => letter('three'),
    change: () => send('POST', 'dead-letters/replay'),
  },
  'POST /manage/discounting/accept': {
    entry: 'update discounting baseline',
    before: { isAccepted: false, samples: expect.any(Number) },
    after: { isAccepted: true, samples: expect.any(Number), samplesLeft: 1 },
    given: async () => {
      await send('PUT', 'articles', [story(5)]);
      const at = new Date(Date.now() - 7_200_000).toISOString();
      const click = (i: number) => ({
        network: 64_500 + i,
        prefix: `198.${i}.0.0/16`,
        userAgent: `${'x'.repeat(i)}/1`,
      });
      const clicks = Array.from({ length: 24 }, (_, i) => ({
        contentId: 5,
        at,
        reader: `r${i}`,
        signed: false,
        ...click(i),
      }));
      await send('POST', 'clicks', clicks);
    },
    change: () => send('POST', 'discounting/accept'),
  },
  'POST /manage/clock/confirm': {
    entry: 'update clock clock',
    before: { newest: '2020-01-01T00:00:00Z', state: 'doubted' },
    after: { newest: expect.any(String), state: 'trusted' },
    given: async () => {
      const row = { newest: Date.UTC(2020, 0), seen: Date.now() };
      await db
        .insert(serviceClock)
        .values({ id: 1, ...row })
        .onConflictDoUpdate({ target: serviceClock.id, set: row });
    },
    change: () => send('POST', 'clock/confirm'),
  },
  'DELETE /manage/demo': {
    entry: 'delete article 9',
    before: { title: 'A' },
    after: null,
    change: async () => {
      const now = Math.floor(Date.now() / 1000);
      await db.insert(demoLoad).values({ id: 1, now: now - 60, loadedAt: now + 60 });
      await send('PUT', 'articles', [story(9)]);
      await send('DELETE', 'demo');
      await db.delete(demoLoad);
    },
  },
  'PUT /manage/alerts': {
    entry: 'update alerts settings',
    before: { oncePerDay: true, quiet: null },
    after: { oncePerDay: false, types: ['article.rising'] },
    given: () => send('PUT', 'alerts', { types: [], oncePerDay: true, quiet: null }),
    change: () => send('PUT', 'alerts', { types: ['article.rising'], oncePerDay: false, quiet: null }),
  },
  'PUT /manage/own-staff': {
    entry: 'update staff settings',
    before: { networks: ['192.0.2.1'] },
    after: { networks: ['192.0.2.2'] },
    given: () => send('PUT', 'own-staff', { networks: ['192.0.2.1'] }),
    change: () => send('PUT', 'own-staff', { networks: ['192.0.2.2'] }),
  },
  'POST /manage/audit/:change/revert': {
    entry: 'update annotation 2026-01-30',
    before: { text: 'B' },
    after: { text: 'A' },
    change: async () => {
      for (const text of ['A', 'B']) await send('PUT', 'annotations/2026-01-30', { text });
      const { entries } = await send<{ entries: { change: string }[] }>('GET', 'audit?kind=annotation&limit=1');
      return send('POST', `audit/${entries[0]?.change}/revert`, {});
    },
  },
} satisfies Record<string, Case>);

/** These routes change no stored setting. */
const NO_CHANGE = [
  'POST /manage/articles/propose',
  'POST /manage/rules/try',
  'POST /manage/webhooks/:id/test',
  'POST /manage/feeds/poll',
  'POST /manage/feeds/items',
  'POST /manage/retag',
  'POST /manage/stories/rebuild',
  'POST /manage/rebuild',
  'POST /manage/clicks',
  'POST /manage/webhooks/:id/replay',
];

interface Entry {
  actor: string;
  kind: string;
  ref: string;
  action: string;
  before: object | null;
  after: object | null;
}
const trail = async () => (await send<{ entries: Entry[] }>('GET', 'audit?limit=100')).entries;

beforeAll(async () => {
  operator = await makeKey('operator');
});
beforeEach(async () => {
  await db.delete(audit);
});

describe('history entries of changes', () => {
  test.each(Object.entries(CASES))(
    'the history records %s with the actor and the state before and after',
    async (_, { given, change, entry, before, after }) => {
      const [action, kind, ref] = entry.split(' ');
      const made = await given?.();
      await db.delete(audit);
      const wanted = typeof made === 'string' || typeof made === 'number' ? made : ref;
      await change(wanted ?? '');
      const found = (await trail()).find(
        (entry) => entry.kind === kind && entry.action === action && (!wanted || entry.ref === String(wanted)),
      );
      expect(found).toMatchObject({ actor: 'test operator', kind, action });
      const former = action === 'create' ? null : before;
      if (former !== undefined) expect(found?.before).toEqual(former && expect.objectContaining(former));
      if (after !== undefined) expect(found?.after).toEqual(after && expect.objectContaining(after));
    },
  );

  test('every route that changes data has a history entry', () => {
    const routes = ROUTES.filter(({ name }) => /^(POST|PUT|DELETE) \/manage\//.test(name)).map(({ name }) => name);
    expect([...Object.keys(CASES), ...NO_CHANGE].toSorted()).toEqual(routes.toSorted());
  });
});

const PAPER = 'https://paper.example/feed.xml';
const PAPER_NEW = 'https://paper.example/new.xml';

const FEED_DEFAULTS = { aggregator: false, readPages: false, itemIdentity: 'link', itemRules: [] };

describe('the feeds, hosts and aliases of a source', () => {
  const entries = async () => (await trail()).filter(({ kind }) => kind === 'source').toReversed();

  test('a history entry lists the feeds, hosts and aliases of a source only if they change', async () => {
    const paper = { domain: 'paper.example', name: 'Paper' };
    await send('PUT', 'sources', [{ ...paper, feeds: [PAPER], publishes: ['b.example'], aliases: ['c.example'] }]);
    await db.delete(audit);
    const next = { ...paper, feeds: [PAPER_NEW], publishes: ['b.example', 'd.example'], aliases: [] };
    await send('PUT', 'sources/paper.example', next);
    expect((await entries()).map(({ action, before, after }) => [action, before, after])).toEqual([
      ['update', { aliases: ['c.example'] }, { aliases: [] }],
      [
        'update',
        { publishes: ['b.example'], ...FEED_DEFAULTS },
        { publishes: ['b.example', 'd.example'], ...FEED_DEFAULTS },
      ],
      ['update', { name: 'Paper', feeds: [PAPER] }, { name: 'Paper', feeds: [PAPER_NEW] }],
    ]);
    await db.delete(audit);
    await send('PUT', 'sources/paper.example', next);
    await send('PUT', 'sources', [next]);
    await send('PUT', 'feeds', [{ url: PAPER_NEW, domain: 'paper.example' }]);
    expect(await entries()).toEqual([]);
  });
});

test('the audit trail contains no key, secret, webhook URL or message of a reader', async () => {
  const made = await send<{ key: string; secret: string }>('POST', 'keys', {
    kind: 'publishable',
    name: 'Signed',
    sign: true,
  });
  const { secret } = await send<{ secret: string }>('POST', 'webhooks', webhook('Chat'));
  await letter('four');
  await send('DELETE', 'dead-letters?reason=malformed');
  const { results } = await env.DB.prepare('SELECT * FROM audit').all();
  expect(results.length).toBeGreaterThanOrEqual(3);
  const text = JSON.stringify(results);
  for (const hidden of [made.key, made.secret, secret, 'secret-path', 'stranger']) expect(text).not.toContain(hidden);
});
