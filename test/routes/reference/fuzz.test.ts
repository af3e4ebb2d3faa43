import { env } from 'cloudflare:test';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seed } from '../../search/seed.ts';
import { ask, makeKey } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { type Question, questions } from './arbitrary.ts';
import { type Operation, operations, undescribed } from './described.ts';
import { publishNewsroom } from './newsroom.ts';

/** `RUNS=…` sets more requests. */
const REQUESTS = Number(env.RUNS) || sized(250, 500);
const RUNS = Math.ceil(REQUESTS / operations.length);
const RESCUES = 2000;
const PORTION = 50;
/** Number of requests per set of keys, below every rate limit. */
const KEY_LIFE = 300;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let keys = { secret: '', publishable: '', operator: '', bound: '' };
let asked = 0;
const statuses = new Map<number, number>();

async function newKeys() {
  keys = {
    secret: await makeKey('secret'),
    publishable: await makeKey('publishable'),
    operator: await makeKey('operator'),
    bound: await makeKey('publishable', ['https://bound.example']),
  };
}

beforeAll(async () => {
  console.log(`SEED=${seed}`);
  await newKeys();
  await publishNewsroom(keys.operator);
});

afterAll(() => {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  console.log(`${asked} requests; ${counts.join(', ')}`);
  expect(asked).toBeGreaterThanOrEqual(REQUESTS);
  for (const status of [200, 202, 302, 304, 400, 401, 403, 404]) expect(statuses.get(status)).toBeGreaterThan(0);
});

function keyFor({ path }: Operation, { key }: Question): string | undefined {
  const isManagement = /^\/(manage|session)/.test(path);
  const right = isManagement ? keys.operator : /^\/(api|mcp)/.test(path) ? keys.secret : keys.publishable;
  const other = isManagement ? keys.secret : keys.operator;
  return { right, none: undefined, wrong: `${right.slice(0, -1)}~`, otherKind: other, bound: keys.bound }[key];
}

function requestOf(operation: Operation, question: Question): { path: string; init: RequestInit } {
  const key = keyFor(operation, question);
  const headers = new Headers({ 'User-Agent': BROWSER, ...question.headers });
  const query = new URLSearchParams(question.query.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]));
  let { body } = question;
  if (operation.path === '/session/key-use') body = withKey(body, keys.publishable);
  if (/^\/(clicks|reads|views|list-tokens)$/.test(operation.path)) body = withKey(body, key);
  else if (/^\/(go|list-tokens)\//.test(operation.path)) query.set('key', key ?? '');
  else if (key && question.place === 'query' && !operation.path.startsWith('/manage')) query.set('apiKey', key);
  else if (key && question.place === 'header' && !operation.path.startsWith('/manage')) headers.set('X-API-Key', key);
  else if (key) headers.set('Authorization', `Bearer ${encodeURIComponent(key)}`);
  const init = {
    method: operation.method,
    headers,
    redirect: 'manual' as const,
    ...(body === undefined ? {} : { body }),
  };
  return { path: `${question.path}${query.size > 0 ? `?${query}` : ''}`, init };
}

function withKey(body: string | undefined, key: string | undefined): string | undefined {
  try {
    const beacon = JSON.parse(body ?? '');
    return typeof beacon === 'object' && beacon !== null ? JSON.stringify({ ...beacon, key }) : body;
  } catch {
    return body;
  }
}

/** Random requests cannot provide the secrets, settings or resources of these operations. */
const NEVER_BY_CHANCE =
  /^POST \/views\/$|^GET \/session\/proof\/$|^((POST|PUT) \/session\/(passkey|invitation|device)\/|DELETE \/session\/\w+\/\{id\}\/)$|^(PUT \/manage\/(articles|stories|webhooks)\/\{id\}|POST \/manage\/(people\/\{id\}\/invitation|subscriptions\/\{id\}\/(feed|invitation))|DELETE \/manage\/(sessions|stories)\/\{id\})\/$|\{(domain|slug|ref|token|group|change)\}|\/(merge|restore|pause|resume|propose|join|split|lead|security\.txt)\/$/;
const managed = ({ path }: Operation) => /^\/manage\/(\w+)/.exec(path)?.[1];
const collections = [...new Set(operations.map(managed).filter((name) => name !== undefined))];
/** Some collections depend on others, so a quick run requires success in every eighth collection only. */
const isLeftOut = (operation: Operation) =>
  managed(operation) !== undefined && (collections.indexOf(managed(operation) ?? '') + seed) % sized(8, 1) > 0;
const nameOf = ({ method, path }: Operation) => `${method} ${path.replace(/\/?$/, '/')}`;

describe('random requests return described responses and no server error', () => {
  test.each(operations)(
    'random requests for $method $path return described responses and no server error',
    async (operation) => {
      let answered = 0;
      const check = async (question: Question) => {
        if (++asked % KEY_LIFE === 0) await newKeys();
        const { path, init } = requestOf(operation, question);
        const response = await ask(path, init);
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.status < 400) answered++;
        if (response.status >= 500) throw new Error(`${response.status} ${path} ${await response.text()}`);
        expect(await undescribed(operation, response)).toEqual([]);
      };
      const parameters = { seed: seed + operations.indexOf(operation), numRuns: RUNS };
      await fc.assert(fc.asyncProperty(questions(operation), check), parameters);
      if (NEVER_BY_CHANCE.test(nameOf(operation)) || isLeftOut(operation)) return;
      for (let more = PORTION; answered === 0 && more <= RESCUES; more += PORTION)
        for (const question of fc.sample(questions(operation), { seed: parameters.seed - more, numRuns: PORTION }))
          if (answered === 0) await check(question);
      expect(answered).toBeGreaterThan(0);
    },
  );
});
