import { fail, failAs } from '../../command/command.ts';
import { NAMES } from './fields.ts';
import type { Thing, Verb } from './things.ts';

/** What the service's description says of a schema, as far as names of fields go. */
interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
}
interface Operation {
  parameters?: { in?: string; name?: string; $ref?: string }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
}
type Paths = Record<string, Record<string, Operation>>;
interface Description {
  paths: Paths;
  components?: Record<string, Record<string, object>>;
}

interface Command {
  verb: Verb;
  given: Record<string, string>;
  /** The text of `--file`. */
  file?: string | undefined;
}

const METHODS: Partial<Record<Verb, string>> = {
  list: 'get',
  deliveries: 'get',
  delete: 'delete',
  discard: 'delete',
  put: 'put',
};
/** Verbs that concern the collection, and not one thing of it. */
const OF_ALL: readonly Verb[] = ['list', 'discard', 'create', 'try'];
/** Verbs whose path ends with them. */
const NAMED: readonly Verb[] = ['deliveries', 'try', 'replay', 'merge', 'rotate', 'sign', 'test', 'restore'];

/** Ends the command where it names a field that the service at `base` does not have, with the nearest one that it has. */
export async function refuseUnknown(base: URL, thing: Thing, { verb, given, file }: Command): Promise<void> {
  if (verb === 'propose') return refuse(Object.keys(given), new Set(['page']));
  if (Object.keys(given).length === 0 && file === undefined) return;
  const answer = await fetch(new URL('/api/v2/openapi.json', base)).catch((): never =>
    failAs('closed', `${base.origin} cannot be reached`),
  );
  // Another version's, or a proxy's, which says nothing of fields.
  if (!answer.ok) return;
  const description = (await answer.json()) as Description;
  const isOfAll =
    file !== undefined ||
    thing.single ||
    thing.namedBy !== undefined ||
    thing.replays !== undefined ||
    OF_ALL.includes(verb);
  const path = [
    `/manage/${(verb === 'list' && thing.listedAt) || thing.collection}`,
    isOfAll ? '' : '(/\\{\\w+\\})+',
    NAMED.includes(verb) ? `/${verb}` : '',
  ].join('');
  const [, methods] = Object.entries(description.paths).find(([at]) => new RegExp(`^${path}$`).test(at)) ?? [];
  const known = namesIn(description, methods?.[METHODS[verb] ?? 'post']);
  if (known.size === 0) return;
  if (file === undefined)
    refuse(
      Object.keys(given).map((name) => NAMES[name] ?? name),
      known,
    );
  else for (const value of valuesOf(file)) refuse(Object.keys(value), known);
}

/** Names of the parameters and of the fields of the body. */
function namesIn(description: Description, operation: Operation = {}): Set<string> {
  const resolved = <T extends { $ref?: string }>(part: T): T => {
    const [, group = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(part.$ref ?? '') ?? [];
    return (description.components?.[group]?.[name] as T | undefined) ?? part;
  };
  const fieldsOf = (given: Schema = {}): string[] => {
    const { properties, items, allOf = [], anyOf = [] } = resolved(given);
    return [
      ...Object.keys(properties ?? {}),
      ...(items ? fieldsOf(items) : []),
      ...[...allOf, ...anyOf].flatMap(fieldsOf),
    ];
  };
  const queries = (operation.parameters ?? [])
    .map(resolved)
    .flatMap((each) => (each.in === 'query' ? (each.name ?? []) : []));
  return new Set([...queries, ...fieldsOf(operation.requestBody?.content?.['application/json']?.schema)]);
}

/** The objects of a JSON array or NDJSON; what is neither is refused by the service, line by line. */
function valuesOf(text: string): object[] {
  try {
    const texts = /^\s*\[/.test(text) ? [text] : text.split('\n').filter((line) => line.trim() !== '');
    return texts.flatMap((each) => JSON.parse(each)).filter((value) => typeof value === 'object' && value !== null);
  } catch {
    return [];
  }
}

function refuse(names: readonly string[], known: ReadonlySet<string>): void {
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  const [nearest] = [...known].map((name) => ({ name, far: distance(unknown, name) })).sort((a, b) => a.far - b.far);
  const isNear = nearest && nearest.far <= Math.max(2, unknown.length / 3);
  fail(
    `there is no field "${unknown}" here; ${isNear ? `did you mean "${nearest.name}"?` : `there are ${[...known].sort().join(', ')}`}`,
  );
}

/** How many characters must be inserted, left out or replaced to make one text of another. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, a] of [...one].entries()) {
    const next = [i + 1];
    for (const [j, b] of [...other].entries())
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (a === b ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
