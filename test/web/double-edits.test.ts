import { env } from 'cloudflare:test';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seed } from '../search/seed.ts';
import { askWith, makeKey, publish } from '../support/index.ts';
import { sized } from '../support/size.ts';

/** Two editors change one record through the page’s code and the real API. Separate changes are merged. */

type Value = string | boolean | string[];
type Values = Record<string, Value>;
interface Field {
  name: string;
  type: string;
  options?: readonly (readonly [string, string])[];
  isIdentity?: boolean;
}
interface Kind {
  name: string;
  fields: Field[];
  idOf: (row: unknown) => string;
}
interface Stored {
  row: unknown;
}
interface Merged {
  clashes: { name: string }[];
}
interface Saving {
  saveRecord: (kind: Kind, id: string, values: Values, base: Stored | null) => Promise<{ stored: Stored }>;
  recordValues: (kind: Kind, row: unknown) => Values;
  mergeOver: (kind: Kind, base: Stored, mine: Values, theirs: Stored) => Merged;
  loadOne: (kind: Kind, id: string) => Promise<Stored>;
  resolveClash: (kind: Kind, theirs: Stored, merged: Merged, taken: ReadonlySet<string>) => Values;
}
const pageModule = (name: string) => import(`../../src/web/browser/content/${name}.tsx`);
const editModule = (name: string) => import(`../../src/web/browser/content/edit/${name}.ts`);

const RUNS = Number(env.RUNS) || sized(15, 40);
const ids = (first: number, count: number) => Array.from({ length: count }, (_, i) => String(first + i));
const TOPICS = ids(1, 8);
const COMPANIES = ids(1, 8);
const COUNTRIES = ['GB', 'FR', 'DE', 'JP', 'US', 'BR'];
const GROUPS = ['north', 'south', 'east', 'west'];
/** First id of the topics that have rules. Each rule needs its own topic. */
const FIRST_RULED = 1000;

let page: Saving;
let kinds: readonly Kind[];
beforeAll(async () => {
  const operator = await makeKey('operator');
  await publish(
    operator,
    'geo-groups',
    GROUPS.map((slug) => ({ slug, name: slug, countries: ['GB'] })),
  );
  const topic = (id: string) => ({ id: Number(id), name: `Topic ${id}`, slug: `topic-${id}`, category: 1 });
  await publish(operator, 'topics', [...TOPICS, ...ids(FIRST_RULED, RUNS * 3)].map(topic));
  await publish(
    operator,
    'companies',
    COMPANIES.map((id) => ({ id: Number(id), name: id, organisationType: 'Broker' })),
  );
  vi.stubGlobal('fetch', (path: string, { cache: _, ...init }: RequestInit & { cache?: string }) =>
    askWith(operator, path, init as never),
  );
  page = { ...(await editModule('save')), ...(await pageModule('collections')) } as Saving;
  ({ CONTENT_COLLECTIONS: kinds } = (await pageModule('collections')) as { CONTENT_COLLECTIONS: readonly Kind[] });
});
afterAll(() => vi.unstubAllGlobals());

const words = fc.stringMatching(/^[A-Z][a-zé]{2,9}( [a-z]{3,8}){0,3}$/);
const some = (values: readonly string[]) => fc.subarray([...values]);
const numbered = (of: (n: number) => string) => fc.uniqueArray(fc.nat(9), { maxLength: 4 }).map((list) => list.map(of));
const orEmpty = (arbitrary: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), arbitrary);

function arbitraryOf({ name, type, options = [] }: Field, n: number): fc.Arbitrary<Value> {
  const own: Record<string, fc.Arbitrary<Value>> = {
    url: fc.nat(99).map((story) => `https://host-${n}.example/${story}`),
    slug: words.map((text) => `s${n}-${text.length}`),
    feeds: numbered((one) => `https://feeds.example/${n}/${one}`),
    publishes: numbered((one) => `other-${one}.example`),
    itemRules: numbered((one) => `drop words: word${one}`),
    aliases: numbered((one) => `alias-${n}-${one}.example`),
    words: fc
      .uniqueArray(fc.nat(9), { minLength: 1, maxLength: 4 })
      .map((list) => list.map((one) => `word${one} phrase`)),
    language: fc.constantFrom('', 'en', 'de'),
    exclusions: numbered((one) => `except${one} phrase`),
  };
  if (options.length > 0) return fc.constantFrom(...options.map(([value]) => value));
  const byType: Record<string, fc.Arbitrary<Value>> = {
    area: orEmpty(words),
    url: orEmpty(fc.nat(99).map((one) => `https://pictures.example/${one}.png`)),
    time: fc.integer({ min: 10, max: 28 }).map((day) => `2026-01-${day}T08:30:07`),
    switch: fc.boolean(),
    topics: some(TOPICS),
    companies: some(COMPANIES),
    countries: some(COUNTRIES),
    groups: some(GROUPS),
    lines: numbered((one) => `Line ${one}`),
    authors: numbered((one) => (one % 2 ? `Author ${one}` : `Author ${one} <https://people.example/${one}>`)),
    number: fc.integer({ min: 1, max: 9999 }).map(String),
    text: name === 'client' ? orEmpty(words) : words,
  };
  return (type === 'number' ? undefined : own[name]) ?? byType[type] ?? words;
}

