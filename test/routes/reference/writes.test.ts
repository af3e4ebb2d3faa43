import { env } from 'cloudflare:test';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { COUNTRY_NAMES } from '../../../src/content/geography.ts';
import { canonicalUrl } from '../../../src/lib/url.ts';
import { seed } from '../../search/seed.ts';
import { askWith, makeKey } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { arbitraryOf, bentOf } from './arbitrary.ts';
import { faultsOf, type Operation, operations, undescribed } from './described.ts';

/** Number of random writes, which a reference model of each collection repeats. `RUNS=…` sets more. */

const WRITES = Number(env.RUNS) || sized(80, 300);
const ROUND = 40;
/** Number of writes per key, below its rate limit. */
const KEY_LIFE = 300;

type Value = Record<string, unknown>;
type Verb = 'put' | 'lines' | 'delete' | 'dry' | 'restore';
interface Model {
  name: string;
  key: string;
  keys: readonly (string | number)[];
  under?: { path: string; address: string };
  verbs: readonly Verb[];
  /** Returns a body with required fields, without those that other collections change. */
  body?: (given: Value, at: string | number) => Value;
  /** State that the service stores for a body. `told` is the response, from which normalised values are taken. */
  stored: (given: Value, before: Value, told: Value) => Value;
  /** Returns true if the body violates a constraint that the API description states in prose only. */
  isWrong?: (given: Value) => boolean;
  without?: readonly string[];
  shown?: (value: Value) => Value;
  after?: (value: Value) => void;
  back?: (value: Value) => Value;
}

const WRITTEN = ['put', 'put', 'put', 'lines', 'delete', 'dry', 'restore'] as const;
const folded = (text: unknown) =>
  String(text ?? '')
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
const phrases = (given: unknown) => [...new Set(((given as string[] | null | undefined) ?? []).map(folded))];
const bylines = (given: unknown) => {
  const all = ((given as (string | Value)[] | null | undefined) ?? []).map((one) =>
    typeof one === 'string'
      ? { name: folded(one) }
      : { name: folded(one.name), ...(one.url ? { url: canonicalUrl(String(one.url)) } : {}) },
  );
  return all.filter(({ name }, i) => all.findIndex((other) => other.name === name) === i);
};
const isNoPhrase = (text: string) => !/[\p{L}\p{N}&]/u.test(text) || text.includes('*') || text.length > 200;
const KINDS = ['Carrier', 'Broker', 'Service Provider'];

/** Filters as they are sent and as they are returned. The service rejects a filter without `stored`. */
const FILTERS: readonly { given: Value; stored?: Value }[] = [
  { given: {}, stored: {} },
  { given: { searchTerms: ' flood*, storm surge,flood*' }, stored: { searchTerms: 'flood*,storm surge' } },
  {
    given: { includeCountries: 'gb,DE', articleTypes: 'REPORT' },
    stored: { includeCountries: 'GB,DE', articleTypes: 'report' },
  },
  {
    given: { includePaywalled: '0', includeTopics: '12,12,3' },
    stored: { includePaywalled: '0', includeTopics: '12,3' },
  },
  { given: { searchTerms: 'in*' } },
  { given: { includeTopics: '0' } },
  { given: { includeGeoGroups: 'nowhere' } },
  { given: { limit: '5' } },
];
const filterOf = ({ name }: Value) => FILTERS[String(JSON.stringify(name)).length % FILTERS.length] ?? { given: {} };

function namedOf(name: string, given: unknown): Value {
  const field = name === 'geo-groups' ? 'geoGroups' : name;
  const keys = MODELS.find((model) => model.name === name)?.keys ?? [];
  return Array.isArray(given) ? { [field]: given.map((_, i) => keys[(i + given.length) % keys.length]) } : {};
}
const isUnknown = (name: string, given: unknown) =>
  Array.isArray(given) && given.some((one) => !held.get(name)?.has(one));

/** Sources take these feeds and hosts from each other. The first feed is private. */
const FEEDS = ['http://127.0.0.1/feed', ...['one', 'two', 'three'].map((name) => `https://feeds.example/${name}.xml`)];
const HOSTS = ['fuzz-alias.example', 'fuzz-other.example', 'fuzz-two.example'];
const sorted = (list: unknown): string[] => [...new Set((list as string[] | null | undefined) ?? [])].toSorted();
const othersHave = (field: string, one: string, domain: string): boolean =>
  [...(held.get('sources') ?? [])].some(([own, value]) => own !== domain && sorted(value[field]).includes(one));

