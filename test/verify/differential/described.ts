/** Generates requests from the OpenAPI description: every GET operation, every parameter, pairs and triples. */
import { createRandom } from '../../../src/demo/random.ts';

interface Schema {
  enum?: unknown[];
  type?: string | string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  anyOf?: Schema[];
}

interface Parameter {
  name: string;
  in: 'query' | 'path' | 'header';
  schema: Schema;
}

export interface Description {
  paths: Record<string, Record<string, { parameters?: Parameter[] }>>;
}

/** Values that match the newsroom, and formats that the schema only describes in prose. */
const KNOWN: Record<string, string[]> = {
  searchTerms: ['claims', 'claims,cyber', '"flood risk"', 'insur*', 'US', '-cyber', 'naïve 東京', 'C++'],
  excludeTerms: ['cyber', 'flood,"climate risk"'],
  includeCountries: ['GB', 'gb,US', 'XX'],
  excludeCountries: ['GB', 'DE,FR'],
  additionalSources: ['example.com/news', 'https://www.example.com'],
  includeLanguages: ['en', 'de,fr'],
  accent: ['#336699', '336699'],
  cursor: ['nonsense'],
  date: ['2020-01-01', 'yesterday'],
  period: ['7d', '24h', '30d', 'never'],
  search: ['cyber', 'a'],
  title: ['Today', '<b>'],
};
const KINDS: [part: RegExp, values: string[]][] = [
  [/topic/i, ['1', '47', '99999', '1,2']],
  [/compan/i, ['1', '2,3', '99999']],
  [/(^id|Id)$/, ['1', '999999']],
  [/^(from|to|since|until)$/, ['2020-01-01', '2026-13-01']],
];
const WRONG = ['x', ''];
const MAX_ENUM_VALUES = 5;
const SEED = 1;

const WRONG_PART = 0.08;

const valuesOf = ({ name, schema }: Parameter): string[] =>
  KNOWN[name] ?? KINDS.find(([part]) => part.test(name))?.[1] ?? bySchema(schema);

function bySchema(schema: Schema): string[] {
  const { enum: allowed, minimum, maximum, items, anyOf, type, format } = schema;
  if (allowed) return allowed.slice(0, MAX_ENUM_VALUES).map(String);
  if (anyOf) return anyOf.flatMap(bySchema);
  if (items) {
    const inner = bySchema(items);
    return [inner[0] ?? '1', inner.slice(0, 3).join()];
  }
  if (minimum !== undefined && maximum !== undefined)
    return [minimum, Math.min(maximum, minimum + 2), maximum, maximum + 1].map(String);
  if (format === 'date') return ['2020-01-01', '2026-13-01'];
  return type === 'boolean' ? ['true', 'false', '1'] : ['1', 'a'];
}

export interface DescribedRequest {
  path: string;
  operation: string;
}

/**
 * Returns `count` different requests. They depend only on the description. `ids` contains values for parameters in
 * paths.
 */
export function describedRequests(
  { paths }: Description,
  count: number,
  isWanted: (operation: string) => boolean,
  ids: (operation: string) => string[],
): DescribedRequest[] {
  const random = createRandom(SEED);
  const pick = <T>(from: readonly T[]): T => random.pick(from);
  const valueFor = (parameter: Parameter) => pick(random.chance(WRONG_PART) ? WRONG : valuesOf(parameter));
  const operations = Object.entries(paths).flatMap(([path, { get }]) =>
    get && isWanted(path) ? [{ path, parameters: get.parameters ?? [] }] : [],
  );
  const found = new Map<string, DescribedRequest>();
  const add = (operation: string, given: [name: string, value: string][]) => {
    const filled = operation.replace(/\{(\w+)\}/g, () => encodeURIComponent(pick(ids(operation))));
    const query = new URLSearchParams(given).toString();
    const path = query ? `${filled}?${query}` : filled;
    if (found.size < count) found.set(path, { path, operation });
  };
  for (const { path, parameters } of operations) {
    add(path, []);
    for (const parameter of parameters.filter((each) => each.in === 'query'))
      add(path, [[parameter.name, valueFor(parameter)]]);
  }
  for (let tries = 0; found.size < count && tries < 20 * count; tries++) {
    const { path, parameters } = pick(operations);
    const queried = parameters.filter((each) => each.in === 'query');
    if (queried.length === 0) continue;
    const chosen = new Set([pick(queried), pick(queried), pick(queried)]);
    add(
      path,
      [...chosen].map((parameter) => [parameter.name, valueFor(parameter)]),
    );
  }
  return [...found.values()];
}
