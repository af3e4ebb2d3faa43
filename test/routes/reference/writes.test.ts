import { env } from 'cloudflare:test';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { COUNTRY_NAMES } from '../../../src/content/geography.ts';
import { seed } from '../../search/seed.ts';
import { askWith, makeKey } from '../../support/index.ts';
import { arbitraryOf, bentOf } from './arbitrary.ts';
import { faultsOf, type Operation, operations, undescribed } from './described.ts';

/**
 * Random writes, as the description allows them and as it does not, against an oracle that knows what each collection holds. Nothing may be
 * answered by a fault of the service or otherwise than described, and what is stored afterwards is what the oracle says. `RUNS=…` writes more.
 */

const WRITES = Number(env.RUNS) || 600;
/** After so many writes everything that is stored is compared. */
const ROUND = 40;
/** Writes that a key is good for, well below its rate. */
const KEY_LIFE = 300;

type Value = Record<string, unknown>;
interface Model {
  name: string;
  /** Name of the key, and the few values that are written to. */
  key: string;
  keys: readonly (string | number)[];
  /** What is stored of a body that is taken. */
  stored: (given: Value) => Value;
}

const folded = (text: unknown) =>
  String(text ?? '')
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
const KINDS = ['Carrier', 'Broker', 'Service Provider'];

const MODELS: readonly Model[] = [
  {
    name: 'topics',
    key: 'id',
    keys: [9001, 9002, 9003, 9004],
    stored: ({ id, name, slug, description, category, excludedFromTrending }) => ({
      ...{ id, name: folded(name), slug, description: folded(description), category },
      excludedFromTrending: excludedFromTrending ?? false,
    }),
  },
  {
    name: 'companies',
    key: 'id',
    keys: [9001, 9002, 9003],
    stored: ({ id, name, organisationType }) => {
      const kind = folded(organisationType);
      const known = KINDS.find((one) => one.toLowerCase() === kind.toLowerCase());
      return { id, name: folded(name), organisationType: known ?? kind };
    },
  },
  {
    name: 'geo-groups',
    key: 'slug',
    keys: ['fuzz-one', 'fuzz-two', 'fuzz-three'],
    stored: ({ slug, name, countries }) => ({
      ...{ slug, name: folded(name) },
      countries: [...new Set((countries as string[] | null | undefined) ?? [])]
        .map((code) => code.toUpperCase())
        .sort(),
    }),
  },
];

const operationOf = (method: string, path: string): Operation => {
  const found = operations.find((one) => one.method === method && one.path === path);
  if (!found) throw new Error(`${method} ${path} is not described`);
  return found;
};
const schemaOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.schema ?? {};

/** What each collection holds, and what was deleted from it. */
const held = new Map(MODELS.map(({ name }) => [name, new Map<string | number, Value>()]));
const gone = new Map(MODELS.map(({ name }) => [name, new Map<string | number, Value>()]));
let key = '';
let asked = 0;
const statuses = new Map<number, number>();

async function ask(operation: Operation, path: string, body?: unknown): Promise<{ status: number; data: never }> {
  if (asked++ % KEY_LIFE === 0) key = await makeKey('operator');
  const text = body === undefined ? null : JSON.stringify(body);
  const response = await askWith(key, path, { method: operation.method, body: text });
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  if (response.status >= 500) throw new Error(`${response.status} ${operation.method} ${path} ${text}`);
  const copy = response.clone();
  expect(await undescribed(operation, response)).toEqual([]);
  return { status: copy.status, data: ((await copy.json()) as { data: never }).data };
}

/** The description says in words which codes there are. */
const hasUnknownCountry = ({ countries }: Value) =>
  Array.isArray(countries) && countries.some((code) => !COUNTRY_NAMES.has(String(code).toUpperCase()));

/** Another thing of the collection has the slug already. */
const isTaken = (model: Model, { slug, ...value }: Value) =>
  model.name === 'topics' &&
  [...(held.get('topics') ?? [])].some(([id, other]) => other.slug === slug && id !== value.id);

interface Step {
  model: Model;
  verb: 'put' | 'lines' | 'delete' | 'dry' | 'restore';
  at: string | number;
  body: Value;
  lines: Value[];
}