const MODELS: readonly Model[] = [
  {
    name: 'topics',
    key: 'id',
    keys: [9001, 9002, 9003, 9004],
    verbs: WRITTEN,
    isWrong: (value) => isTaken('topics', value),
    stored: ({ id, name, slug, description, category, excludedFromTrending }) => ({
      ...{ id, name: folded(name), slug, description: folded(description), category },
      excludedFromTrending: excludedFromTrending ?? false,
    }),
  },
  {
    name: 'companies',
    key: 'id',
    keys: [9001, 9002, 9003],
    verbs: WRITTEN,
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
    verbs: WRITTEN,
    stored: ({ slug, name, countries }) => ({
      ...{ slug, name: folded(name) },
      countries: [...new Set((countries as string[] | null | undefined) ?? [])]
        .map((code) => code.toUpperCase())
        .sort(),
    }),
  },
  {
    name: 'sources',
    key: 'domain',
    keys: ['fuzz-one.example', 'fuzz-two.example'],
    verbs: WRITTEN,
    body: (given) => ({
      ...given,
      ...(Array.isArray(given.feeds) ? { feeds: given.feeds.map((_, i, all) => FEEDS[(i + all.length) % 4]) } : {}),
      ...(Array.isArray(given.aliases)
        ? { aliases: given.aliases.map((_, i, all) => HOSTS[(i + all.length) % 3]) }
        : {}),
    }),
    stored: (
      {
        domain,
        name,
        icon,
        iframeable,
        organisationType,
        client,
        publishes,
        aggregator,
        readPages,
        itemIdentity,
        itemRules,
        feeds,
        aliases,
      },
      before,
      told,
    ) => ({
      ...{ domain, name: folded(name), iframeable: iframeable ?? true },
      icon: icon === null || icon === undefined ? null : told.icon,
      organisationType: organisationType ?? null,
      client: folded(client) || null,
      publishes: publishes ? told.publishes : (before.publishes ?? []),
      aggregator: aggregator ?? before.aggregator ?? false,
      readPages: readPages ?? before.readPages ?? false,
      itemIdentity: itemIdentity ?? before.itemIdentity ?? 'link',
      itemRules: itemRules ?? before.itemRules ?? [],
      feeds: sorted(feeds ?? before.feeds),
      aliases: sorted(aliases ?? before.aliases).filter((host) => host !== domain),
    }),
    shown: (value) => ({ ...value, feeds: sorted(value.feeds), aliases: sorted(value.aliases) }),
    // Feeds of other sources and private feeds are rejected.
    isWrong: ({ domain, feeds }) =>
      sorted(feeds).some((url) => url === FEEDS[0] || othersHave('feeds', url, String(domain))),
    // A host belongs to the last source that claimed it.
    after: ({ domain, aliases }) => {
      for (const [own, other] of held.get('sources') ?? [])
        if (own !== domain) other.aliases = sorted(other.aliases).filter((host) => !sorted(aliases).includes(host));
    },
    back: (value) => ({
      ...value,
      feeds: sorted(value.feeds).filter((url) => !othersHave('feeds', url, String(value.domain))),
    }),
  },
  {
    name: 'rules',
    key: 'ref',
    keys: ['GB', 'DE', 'JP'],
    under: { path: '{kind}/', address: 'country/' },
    // A line without words removes a tagging rule.
    verbs: ['put', 'put', 'put', 'delete', 'dry', 'restore'],
    body: (given, at) => ({ ...given, kind: 'country', ref: at }),
    stored: ({ ref, words, exclusions, language }) => ({
      kind: 'country',
      ref,
      words: phrases(words),
      exclusions: phrases(exclusions),
      language: language ?? null,
    }),
    isWrong: ({ words, exclusions }) =>
      phrases(words).length + phrases(exclusions).length === 0 ||
      [...phrases(words), ...phrases(exclusions)].some(isNoPhrase),
  },
  {
    name: 'annotations',
    key: 'date',
    keys: ['2026-01-01', '2026-01-02'],
    verbs: ['put', 'put', 'delete', 'dry'],
    body: ({ scope: _, ref: __, ...given }) => given,
    stored: ({ date, text }) => ({ date, scope: 'site', ref: null, text: folded(text) }),
  },
  {
    name: 'searches',
    key: 'slug',
    keys: ['fuzz-one', 'fuzz-two'],
    verbs: ['put', 'put', 'lines', 'delete', 'dry'],
    // The description allows any text as a filter.
    body: (given) => ({ ...given, ...('filter' in given ? { filter: filterOf(given).given } : {}) }),
    stored: ({ slug, name, filter }) => ({
      ...{ slug, name: folded(name), feed: `/feeds/${slug}/` },
      filter: FILTERS.find(({ given }) => given === filter)?.stored,
    }),
    isWrong: ({ filter }) => FILTERS.some(({ given, stored }) => given === filter && !stored),
  },
  {
    name: 'articles',
    key: 'id',
    keys: [90_001, 90_002, 90_003],
    verbs: WRITTEN,
    body: ({ topics, companies, geoGroups, source: _, byRules: __, ...given }, at) => ({
      ...given,
      url: `https://fuzz-press.example/${at}`,
      ...namedOf('topics', topics),
      ...namedOf('companies', companies),
      ...namedOf('geo-groups', geoGroups),
    }),
    stored: (given, _, told) => {
      const { id, url, title, introduction, publishedAt, contentType, image } = given;
      for (const field of ['topics', 'companies', 'geoGroups'])
        expect(told[field]).toEqual(expect.arrayContaining((given[field] as unknown[] | null | undefined) ?? []));
      for (const code of (given.countries as string[] | null | undefined) ?? [])
        expect(told.countries).toContain(code.toUpperCase());
      const { width, height, alt, url: address } = Object(image) as Value;
      return {
        ...{ id, url, title: folded(title), introduction: folded(introduction), contentType },
        publishedAt: new Date(Math.floor(Date.parse(String(publishedAt)) / 1000) * 1000)
          .toISOString()
          .replace('.000', ''),
        organisationType: given.organisationType ?? null,
        client: folded(given.client) || null,
        paywalled: given.paywalled ?? false,
        registration: given.registration ?? false,
        authors: bylines(given.authors),
        section: folded(given.section) || null,
        keywords: phrases(given.keywords),
        language: typeof given.language === 'string' ? Intl.getCanonicalLocales(given.language)[0] : told.language,
        words: given.words ?? null,
        image:
          image === null || image === undefined
            ? null
            : {
                ...{ width: width ?? null, height: height ?? null, alt: folded(alt) },
                url: canonicalUrl(String(address ?? image)),
              },
        source: { domain: 'fuzz-press.example', name: 'fuzz-press.example', icon: null },
      };
    },
    isWrong: ({ topics, companies, geoGroups }) =>
      isUnknown('topics', topics) || isUnknown('companies', companies) || isUnknown('geo-groups', geoGroups),
    without: [
      'topics',
      'companies',
      'countries',
      'geoGroups',
      'byRules',
      'topicNames',
      'companyNames',
      'modifiedAt',
      'fromPage',
    ],
  },
];

