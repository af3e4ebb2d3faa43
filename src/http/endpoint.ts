import type { Context, Handler, Hono } from 'hono';
import { accepts } from 'hono/accepts';
import * as z from 'zod';
import { describeIssues } from '../lib/faults.ts';
import { type CsvTable, toCsv } from '../lib/formats/csv.ts';
import { success } from '../lib/formats/jsend.ts';
import { router } from './base.ts';
import { readObject } from './body.ts';
import { type CacheableResponse, cachedResponse, etagOf, json } from './cache.ts';
import { limitConcurrency } from './concurrency-limits.ts';
import type { AppEnv } from './env.ts';
import { parameterInvalid } from './errors.ts';
import { isRead } from './method.ts';
import { parseQuery } from './query.ts';

type Example = unknown;

export type Content = { schema: z.ZodType; example?: Example };

export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tag: string;
  security?: readonly string[];
  path?: z.ZodObject;
  query?: z.ZodObject;
  body?: Record<string, Content>;
  answer: { status: number; description: string; content?: Record<string, Content>; headers?: readonly string[] };
  /** Error statuses besides those for access, parameters and body (default: 404 if there is a path parameter). */
  errors?: readonly number[];
  isConditional?: boolean;
  others?: Record<number, { description: string; headers?: readonly string[]; content: Record<string, Content> }>;
}

const described = new WeakMap<object, Operation>();

export function describe<H extends object>(operation: Operation, handler: H): H {
  described.set(handler, operation);
  return handler;
}

export const operationOf = (handler: object): Operation | undefined => described.get(handler);

const EMPTY_SCHEMA = z.object({});
type Nothing = typeof EMPTY_SCHEMA;

interface Request<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType> {
  path?: P | undefined;
  query?: Q | undefined;
  input?: { schema: B; example: Example } | undefined;
  body?: Record<string, Content> | undefined;
  /** Additional check. It runs even if the schema rejects the request, so that all errors are reported at once. */
  check?: ((c: Context<AppEnv>) => Promise<Record<string, string>>) | undefined;
  /** Error texts for parameters that only other operations of the group accept. An empty text allows the parameter. */
  refuses?: Readonly<Record<string, string>> | undefined;
  isCostly?: ((query: z.output<Q>) => boolean) | undefined;
}

type Described = Pick<
  Operation,
  'operationId' | 'summary' | 'description' | 'security' | 'errors' | 'isConditional' | 'others'
>;

interface Given<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType> {
  path: z.output<P>;
  query: z.output<Q>;
  input: z.output<B>;
}

interface Endpoint<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType, D extends z.ZodType>
  extends Described,
    Request<P, Q, B> {
  answer: (c: Context<AppEnv>, given: Given<P, Q, B>) => Promise<z.input<D>>;
  data: D;
  example: Example;
  /** Converts the data to a CSV table, which is served at the sub-path `csv` and for `Accept: text/csv`. */
  csv?: (data: z.input<D>) => CsvTable;
  cacheBy?: (query: z.output<Q>) => object;
}

/** Creates a handler that wraps data in the JSend envelope. The route table sets how long GET responses are cached. */
function endpoint<D extends z.ZodType, P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
  tag: string,
  {
    answer,
    path,
    query,
    input,
    body,
    check,
    refuses,
    isCostly,
    data,
    example,
    csv,
    cacheBy,
    ...operation
  }: Endpoint<P, Q, B, D>,
): Handler<AppEnv> {
  const request = { path, query, input, body, check, refuses };
  const described = (content: Record<string, Content>, changes: Partial<Operation> = {}) => ({
    ...describeRequest(request),
    ...operation,
    tag,
    ...changes,
    answer: { status: 200, description: 'Success', content },
  });
  const answering = (wants: (c: Context) => boolean) => async (c: Context<AppEnv>) => {
    const given = await readRequest(c, request);
    const asTable = csv && wants(c) ? csv : null;
    const make = async () => {
      const data = await answer(c, given);
      return asTable ? { body: toCsv(asTable(data)), headers: { 'Content-Type': CSV } } : json(success(data));
    };
    const parameters = cacheBy ? cacheBy(given.query) : given.query;
    return respond(c, asTable ? { ...parameters, format: 'csv' } : parameters, make, isCostly?.(given.query));
  };
  const handler = describe(described({ 'application/json': enveloped(data, example) }), answering(wantsCsv));
  if (csv) {
    const { operationId, summary } = operation;
    const names = { operationId: `${operationId}Csv`, summary: `${summary} as CSV` };
    tables.set(
      handler,
      describe(
        described({ 'text/csv': { schema: z.string() } }, names),
        answering(() => true),
      ),
    );
  }
  return handler;
}

const tables = new WeakMap<object, Handler<AppEnv>>();

/** Adds a separate `csv` path to each route with a table, because generated clients support one type per path. */
export function withTables(router: Hono<AppEnv>): Hono<AppEnv> {
  for (const { method, path, handler } of [...router.routes]) {
    const table = tables.get(handler);
    if (table) router.on(method, `${path}/csv`, table);
  }
  return router;
}

