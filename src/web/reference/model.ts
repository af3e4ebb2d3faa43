/** What the page reads of the description. */

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

export type Content = Record<string, { schema: Schema; example?: unknown }>;

export interface Response {
  description: string;
  content?: Content;
}

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Response | { $ref: string }>;
}

export interface Model {
  info: { title: string; version: string; description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    securitySchemes: Record<string, { type: string; in?: string; name?: string; scheme?: string; description: string }>;
  };
}

export interface Endpoint extends Omit<Operation, 'responses'> {
  path: string;
  method: string;
  responses: Record<string, Response>;
}

/** Classes of the colours that methods have. */
export const METHOD_LOOKS: Record<string, string> = { GET: 'data-1', PUT: 'data-2', POST: 'good', DELETE: 'bad' };

/** The operations of a tag, in the order of the description. */
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

const resolved = (responses: Operation['responses'], named: Record<string, Response>): Record<string, Response> =>
  Object.fromEntries(
    Object.entries(responses).flatMap(([status, response]) => {
      const found = '$ref' in response ? named[response.$ref.split('/').at(-1) ?? ''] : response;
      return found ? [[status, found]] : [];
    }),
  );