const unitOf = ({ name }: Field) => (name === 'imageAlt' ? 'imageUrl' : name);
/** The API drops the alternative text of a missing image. */
const tidied = (values: Values): Values => (values.imageUrl === '' ? { ...values, imageAlt: '' } : values);
const isFree = ({ isIdentity }: Field) => !isIdentity;

function identityOf(kind: Kind, n: number): Values {
  const own: Record<string, Values> = {
    articles: {},
    sources: { domain: `source-${n}.example` },
    topics: { id: String(50_000 + n) },
    companies: { id: String(50_000 + n) },
    'geo-groups': { slug: `group-${n}` },
    rules: { kind: 'topic', ref: String(FIRST_RULED + n) },
  };
  return own[kind.name] ?? {};
}

const valuesFor = (fields: Field[], n: number): fc.Arbitrary<Values> =>
  fc.record(Object.fromEntries(fields.map((field) => [field.name, arbitraryOf(field, n)])));
const changeOf = (fields: Field[], n: number): fc.Arbitrary<Values> =>
  some([...new Set(fields.map(unitOf))]).chain((units) =>
    valuesFor(
      fields.filter((field) => units.includes(unitOf(field))),
      n,
    ),
  );

const plain = (value: Value = ''): string => JSON.stringify(Array.isArray(value) ? [...value].sort() : value);

const sorted = (values: Values) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]));

/** Returns the expected result of two changes. `asked` contains the conflicting fields. */
function expected(fields: Field[], base: Values, first: Values, later: Values, taken: (unit: string) => boolean) {
  const asked = new Set<string>();
  const result: Values = { ...base };
  for (const [unit, parts] of Map.groupBy(fields, unitOf)) {
    const differ = (a: Values, b: Values) => parts.some(({ name }) => plain(a[name]) !== plain(b[name]));
    const [was, a, b] = [base[unit], first[unit], later[unit]];
    if (Array.isArray(was) && Array.isArray(a) && Array.isArray(b)) {
      const all = [...new Set([...was, ...a, ...b])];
      result[unit] = all.filter((one) => (was.includes(one) ? a.includes(one) && b.includes(one) : true));
      continue;
    }
    const clash = differ(base, first) && differ(base, later) && differ(first, later);
    if (clash) asked.add(unit);
    const from = clash ? (taken(unit) ? first : later) : differ(base, later) ? later : first;
    for (const { name } of parts) result[name] = from[name] ?? '';
  }
  return { asked, result };
}

let run = 0;
const met = { asked: 0, merged: 0 };

test(`concurrent edits lose no field in any collection: ${RUNS} runs`, { timeout: 600_000 }, async () => {
  console.log(`SEED=${seed}`);
  const edits = fc.constantFrom(...kinds).chain((kind) => {
    run += 1;
    const free = kind.fields.filter(isFree);
    return fc.record({
      kind: fc.constant(kind),
      n: fc.constant(run),
      initial: valuesFor(free, run),
      changes: fc.tuple(changeOf(free, run), changeOf(free, run)),
      isAtOnce: fc.boolean(),
      taken: fc.subarray(free.map(unitOf)),
    });
  });
  await fc.assert(
    fc.asyncProperty(edits, async ({ kind, n, initial, changes, isAtOnce, taken }) => {
      const { stored: base } = await page.saveRecord(kind, 'new', tidied({ ...initial, ...identityOf(kind, n) }), null);
      const id = kind.idOf(base.row);
      const start = page.recordValues(kind, base.row);
      const mine = changes.map((change) => tidied({ ...start, ...change })) as [Values, Values];
      const edit = (values: Values) => page.saveRecord(kind, id, values, base);
      const settled = isAtOnce
        ? await Promise.allSettled(mine.map(edit))
        : [(await Promise.allSettled([edit(mine[0])]))[0], (await Promise.allSettled([edit(mine[1])]))[0]];
      const late = settled.findIndex(({ status }) => status === 'rejected');
      const [first, later] = late === 0 ? [mine[1], mine[0]] : mine;
      const free = kind.fields.filter(isFree);
      const { asked, result } = expected(free, start, first, later, (unit) => taken.includes(unit));
      expect(late >= 0, 'one is asked where, and only where, they clash').toBe(asked.size > 0);
      if (late >= 0) {
        const { theirs } = (settled[late] as PromiseRejectedResult).reason as { theirs: Stored };
        expect(sorted(page.recordValues(kind, theirs.row)), 'nothing of the later one is stored').toEqual(
          sorted(first),
        );
        const merged = page.mergeOver(kind, base, later, theirs);
        expect(new Set(merged.clashes.map(({ name }) => name))).toEqual(asked);
        await page.saveRecord(kind, id, page.resolveClash(kind, theirs, merged, new Set(taken)), theirs);
        met.asked += 1;
      } else met.merged += 1;
      const found = page.recordValues(kind, (await page.loadOne(kind, id)).row);
      expect(sorted(found)).toEqual(sorted(tidied(result)));
    }),
    { seed, numRuns: RUNS, endOnFailure: true },
  );
  console.log(`${met.merged} merged, ${met.asked} asked`);
  expect(Math.min(met.merged, met.asked)).toBeGreaterThan(RUNS / 20);
});
