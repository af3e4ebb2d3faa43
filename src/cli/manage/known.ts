import { fail, failAs } from '../../command/command.ts';
import { type Act, requestOf, type Thing } from './act.ts';
import { NAMES } from './fields.ts';

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

/** Ends the command where it names a field that the service at `base` does not have, with the nearest one that it has. */
export async function refuseUnknown(base: URL, thing: Thing, { verb, given, file }: Omit<Act, 'refs'>): Promise<void> {
  if (verb === 'propose') return refuse(Object.keys(given), new Set(['page']));
  if (Object.keys(given).length === 0 && file === undefined) return;
  const description = await descriptionAt(base);
  const { method, path } = requestOf(thing, { verb, file }, () => '(/\\{\\w+\\})+');
  const known = namesAt(description, `/manage/${path}`, method.toLowerCase());
  if (file === undefined)
    refuse(
      Object.keys(given).map((name) => NAMES[name] ?? name),
      known,
    );
  else for (const value of valuesOf(file)) refuse(Object.keys(value), known);
}

/** Ends the command where a value has a field that its collection does not have. */
export type Check = (collection: string, value: unknown, line: number) => void;

/** The check by what the service at `base` takes in an import. */
export async function importCheck(base: URL): Promise<Check> {
  const description = await descriptionAt(base);
  const fields = new Map<string, Set<string>>();
  return (collection, value, line) => {
    if (typeof value !== 'object' || value === null) return;
    const path = `/manage/${collection}`;
    const known = fields.get(collection) ?? namesAt(description, path, collection === 'clicks' ? 'post' : 'put');
    // A day and a note are stored by their address.
    if (known.size === 0)
      for (const name of namesAt(description, `${path}(/\\{\\w+\\})+`, 'put', 'path')) known.add(name);
    fields.set(collection, known);
    refuse(Object.keys(value), known, `line ${line}: `);
  };
}

/** Empty for another version's, or a proxy's, which says nothing of fields. */
async function descriptionAt(base: URL): Promise<Description> {
  const answer = await fetch(new URL('/api/v2/openapi.json', base)).catch((): never =>
    failAs('closed', `${base.origin} cannot be reached`),
  );
  return answer.ok ? ((await answer.json()) as Description) : { paths: {} };
}

/** Names of what the operations at a path take; `path`: a regular expression, `place`: where parameters stand that count. */
function namesAt(description: Description, path: string, method: string, place = 'query'): Set<string> {
  const paths = Object.entries(description.paths).filter(([at]) => new RegExp(`^${path}$`).test(at));
  return new Set(paths.flatMap(([, methods]) => [...namesIn(description, methods[method], place)]));
}

/** Names of the parameters and of the fields of the body. */
function namesIn(description: Description, operation: Operation = {}, place = 'query'): Set<string> {
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
  const named = (operation.parameters ?? [])
    .map(resolved)
    .flatMap((each) => (each.in === place ? (each.name ?? []) : []));
  return new Set([...named, ...fieldsOf(operation.requestBody?.content?.['application/json']?.schema)]);
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

function refuse(names: readonly string[], known: ReadonlySet<string>, where = ''): void {
  if (known.size === 0) return;
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  const [nearest] = [...known].map((name) => ({ name, far: distance(unknown, name) })).sort((a, b) => a.far - b.far);
  const isNear = nearest && nearest.far <= Math.max(2, unknown.length / 3);
  fail(
    `${where}there is no field "${unknown}" here; ${isNear ? `did you mean "${nearest.name}"?` : `there are ${[...known].sort().join(', ')}`}`,
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
