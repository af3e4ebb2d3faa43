import type {
  ApiDescription,
  CommandField,
  CommandFields,
  DescribedOperation,
} from '../../src/cli/manage/resource-commands.ts';
import { COLLECTIONS } from '../../src/collections/all-collections.ts';
import { describeService } from '../../src/routes.ts';

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
}
interface Parameter {
  $ref?: string;
  in?: string;
  name?: string;
  description?: string;
  schema?: Schema;
}
interface Operation {
  operationId: string;
  summary?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
  responses: Record<string, { content?: Record<string, object> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>>;
}

const JSON_TYPE = 'application/json';

export async function describeCommands(): Promise<ApiDescription> {
  const { paths, components } = (await describeService()) as unknown as Document;

  const resolved = <T extends { $ref?: string }>(part: T): T => {
    const [, group = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec(part.$ref ?? '') ?? [];
    return (components[group]?.[name] as T | undefined) ?? part;
  };
  const variantsOf = (given: Schema): Schema[] => {
    const schema = resolved(given);
    return [schema, ...[...(schema.allOf ?? []), ...(schema.anyOf ?? [])].flatMap(variantsOf)];
  };
  const typesOf = (schema: Schema) => new Set(variantsOf(schema).flatMap(({ type = [] }) => type));
  const fieldOf = (schema: Schema, description = resolved(schema).description ?? ''): CommandField => {
    const types = typesOf(schema);
    const isNullable = types.delete('null');
    const [type = 'json'] = types.size === 1 ? types : [];
    const items = variantsOf(schema).flatMap((variant) => variant.items ?? []);
    if (types.has('array'))
      return [items.every((item) => !typesOf(item).has('integer')) ? 'texts' : 'values', description];
    if (type === 'string') return [isNullable ? 'clearable' : 'text', description];
    return [type === 'boolean' ? 'flag' : 'json', description];
  };
  const propertiesOf = (schema: Schema): CommandFields =>
    Object.assign(
      {},
      ...variantsOf(schema).flatMap(({ properties = {}, items }) => [
        Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, fieldOf(property)])),
        ...(items ? [propertiesOf(items)] : []),
      ]),
    );

  const describe = ({ summary = '', parameters = [], requestBody }: Operation): DescribedOperation => {
    const query = parameters.map(resolved).filter((each) => each.in === 'query');
    const schema = requestBody?.content[JSON_TYPE]?.schema;
    return {
      summary,
      query: Object.fromEntries(
        query.map(({ name = '', schema = {}, description }) => [name, fieldOf(schema, description)]),
      ),
      ...(schema ? { body: propertiesOf(schema) } : {}),
      ...(schema && resolved(schema).type === 'array' ? { takesMany: true } : {}),
    };
  };
  const isManaged = ([path, operation]: [string, Operation]) =>
    path.includes('/manage/') &&
    operation.responses['200']?.content?.[JSON_TYPE] &&
    !operation.requestBody?.content['application/xml'];
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
  return {
    operations: Object.fromEntries(
      operations.filter(isManaged).map(([at, operation]) => [at.replace('/manage/', ''), describe(operation)]),
    ),
    printed: Object.fromEntries(COLLECTIONS.map(({ name, printed }) => [name, printed])),
  };
}

type Resources = Record<string, Record<string, string>>;

const camel = (words: string) => words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Maps the client's method names to operations (`GET /path`) by resource, for readers and for `/manage`. */
export async function describeResources(): Promise<{ read: Resources; manage: Resources }> {
  const { paths } = (await describeService()) as unknown as Document;
  const found = { read: {} as Resources, manage: {} as Resources };
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId, tags = [] }] of Object.entries(methods)) {
      const at = `${method.toUpperCase()} ${path}`;
      const isManaged = path.startsWith('/manage/');
      if (!isManaged && !/^\/(api\/v2|feeds)\/(?!openapi)/.test(path)) continue;
      const [group, name] = isManaged ? managed(at, paths) : read(operationId, tags[0] ?? '');
      const resources = found[isManaged ? 'manage' : 'read'];
      const resource = resources[group] ?? {};
      // Two paths may have the same name: the daily note of the site, and that of a subject in the path (`…Of`).
      resources[group] = { ...resource, [name in resource ? `${name}Of` : name]: at };
    }
  return found;
}

function read(operationId: string, tag: string): [group: string, name: string] {
  const group = tag.toLowerCase();
  const name = operationId.replace(/^get(.)/, (_, first: string) => first.toLowerCase());
  return [group, name === group ? 'list' : name];
}

const METHODS: Record<string, [ofAll: string, ofOne: string]> = {
  GET: ['get', 'get'],
  PUT: ['putAll', 'put'],
  POST: ['create', 'create'],
  DELETE: ['clear', 'delete'],
};

function managed(at: string, paths: object): [group: string, name: string] {
  const [method = '', path = ''] = at.split(' ');
  const [resource = '', ...rest] = path.slice('/manage/'.length).split('/');
  const group = camel(resource);
  const end = rest.filter((part) => !part.startsWith('{')).join('-');
  if (end) return [group, camel(end)];
  const hasOne = Object.keys(paths).some((other) => other.startsWith(`${path}/{`));
  if (method === 'GET' && rest.length === 0 && hasOne) return [group, 'list'];
  return [group, METHODS[method]?.[rest.length > 0 ? 1 : 0] ?? method.toLowerCase()];
}