function steps(model: Model): fc.Arbitrary<Step> {
  const one = schemaOf(operationOf('PUT', `/manage/${model.name}/{${model.key}}`));
  const many = schemaOf(operationOf('PUT', `/manage/${model.name}`)) as {
    items?: Value;
    anyOf?: { items?: Value }[];
  };
  const item: Value = many.items ?? many.anyOf?.find(({ items }) => items)?.items ?? {};
  const at = fc.constantFrom(...model.keys);
  const body = fc.oneof({ weight: 4, arbitrary: arbitraryOf(one) }, { weight: 1, arbitrary: bentOf(one) });
  const line = fc.tuple(arbitraryOf(item), at).map(([value, own]) => ({ ...(value as Value), [model.key]: own }));
  return fc.record({
    model: fc.constant(model),
    verb: fc.constantFrom<Step['verb'][]>('put', 'put', 'put', 'lines', 'delete', 'dry', 'restore'),
    at,
    body: body as fc.Arbitrary<Value>,
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  });
}

async function take({ model, verb, at, body, lines }: Step): Promise<void> {
  const [things, deleted] = [held.get(model.name) ?? new Map(), gone.get(model.name) ?? new Map()];
  const path = `/manage/${model.name}/{${model.key}}`;
  const address = `/manage/${model.name}/${at}`;
  if (verb === 'put') {
    const operation = operationOf('PUT', path);
    const faults = faultsOf(schemaOf(operation), body);
    const wanted = { ...body, [model.key]: at };
    const isOther = body !== null && body[model.key] !== undefined && body[model.key] !== at;
    const { status, data } = await ask(operation, address, body);
    const why = JSON.stringify({ address, body, faults });
    if (status === 200) {
      expect(data, why).toEqual(model.stored(wanted));
      things.set(at, data);
      deleted.delete(at);
    } else
      expect(
        [status, faults.length > 0 || isOther || isTaken(model, wanted) || hasUnknownCountry(wanted)],
        why,
      ).toEqual([400, true]);
  } else if (verb === 'lines') {
    const operation = operationOf('PUT', `/manage/${model.name}`);
    const { status, data } = await ask(operation, `/manage/${model.name}`, lines);
    expect(status).toBe(200);
    const refused = new Set((data as { rejected: { line: number }[] }).rejected.map((one) => one.line));
    expect((data as { accepted: number }).accepted + refused.size).toBe(lines.length);
    for (const [i, line] of lines.entries()) {
      if (refused.has(i + 1)) continue;
      things.set(line[model.key], model.stored(line));
      deleted.delete(line[model.key]);
    }
  } else if (verb === 'restore') {
    const { status, data } = await ask(operationOf('POST', `${path}/restore`), `${address}/restore`);
    if (things.has(at)) return expect(status).toBe(409);
    if (!deleted.has(at)) return expect(status).toBe(404);
    if (status === 409) return expect(isTaken(model, deleted.get(at))).toBe(true);
    expect([status, data]).toEqual([200, deleted.get(at)]);
    things.set(at, data);
    deleted.delete(at);
  } else {
    const { status } = await ask(operationOf('DELETE', path), `${address}?dryRun=${verb === 'dry'}`);
    expect(status).toBe(things.has(at) ? 200 : 404);
    if (verb === 'dry' || !things.has(at)) return;
    deleted.set(at, things.get(at));
    things.delete(at);
  }
}

/** Everything under these keys, one by one and as a list. */
async function compare(): Promise<void> {
  for (const { name, key: field, keys } of MODELS) {
    const things = held.get(name);
    for (const at of keys) {
      const { status, data } = await ask(operationOf('GET', `/manage/${name}/{${field}}`), `/manage/${name}/${at}`);
      expect([name, at, status, status === 200 ? data : undefined]).toEqual([
        ...[name, at, things?.has(at) ? 200 : 404],
        things?.get(at),
      ]);
    }
  }
}

beforeAll(() => console.log(`SEED=${seed}`));

test('what is stored is what the oracle says', { timeout: 600_000 }, async () => {
  const arbitrary = fc.oneof(...MODELS.map(steps));
  for (let done = 0; done < WRITES; done += ROUND) {
    for (const step of fc.sample(arbitrary, { seed: seed + done, numRuns: ROUND })) await take(step);
    await compare();
  }
  console.log(`${asked} requests; ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
  for (const status of [200, 400, 404, 409]) expect(statuses.get(status)).toBeGreaterThan(0);
});
