import fc from 'fast-check';
import { NAUGHTY } from '../../http/naughty-strings.ts';
import { type Operation, type Parameter, schemaAt } from './described.ts';
import { ARTICLES, TOPICS } from './newsroom.ts';

/** Generates valid and invalid requests from the API description. */

export type KeyChoice = 'right' | 'none' | 'wrong' | 'otherKind' | 'bound';

export interface Question {
  key: KeyChoice;
  place: 'query' | 'header' | 'bearer';
  path: string;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: string | undefined;
}

type Schema = Record<string, unknown> & {
  type?: string | string[];
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
};

const KNOWN_IDS = [...TOPICS, ...ARTICLES, 3];
const KNOWN_WORDS = ['GB', 'cyber', 'europe', 'https://ledger.example/2001', 'news.example', 'Broker', '2026-01-30'];
const MOMENT_MS = 20 * 86_400_000;

const known = fc.constantFrom(...KNOWN_WORDS);
const naughty = fc.constantFrom(...NAUGHTY).map((text) => text.toWellFormed());
const anything = fc.oneof(naughty, fc.string({ unit: 'binary' }), fc.string(), fc.integer().map(String), known);
const nearNow = fc.integer({ min: -MOMENT_MS, max: 3_600_000 }).map((ms) => new Date(Date.now() + ms).toISOString());

const TYPES: Record<string, (schema: Schema) => fc.Arbitrary<unknown>> = {
  null: () => fc.constant(null),
  boolean: () => fc.boolean(),
  integer: ({ minimum = -5, maximum = Number.MAX_SAFE_INTEGER }) => {
    const [min, max] = [Number(minimum), Number(maximum)];
    const ids = KNOWN_IDS.filter((id) => id >= min && id <= max);
    const any = fc.oneof(fc.integer({ min, max: Math.min(max, min + 100) }), fc.integer({ min, max }));
    return ids.length > 0 ? fc.oneof(fc.constantFrom(...ids), any) : any;
  },
  string: ({ format, pattern }) => {
    if (format === 'date-time') return nearNow;
    if (format === 'date') return nearNow.map((text) => text.slice(0, 10));
    if (typeof pattern === 'string') return likeKnown(new RegExp(pattern));
    return fc.oneof({ weight: 3, arbitrary: known }, { weight: 1, arbitrary: anything });
  },
  array: ({ items = {} }) => fc.array(arbitraryOf(items), { maxLength: 4 }),
  object: ({ properties = {}, required = [] }) =>
    fc.record(Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, arbitraryOf(inner)])), {
      requiredKeys: required,
    }),
};

/** Prefers words that occur in the newsroom, so that queries return results. */
function likeKnown(shape: RegExp): fc.Arbitrary<string> {
  const words = KNOWN_WORDS.filter((word) => shape.test(word));
  const any = fc.stringMatching(shape);
  return words.length > 0
    ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: any })
    : any;
}

/** Generates values that match a schema. They need not follow the rules that the description states in prose. */
export function arbitraryOf(given: Schema): fc.Arbitrary<unknown> {
  const schema = schemaAt(given) as Schema;
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(arbitraryOf));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const [type, ...more] = [schema.type ?? []].flat();
  if (!type) return fc.jsonValue();
  return fc.oneof(...[type, ...more].map((one) => TYPES[one]?.(schema) ?? fc.jsonValue()));
}

const WRONG = [
  '0',
  '-1',
  '51',
  '1.5',
  '1e3',
  '47abc',
  '9007199254740992',
  'yes',
  '2',
  'week',
  '7d',
  ',,',
  ' 47 ',
  '1,0',
];

function valuesOf({ in: place, schema }: Parameter, among: number): fc.Arbitrary<string[]> {
  const right = arbitraryOf(schema).map(String);
  const wrong = fc.oneof(fc.constantFrom(...WRONG), anything);
  const one = fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: wrong });
  if (place === 'path') return one.map((value) => [value]);
  return fc.oneof(
    // A single invalid value makes the request fail, so operations with many parameters get few invalid values.
    { weight: Math.max(4, 2 * among), arbitrary: fc.constant<string[]>([]) },
    { weight: 6, arbitrary: one.map((value) => [value]) },
    { weight: 1, arbitrary: fc.array(one, { minLength: 2, maxLength: 2 }) },
  );
}

export const bentOf = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.tuple(arbitraryOf(schema), fc.jsonValue(), fc.nat()).map(([value, wrong, place]) => {
    const names = Object.keys(Object(value));
    const name = names[place % Math.max(1, names.length)];
    return name === undefined ? wrong : { ...(value as object), [name]: wrong };
  });

function bodyOf(operation: Operation): fc.Arbitrary<string | undefined> {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  if (!content) return fc.constant(undefined);
  const right = arbitraryOf(content.schema);
  const example = fc.constant(content.example);
  const bent = fc
    .tuple(fc.oneof(right, example), anything, fc.jsonValue())
    .map(([value, name, wrong]) => (Array.isArray(value) ? [...value, { ...value[0], [name]: wrong }, wrong] : wrong));
  const json = fc.oneof({ weight: 4, arbitrary: fc.oneof(right, example) }, { weight: 2, arbitrary: bent });
  const text = json.map((value) => JSON.stringify(value));
  const lines = json.map((value) =>
    [value]
      .flat()
      .map((line) => JSON.stringify(line))
      .join('\n'),
  );
  return fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 2, arbitrary: lines },
    { weight: 1, arbitrary: text.map((whole) => whole.slice(0, whole.length / 2)) },
    { weight: 1, arbitrary: anything },
  );
}

const rarely = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const headers = fc
  .tuple(
    rarely(fc.constant(['If-None-Match', '*'])),
    rarely(fc.constant(['Origin', 'https://elsewhere.example'])),
    rarely(fc.constant(['Accept', 'text/html'])),
  )
  .map((all): Record<string, string> => Object.fromEntries(all.filter((entry) => entry !== undefined)));

const key = fc.oneof(
  { weight: 12, arbitrary: fc.constant<KeyChoice>('right') },
  { weight: 1, arbitrary: fc.constantFrom<KeyChoice>('none', 'wrong', 'otherKind', 'bound') },
);

export function questions(operation: Operation): fc.Arbitrary<Question> {
  const { parameters = [] } = operation;
  return fc
    .record({
      key,
      place: fc.constantFrom('query', 'header', 'bearer'),
      values: fc.tuple(...parameters.map((parameter) => valuesOf(parameter, parameters.length))),
      strange: rarely(fc.tuple(anything, anything)),
      slash: fc.boolean(),
      headers,
      body: bodyOf(operation),
    })
    .map(({ values, strange, slash, ...rest }) => {
      let path = operation.path.replace(/\/$/, '') + (slash ? '/' : '');
      const query: [string, string][] = strange ? [strange] : [];
      for (const [i, { name, in: place }] of parameters.entries()) {
        const given = values[i] ?? [];
        if (place === 'path') path = path.replace(`{${name}}`, segment(given[0] ?? ''));
        else query.push(...given.map((value): [string, string] => [name, value]));
      }
      return { ...rest, path, query };
    });
}

/** Encodes a path segment that is neither empty nor removed by URL normalization. */
const segment = (text: string) => (/^\.{0,2}$/.test(text) ? 'x' : encodeURIComponent(text.toWellFormed()));