/** Declares the operations of a group. `refuses` contains errors for parameters that an operation does not accept. */
export function operations(tag: string, to: Hono<AppEnv> = router(), refuses?: Readonly<Record<string, string>>) {
  const adding =
    (method: 'GET' | 'PUT' | 'POST' | 'DELETE') =>
    <
      D extends z.ZodType,
      P extends z.ZodObject = Nothing,
      Q extends z.ZodObject = Nothing,
      B extends z.ZodType = z.ZodUndefined,
    >(
      at: string,
      operation: Endpoint<P, Q, B, D>,
    ) =>
      to.on(method, at, endpoint(tag, { refuses, ...operation }));
  const text = <P extends z.ZodObject = Nothing, Q extends z.ZodObject = Nothing>(
    at: string,
    operation: TextEndpoint<P, Q>,
  ) => to.get(at, textEndpoint(tag, { refuses, ...operation }));
  return { router: to, get: adding('GET'), put: adding('PUT'), post: adding('POST'), delete: adding('DELETE'), text };
}

const CSV = 'text/csv; charset=utf-8; header=present';

const wantsCsv = (c: Context): boolean =>
  accepts(c, { header: 'Accept', supports: ['application/json', 'text/csv'], default: 'application/json' }) ===
  'text/csv';

interface TextEndpoint<P extends z.ZodObject, Q extends z.ZodObject>
  extends Described,
    Omit<Request<P, Q, z.ZodUndefined>, 'input' | 'body'> {
  answer: (c: Context<AppEnv>, given: Given<P, Q, z.ZodUndefined>) => Promise<CacheableResponse>;
  /** Applies `Accept-Language` to the query before caching. */
  settle?: (c: Context<AppEnv>, query: z.output<Q>) => z.output<Q>;
  answers: Record<string, Content>;
  means: string;
  headers?: readonly string[];
}

function textEndpoint<P extends z.ZodObject, Q extends z.ZodObject>(
  tag: string,
  {
    answer,
    settle,
    path,
    query,
    check,
    refuses,
    isCostly,
    answers,
    means,
    headers = [],
    ...operation
  }: TextEndpoint<P, Q>,
): Handler<AppEnv> {
  const request = { path, query, check, refuses };
  return describe(
    {
      ...describeRequest(request),
      ...operation,
      tag,
      answer: { status: 200, description: means, content: answers, headers },
    },
    async (c: Context<AppEnv>) => {
      const parsedRequest = await readRequest(c, request);
      const given = settle ? { ...parsedRequest, query: settle(c, parsedRequest.query) } : parsedRequest;
      c.set('settledQuery', given.query);
      const response = await respond(c, given.query, () => answer(c, given), isCostly?.(given.query));
      if (given.query !== parsedRequest.query) response.headers.append('Vary', 'Accept-Language');
      return response;
    },
  );
}

async function respond(
  c: Context<AppEnv>,
  parameters: object,
  make: () => Promise<CacheableResponse>,
  isCostly = false,
) {
  if (c.var.cacheSeconds) return cachedResponse(c, parameters, make, isCostly);
  const { body, headers } = await (isCostly ? limitConcurrency(c, true, make) : make());
  return c.body(body, 200, isRead(c) ? { ...headers, ETag: await etagOf(body) } : headers);
}

export const enveloped = (data: z.ZodType, example: Example): Content => ({
  schema: z.object({
    status: z.literal('success'),
    data,
    code: z.literal(200).meta({ override: { type: 'integer' } }),
  }),
  example: { status: 'success', data: example, code: 200 },
});

type AnyRequest = Request<z.ZodObject, z.ZodObject, z.ZodType>;

function describeRequest({ path, query, input, body }: AnyRequest): Partial<Operation> {
  const taken = input ? { 'application/json': input } : body;
  return { ...(path ? { path, errors: [404] } : {}), ...(query ? { query } : {}), ...(taken ? { body: taken } : {}) };
}

async function readRequest<P extends z.ZodObject, Q extends z.ZodObject, B extends z.ZodType>(
  c: Context<AppEnv>,
  { path, query, input, check, refuses = {} }: Request<P, Q, B>,
): Promise<Given<P, Q, B>> {
  const queried = parseQuery(c, query ?? EMPTY_SCHEMA);
  const found = z.safeParse(path ?? EMPTY_SCHEMA, c.req.param());
  const unknown = Object.entries(refuses).filter(
    ([name, fault]) => fault && c.req.query(name)?.trim() && !(name in (query?.shape ?? {})),
  );
  const wrong = {
    ...Object.fromEntries(unknown),
    ...(await check?.(c)),
    ...(queried.success ? {} : describeIssues(queried.error)),
    ...(found.success ? {} : describeIssues(found.error)),
  };
  if (Object.keys(wrong).length > 0) throw parameterInvalid(wrong);
  return {
    query: queried.data as z.output<Q>,
    path: found.data as z.output<P>,
    input: (input ? await readObject(c, input.schema) : undefined) as z.output<B>,
  };
}