const operationOf = (method: string, path: string): Operation => {
  const found = operations.find((one) => one.method === method && one.path === path);
  if (!found) throw new Error(`${method} ${path} is not described`);
  return found;
};
const schemaOf = ({ requestBody }: Operation) => requestBody?.content['application/json']?.schema ?? {};

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

/** The API description states country codes in prose only. */
const hasUnknownCountry = ({ countries }: Value) =>
  Array.isArray(countries) && countries.some((code) => !COUNTRY_NAMES.has(String(code).toUpperCase()));

const isTaken = (name: string, { slug, ...value }: Value) =>
  name === 'topics' && [...(held.get('topics') ?? [])].some(([id, other]) => other.slug === slug && id !== value.id);

interface Step {
  model: Model;
  verb: Verb;
  at: string | number;
  body: Value;
  lines: Value[];
}

function steps(model: Model): fc.Arbitrary<Step> {
  const one = schemaOf(operationOf('PUT', pathOf(model)));
  const many = model.verbs.includes('lines')
    ? (schemaOf(operationOf('PUT', `/manage/${model.name}`)) as { items?: Value; anyOf?: { items?: Value }[] })
    : {};
  const item: Value = many.items ?? many.anyOf?.find(({ items }) => items)?.items ?? {};
  const put = ({ body = (given) => given }: Model, given: unknown, at: string | number) =>
    given !== null && typeof given === 'object' && !Array.isArray(given) ? body(given as Value, at) : (given as Value);
  const at = fc.constantFrom(...model.keys);
  const body = fc.oneof({ weight: 4, arbitrary: arbitraryOf(one) }, { weight: 1, arbitrary: bentOf(one) });
  const line = fc.tuple(arbitraryOf(item), at).map(([value, own]) => ({ ...put(model, value, own), [model.key]: own }));
  const step = fc.record({
    model: fc.constant(model),
    verb: fc.constantFrom(...model.verbs),
    at,
    body: body as fc.Arbitrary<Value>,
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
  });
  return step.map(({ at, body, ...rest }) => ({ ...rest, at, body: put(model, body, at) }));
}

const pathOf = ({ name, key, under }: Model) => `/manage/${name}/${under?.path ?? ''}{${key}}`;
const addressOf = ({ name, under }: Model, at: string | number) => `/manage/${name}/${under?.address ?? ''}${at}`;
const told = ({ without = [], shown = (value) => value }: Model, data: unknown): Value =>
  shown(Object.fromEntries(Object.entries(data as Value).filter(([name]) => !without.includes(name))));

