import { mistyped } from '../keys.ts';
import { withKey } from '../request.ts';
import { rows } from '../routes.ts';
import type { Answer, Ask, Attack, Trial } from '../trial.ts';

const KIND = 'cache poisoning';
const EVIL = 'evil.example';

/** Headers that no cache key holds; a service that believed them would write them into answers for others. */
const UNKEYED = [
  'X-Forwarded-Host',
  'X-Forwarded-Server',
  'X-Forwarded-Scheme',
  'X-Forwarded-Proto',
  'X-Forwarded-Prefix',
  'X-Host',
  'X-Original-Host',
  'X-Original-URL',
  'Forwarded',
  'Referer',
  'Origin',
  'User-Agent',
  'Accept-Language',
  'X-Kept-Until',
  'CF-Visitor',
];

/** Requests that leave something else in a careless cache than the whole answer. */
const FIRST: [how: string, ask: Ask][] = [
  ['HEAD', { method: 'HEAD' }],
  ['a range', { headers: { Range: 'bytes=0-9' } }],
  ['an open range', { headers: { Range: 'bytes=5-', 'If-Range': '"x"' } }],
  ['any tag', { headers: { 'If-None-Match': '*' } }],
  ['no store', { headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' } }],
  ['another coding', { headers: { 'Accept-Encoding': 'identity;q=0, br' } }],
  ['an upgrade', { headers: { 'X-HTTP-Method-Override': 'HEAD' } }],
];

let questions = 0;
/** A question of the feed that nobody has asked: its colour is in the cache's key and changes nothing but the page. */
const fresh = (output = 'json') =>
  `/api/v2/feed?output=${output}&limit=2&accent=${(0xa00000 + questions++).toString(16)}`;

/** The parts of an answer that are the same for everybody; the rest depends on the moment. */
const lasting = ({ status, headers, body }: Answer) => JSON.stringify([status, headers.get('ETag'), body]);

/** Poisoned and stolen answers: what one caller does must not show in what another is given, and no key, no answer. */
export const cache: Attack = async (trial) => {
  await withoutKeys(trial);
  await unkeyedHeaders(trial);
  await partialFirst(trial);
  await spellings(trial);
};

/** Answers that lie in isolate and edge, asked for by who may not have them. */
async function withoutKeys(trial: Trial): Promise<void> {
  const { living, revoked, expired, unknown } = trial.keys;
  for (const { path, access } of rows.filter(({ access }) => access === 'read' || access === 'secret')) {
    for (let i = 0; i < 3; i++) await trial.ask(KIND, path, { headers: withKey(living.secret) });
    const strangers = [unknown.secret, mistyped(living.secret), revoked.secret, expired.secret];
    const excluded = access === 'secret' ? [...strangers, living.publishable] : strangers;
    for (const headers of [{}, ...excluded.map((key) => withKey(key)), { 'If-None-Match': '*' }]) {
      const { status } = await trial.ask(KIND, path, { headers });
      trial.expect(status === 401 || status === 403, KIND, `${path} after others were served`, `answered ${status}`);
    }
  }
  const byQuery = await trial.ask(KIND, `/api/v2/feed?limit=3&apiKey=${living.secret}`);
  const byHeader = await trial.ask(KIND, '/api/v2/feed?limit=3', { headers: { 'X-API-Key': living.publishable } });
  // Were keys a part of what answers are kept under, nobody would get another's.
  const isKept = /rows=0"/.test(byHeader.headers.get('Server-Timing') ?? '');
  trial.expect(isKept, KIND, 'the same with another key', 'was made anew');
  trial.expect(lasting(byQuery) === lasting(byHeader), KIND, 'key in query and header', 'answers differ');
  trial.expect(!byQuery.headers.has('X-Kept-Until'), KIND, 'headers', 'shows a header of its own housekeeping');
}

async function unkeyedHeaders(trial: Trial): Promise<void> {
  const headers = withKey(trial.keys.living.secret);
  for (const name of UNKEYED) {
    for (const output of ['json', 'rss', 'html']) {
      const path = fresh(output);
      const value = name === 'Origin' ? `https://${EVIL}` : name === 'Forwarded' ? `host=${EVIL}` : EVIL;
      await trial.ask(KIND, path, { headers: { ...headers, [name]: value } });
      for (let i = 0; i < 2; i++) {
        const { status, body, headers: given } = await trial.ask(KIND, path, { headers });
        const shown = `${body} ${[...given].join()}`.includes(EVIL);
        trial.expect(status === 200 && !shown, KIND, `${name} of someone before`, shown ? 'is shown' : `${status}`);
      }
    }
  }
}

async function partialFirst(trial: Trial): Promise<void> {
  const headers = withKey(trial.keys.living.secret);
  for (const [how, ask] of FIRST) {
    const path = fresh();
    await trial.ask(KIND, path, { ...ask, headers: { ...headers, ...ask.headers } as Record<string, string> });
    const { status, body } = await trial.ask(KIND, path, { headers });
    trial.expect(
      status === 200 && isFeed(body),
      KIND,
      `${how} before a plain request`,
      `left ${status} ${body.length}`,
    );
  }
}

/** Other spellings of the same address and parameters: refused, unknown, or another question, never this one's answer. */
async function spellings(trial: Trial): Promise<void> {
  const headers = withKey(trial.keys.living.secret);
  const path = fresh();
  const before = lasting(await trial.ask(KIND, path, { headers }));
  const query = path.slice(path.indexOf('?') + 1);
  for (const other of [
    `/api/v2%2ffeed?${query}`,
    `/api/v2/feed%2f?${query}`,
    `/API/v2/feed?${query}`,
    `/api/v2/feed;x?${query}`,
    `${path}&limit=3`,
    `${path}&%6cimit=3`,
    `${path}&limit[]=3`,
    `${path}&LIMIT=3`,
    `${path}&cursor=`,
    `${path}%26limit=3`,
    `${path}%00`,
    `${path}#&limit=3`,
    `${path}&cache=1`,
    `${path};limit=3`,
    `/api/v2/feed?cache=1&${query}`,
    `/api/v2/feed/?${query}`,
    `/api/v2//feed?${query}`,
  ]) {
    await trial.ask(KIND, other, { headers });
    const after = lasting(await trial.ask(KIND, path, { headers }));
    trial.expect(after === before, KIND, `${other} before ${path}`, 'another answer than before');
  }
  for (const name of ['limit', 'output', 'includeTopics', 'searchTerms', 'cursor', 'apiKey', 'accent']) {
    const { status } = await trial.ask(KIND, `/api/v2/feed?${name}=1&${name}=1`, { headers });
    // A key in a header is not asked for in the address, but two there are a mistake all the same.
    trial.expect(status === 400, KIND, `${name} given twice`, `answered ${status}`);
  }
}

function isFeed(body: string): boolean {
  try {
    return (JSON.parse(body) as { items: unknown[] }).items.length === 2;
  } catch {
    return false;
  }
}
