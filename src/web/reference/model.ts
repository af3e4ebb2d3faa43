/** Parts of an OpenAPI document that the API reference shows. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  items?: Schema;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
  description?: string;
}

export interface Parameter {
  name: string;
  in: 'query' | 'path';
  required?: boolean;
  description?: string;
  schema: Schema;
}

export type MediaContent = Record<string, { schema: Schema; example?: unknown }>;

export interface Response {
  description: string;
  content?: MediaContent;
}

export interface EndpointOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: MediaContent };
  responses: Record<string, Response | { $ref: string }>;
}

export interface Model {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, EndpointOperation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, { type: string; in?: string; name?: string; scheme?: string; description: string }>;
  };
}

export interface Endpoint extends Omit<EndpointOperation, 'responses'> {
  path: string;
  method: string;
  responses: Record<string, Response>;
}

export const METHOD_LOOKS: Record<string, string> = { GET: 'data-1', PUT: 'data-2', POST: 'good', DELETE: 'bad' };

export const endpoints = ({ paths, components }: Model, tag: string): Endpoint[] =>
  Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        path,
        method: method.toUpperCase(),
        responses: resolved(operation.responses, components.responses),
      })),
    )
    .filter(({ tags }) => tags.includes(tag));

const resolved = (
  responses: EndpointOperation['responses'],
  named: Record<string, Response>,
): Record<string, Response> =>
  Object.fromEntries(
    Object.entries(responses).flatMap(([status, response]) => {
      const found = '$ref' in response ? named[response.$ref.split('/').at(-1) ?? ''] : response;
      return found ? [[status, found]] : [];
    }),
  );

export interface Group {
  slug: string;
  title: string;
  description: string;
  endpoints: Endpoint[];
}

/** Pages of management operations, by the second segment of their paths. The last page has all other operations. */
const MANAGEMENT_PARTS = [
  {
    slug: 'content',
    description: 'Articles, topics, companies, sources and regions: added, changed, deleted',
    paths: 'articles topics companies sources feeds geo-groups sites',
  },
  { slug: 'tagging', description: 'Rules that tag articles by their words', paths: 'rules doubts retag' },
  { slug: 'desk', description: 'The recommended articles of each day', paths: 'recommended candidates preview' },
  { slug: 'access', description: 'Keys, people, sessions and shared views', paths: 'keys people shares sessions' },
  { slug: 'operations', description: 'Status, history, imports of clicks, dead letters', paths: '' },
];

const MANAGEMENT = 'Management';

export function endpointGroupsOf(model: Model): Group[] {
  return model.tags
    .flatMap(({ name, description }): Group[] => {
      const found = endpoints(model, name);
      if (name !== MANAGEMENT) {
        const slug = name.toLowerCase();
        const tables = found.filter(({ path }) => path.endsWith('/csv/'));
        return [
          { slug, title: name, description, endpoints: found.filter((endpoint) => !tables.includes(endpoint)) },
          {
            slug: `${slug}-csv`,
            title: `${name} as CSV`,
            description: 'The same responses as tables',
            endpoints: tables,
          },
        ];
      }
      return MANAGEMENT_PARTS.map(({ slug, description }) => ({
        slug,
        title: slug.charAt(0).toUpperCase() + slug.slice(1),
        description,
        endpoints: found.filter((endpoint) => partOf(endpoint) === slug),
      }));
    })
    .filter((group) => group.endpoints.length > 0);
}

const partOf = ({ path }: Endpoint): string => {
  const { 2: segment = '' } = path.split('/');
  return MANAGEMENT_PARTS.find(({ paths }) => paths.split(' ').includes(segment))?.slug ?? 'operations';
};
