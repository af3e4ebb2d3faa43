import { Validator } from '@cfworker/json-schema';
import { describeService } from '../../../src/routes.ts';

/** Validates responses against the API description. */

type Node = Record<string, unknown>;
export interface Parameter {
  name: string;
  in: 'query' | 'path';
  required?: boolean;
  schema: Node;
}
export interface Operation {
  method: string;
  path: string;
  description: string;
  tags: string[];
  security: Record<string, unknown>[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Node; example?: unknown }> };
  responses: Record<string, Answer | { $ref: string }>;
}
interface Answer {
  content?: Record<string, { schema: Node; example?: unknown }>;
  headers?: Node;
}

const document = (await describeService()) as unknown as {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  components: { responses: Record<string, Answer>; schemas: Record<string, Node> };
};

export const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
);

/** Closes the schemas, so that undescribed fields are errors. */
function closed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(closed) as T;
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, closed(part)]));
  return (
    'properties' in inner && !('additionalProperties' in inner) ? { ...inner, additionalProperties: false } : inner
  ) as T;
}

const components = closed(document.components);
const validators = new Map<object, Validator>();

export function faultsOf(schema: Node, value: unknown): string[] {
  let validator = validators.get(schema);
  if (!validator) {
    validator = new Validator({ ...closed(schema), components } as never, '2020-12', false);
    validators.set(schema, validator);
  }
  return validator.validate(value).errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

export const schemaAt = (schema: Node): Node =>
  typeof schema.$ref === 'string' ? (document.components.schemas[String(schema.$ref.split('/').at(-1))] ?? {}) : schema;

export function answerOf({ responses }: Operation, status: number): Answer | undefined {
  const answer = responses[status];
  return answer && '$ref' in answer ? document.components.responses[String(answer.$ref.split('/').at(-1))] : answer;
}

export async function undescribed(operation: Operation, response: Response): Promise<string[]> {
  const answer = answerOf(operation, response.status);
  const body = await response.text();
  if (!answer) return [`status ${response.status} is not described: ${body.slice(0, 200)}`];
  if (!answer.content) return body === '' ? [] : [`${response.status} has a body: ${body.slice(0, 200)}`];
  const type = response.headers.get('Content-Type')?.split(';')[0] ?? '';
  const content = answer.content[type];
  if (!content) return [`${response.status} as ${type} is not described`];
  const value: unknown = type.endsWith('json') ? JSON.parse(body) : body;
  const missing = Object.keys(answer.headers ?? {}).filter((name) => name !== 'Link' && !response.headers.has(name));
  return [...faultsOf(content.schema, value), ...missing.map((name) => `the header ${name} is missing`)];
}