async function take({ model, verb, at, body, lines }: Step): Promise<void> {
  const [things, deleted] = [held.get(model.name) ?? new Map(), gone.get(model.name) ?? new Map()];
  const [path, address] = [pathOf(model), addressOf(model, at)];
  if (verb === 'put') {
    const operation = operationOf('PUT', path);
    const faults = faultsOf(schemaOf(operation), body);
    const wanted = { ...body, [model.key]: at };
    const isOther = body !== null && body[model.key] !== undefined && body[model.key] !== at;
    const { status, data } = await ask(operation, address, body);
    const why = JSON.stringify({ address, body, faults });
    if (status === 200) {
      expect(told(model, data), why).toEqual(told(model, model.stored(wanted, things.get(at) ?? {}, data)));
      things.set(at, told(model, data));
      deleted.delete(at);
      model.after?.(things.get(at));
    } else
      expect(
        [status, faults.length > 0 || isOther || (model.isWrong?.(wanted) ?? false) || hasUnknownCountry(wanted)],
        why,
      ).toEqual([400, true]);
  } else if (verb === 'lines') {
    const operation = operationOf('PUT', `/manage/${model.name}`);
    const { status, data } = await ask(operation, `/manage/${model.name}`, lines);
    expect(status).toBe(200);
    const refused = new Set((data as { rejected: { line: number }[] }).rejected.map((one) => one.line));
    expect((data as { accepted: number }).accepted + refused.size).toBe(lines.length);
    const taken = lines.filter((_, i) => !refused.has(i + 1));
    const last = taken.filter((line, i) => taken.findLastIndex((one) => one[model.key] === line[model.key]) === i);
    const found = new Map<string | number, Value>();
    for (const line of last) {
      const own = line[model.key] as string | number;
      const { data } = await ask(operationOf('GET', path), addressOf(model, own));
      found.set(own, told(model, data));
      things.set(own, told(model, model.stored(line, things.get(own) ?? {}, data)));
      deleted.delete(own);
      model.after?.(things.get(own));
    }
    for (const [own, value] of found) expect(value, JSON.stringify(lines)).toEqual(things.get(own));
  } else if (verb === 'restore') {
    const { status, data } = await ask(operationOf('POST', `${path}/restore`), `${address}/restore`);
    if (things.has(at)) return expect(status).toBe(409);
    if (!deleted.has(at)) return expect(status).toBe(404);
    if (status === 409) return expect(isTaken(model.name, deleted.get(at))).toBe(true);
    const { back = (value) => value } = model;
    expect([status, told(model, data)]).toEqual([200, told(model, back(deleted.get(at)))]);
    things.set(at, told(model, data));
    deleted.delete(at);
    model.after?.(things.get(at));
  } else {
    const { status } = await ask(operationOf('DELETE', path), `${address}?dryRun=${verb === 'dry'}`);
    expect(status).toBe(things.has(at) ? 200 : 404);
    if (verb === 'dry' || !things.has(at)) return;
    deleted.set(at, things.get(at));
    things.delete(at);
  }
}

async function compare(): Promise<void> {
  for (const model of MODELS) {
    const things = held.get(model.name);
    for (const at of model.keys) {
      const { status, data } = await ask(operationOf('GET', pathOf(model)), addressOf(model, at));
      expect([model.name, at, status, status === 200 ? told(model, data) : undefined]).toEqual([
        ...[model.name, at, things?.has(at) ? 200 : 404],
        things?.get(at),
      ]);
    }
    const list = await ask(operationOf('GET', `/manage/${model.name}`), `/manage/${model.name}?limit=100`);
    const listed = (Object.values(list.data).find(Array.isArray) as Value[] | undefined) ?? [];
    expect(listed.map((one) => one[model.key]).filter((one) => model.keys.includes(one as string))).toEqual(
      expect.arrayContaining([...(things?.keys() ?? [])]),
    );
    expect(listed.filter((one) => model.keys.includes(one[model.key] as string))).toHaveLength(things?.size ?? 0);
  }
}

beforeAll(() => console.log(`SEED=${seed}`));

test('stored resources equal the reference model after random writes', { timeout: 600_000 }, async () => {
  const arbitrary = fc.oneof(...MODELS.map(steps));
  for (let done = 0; done < WRITES; done += ROUND) {
    for (const step of fc.sample(arbitrary, { seed: seed + done, numRuns: ROUND })) await take(step);
    await compare();
  }
  console.log(`${asked} requests; ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`);
  for (const status of [200, 400, 404, 409]) expect(statuses.get(status)).toBeGreaterThan(0);
});
