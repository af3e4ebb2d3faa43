import type { Hono } from 'hono';
import { createSchema } from 'zod-openapi';
import { operationOf } from '../../http/endpoint.ts';
import type { AppEnv } from '../../http/env.ts';
import { tidy } from '../reference/tidy.ts';
import { QUESTIONS } from './questions.ts';

/** A JSON Schema of an object with one property for each argument. */
export interface ArgumentsSchema {
  type: 'object';
  properties: Record<string, object>;
  required: string[];
  additionalProperties: false;
  [keyword: string]: unknown;
}

/** A read of the API as a tool. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  inputSchema: ArgumentsSchema;
  /** Path of the read, with `:id` where an argument belongs. */
  path: string;
}

/** The tools of a service, with the schemas by which the API itself validates its parameters. */
export function toolsOf(app: Hono<AppEnv>): Tool[] {
  const reads = new Map(
    app.routes.flatMap(({ path, handler }) => {
      const operation = operationOf(handler);
      return operation ? [[operation.operationId, { path, operation }] as const] : [];
    }),
  );
  return QUESTIONS.map(({ name, operationId, description, without = [] }) => {
    const read = reads.get(operationId);
    if (!read) throw new Error(`the tool ${name} asks ${operationId}, which the service does not have`);
    const { path, query, summary, description: more } = read.operation;
    const parts = [path, query].flatMap((schema) => (schema ? [argumentsOf(schema)] : []));
    const properties = Object.fromEntries(
      parts
        .flatMap((part) => Object.entries(part.properties ?? {}))
        .filter(([argument]) => !without.includes(argument)),
    );
    return {
      name,
      title: summary,
      description: [`${summary}.`, more, description].filter(Boolean).join(' '),
      inputSchema: {
        type: 'object',
        properties,
        required: parts.flatMap(({ required = [] }) => required).filter((argument) => argument in properties),
        additionalProperties: false,
      },
      path: read.path,
    };
  });
}

interface Described {
  properties?: Record<string, object>;
  required?: string[];
}

const argumentsOf = (schema: Parameters<typeof createSchema>[0]): Described =>
  tidy(createSchema(schema, { io: 'input' }).schema) as Described;

type Argument = string | number | boolean | readonly (string | number)[];

/** Path and query of the read that a call of a tool asks for; lists are joined by commas. */
export function addressOf({ path, inputSchema }: Tool, given: Record<string, unknown>): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || !(name in inputSchema.properties)) continue;
    const text = textOf(value as Argument);
    if (path.includes(`:${name}`)) filled = filled.replace(`:${name}`, encodeURIComponent(text));
    else query.set(name, text);
  }
  return query.size > 0 ? `${filled}?${query}` : filled;
}

const textOf = (value: Argument): string => (Array.isArray(value) ? value.join(',') : String(value));
