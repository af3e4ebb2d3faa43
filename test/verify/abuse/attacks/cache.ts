import { stems, WORDS } from '../../../search/words.ts';
import { mistyped, SEARCHED, SEARCHED_ARTICLES } from '../newsroom.ts';
import { rows } from '../routes.ts';
import { type Answer, type Ask, type Attack, each, type Pick, type Trial, withKey } from '../trial.ts';

const KIND = 'cache poisoning';
const EVIL = 'evil.example';

/** Headers that are not part of the cache key. If the service used them, they could poison cached responses. */
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

const OUTPUTS = ['json', 'rss', 'html'];

/** Requests that could leave a partial response in a careless cache. */
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
/** Returns an uncached feed path, because the accent colour is part of the cache key. */
const fresh = (output = 'json') =>
  `/api/v2/feed?output=${output}&limit=2&accent=${(0xa00000 + questions++).toString(16)}`;

const lasting = ({ status, headers, body }: Answer) => JSON.stringify([status, headers.get('ETag'), body]);

/** A caller must not affect cached responses to others, nor receive cached ones without a valid key. */
export const cache: Attack = async (trial, pick) => {
  await withoutKeys(trial, pick);
  await unkeyedHeaders(trial, pick);
  await partialFirst(trial);
  await spellings(trial);
};

async function withoutKeys(trial: Trial, pick: Pick): Promise<void> {
  const { living, revoked, expired, unknown } = trial.keys;
  const kept = rows.filter(({ access }) => access === 'read' || access === 'secret');
  for (const { path, access } of kept.filter((_, i) => pick(i, 3))) {
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
  // A cached response does not depend on the key. A key that was unused for a second is read from its row.
  const isKept = /rows=[01]"/.test(byHeader.headers.get('Server-Timing') ?? '');
  trial.expect(isKept, KIND, 'the same with another key', 'was made anew');
  trial.expect(lasting(byQuery) === lasting(byHeader), KIND, 'key in query and header', 'answers differ');
  trial.expect(!byQuery.headers.has('X-Kept-Until'), KIND, 'headers', 'shows a header of its own housekeeping');
}

async function unkeyedHeaders(trial: Trial, pick: Pick): Promise<void> {
  const headers = withKey(trial.keys.living.secret);
  for (const [place, name] of UNKEYED.entries()) {
    for (const output of OUTPUTS.filter((_, i) => pick(place + i, 3, OUTPUTS.length))) {
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
    // A key in the header makes the parameter unnecessary, but a parameter given twice is still an error.
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

const SEARCH_KIND = 'search operators';

const OPERATORS: ((a: string, b: string) => string)[] = [
  (a, b) => `${a} AND ${b}`,
  (a, b) => `${a} OR ${b}`,
  (a, b) => `${a} NOT ${b}`,
  (a, b) => `NOT ${a} ${b}`,
  (a, b) => `NEAR(${a} ${b})`,
  (a, b) => `NEAR("${a}" "${b}" 5)`,
  (a, b) => `${a} NEAR/2 ${b}`,
  (a, b) => `${a} + ${b}`,
  (a, b) => `"${a}" "${b}"`,
  (a, b) => `"${a} ${b}"`,
  (a, b) => `"${a}""${b}"`,
  (a) => `${a}*`,
  (a) => `"${a}"*`,
  (a) => `^${a}`,
  (a) => `"${a}`,
  (a) => `${a}"`,
  (a) => `(${a}`,
  (a) => `${a})`,
  (a, b) => `(${a} OR ${b}) AND NOT (${b})`,
  (a) => `title:${a}`,
  (a) => `title : ${a}`,
  (a) => `-title:${a}`,
  (a) => `{title}:${a}`,
  (a) => `facets: ${a}`,
  (a) => `${a}") OR facets: (all0`,
  (a) => `${a}' OR '${a}`,
  (a) => `-${a}`,
  (a, b) => `${a}:${b}`,
  (a, b) => `${a}/${b};--`,
];

const KNOWN = new Set(WORDS.map((word) => word.toLowerCase()));

/** Sends FTS5 syntax in `searchTerms` and compares the results with an oracle that treats everything as words. */
export const search: Attack = async (trial, pick) => {
  const pairs = SEARCHED_ARTICLES.filter((_, i) => pick(i, 4)).map(({ introduction }) => introduction.split(' '));
  const terms = pairs.flatMap(([a = '', b = ''], place) =>
    OPERATORS.filter((_, i) => pick(place + i, 1, pairs.length)).map((operator) => operator(a, b)),
  );
  const headers = withKey(trial.keys.living.secret);
  await each(terms, async (term) => {
    const path = `/api/v2/feed?limit=100&includeTopics=${SEARCHED}&searchTerms=${encodeURIComponent(term)}`;
    const { status, body } = await trial.ask(SEARCH_KIND, path, { headers });
    // A valid term may end in `*` after at least three letters, and must not begin with a minus.
    const isTerm = /^(?!-)[^*]*(?:[\p{L}\p{N}]{3}\*)?$/u.test(term);
    if (status !== (isTerm ? 200 : 400)) return trial.fail(SEARCH_KIND, term, `answered ${status}`);
    if (!isTerm) return;
    const found = (JSON.parse(body) as { items: { id: string }[] }).items.map(({ id }) => Number(id));
    const wanted = oracle(term);
    const same = found.toSorted().join() === wanted.toSorted().join();
    trial.expect(same, SEARCH_KIND, term, `found ${found.length} articles, not the ${wanted.length} with these words`);
  });
};

function oracle(term: string): number[] {
  const words = term.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  if (words.some((word) => !KNOWN.has(word))) return [];
  // A term that ends in `*` matches the beginning of words as they are written, without stemming.
  const beginning = /^[\p{L}\p{N}\p{M}]{3,}(?=\*$)/u.exec(term)?.[0];
  if (beginning)
    return SEARCHED_ARTICLES.filter(({ title, introduction }) => begins(`${title} ${introduction}`, beginning)).map(
      ({ id }) => id,
    );
  const phrase = ` ${stems(term).join(' ')} `;
  const has = (text: string) => ` ${stems(text).join(' ')} `.includes(phrase);
  return SEARCHED_ARTICLES.filter(({ title, introduction }) => has(title) || has(introduction)).map(({ id }) => id);
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const begins = (text: string, beginning: string): boolean =>
  (plain(text).match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => word.startsWith(plain(beginning)));
