import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import { clientFailureOf } from './failure.ts';
import { type RetryOptions, retrying } from './retry.ts';

export interface ClientOptions extends RetryOptions {
  /** URL of the service, such as `https://news.example`. */
  baseUrl: string;
  /** Secret or publishable key, or an operator key for `newsgauge-client/manage`. It is sent as `Authorization`. */
  apiKey: string;
  /** Function that is called instead of the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

export interface CallOptions {
  /** Signal that aborts the call and its retries. */
  signal?: AbortSignal;
  /** Additional request headers, such as `If-Match` with an ETag. */
  headers?: Record<string, string>;
}

/** Operations such as `GET /path`, keyed by resource and method name. */
type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

type Operation<Paths, At> = At extends `${infer Method} ${infer Path}`
  ? Path extends keyof Paths
    ? Lowercase<Method> extends keyof Paths[Path]
      ? Paths[Path][Lowercase<Method>]
      : never
    : never
  : never;

type Part<O, Name extends string> = O extends { parameters: { [K in Name]?: infer Given } }
  ? [Given] extends [never | undefined]
    ? unknown
    : Given
  : unknown;
type Body<O> = O extends { requestBody: { content: infer Content } }
  ? { body: Content[keyof Content] }
  : O extends { requestBody?: { content: infer Content } }
    ? { body?: Content[keyof Content] }
    : unknown;
type Given<O> = Part<O, 'path'> & Omit<NonNullable<Part<O, 'query'>>, 'apiKey'> & Body<O>;

type Content<Response> = Response extends { content: infer Kinds }
  ? 'application/json' extends keyof Kinds
    ? Kinds['application/json']
    : 'application/feed+json' extends keyof Kinds
      ? Kinds['application/feed+json']
      : Kinds[keyof Kinds]
  : undefined;
type Success<O> = O extends { responses: infer R } ? Content<R[Extract<keyof R, 200 | 201 | 202 | 204>]> : never;
type ResponseData<O> = Success<O> extends { data: infer Data } ? Data : Success<O>;

type ItemIn<Lists> = Lists extends { items: (infer Item)[] }
  ? Item
  : { [K in keyof Lists]: Lists[K] extends (infer Item)[] ? Item : never }[keyof Lists];
/** Promise of the response data. For lists, it is also an iterator over the items of all pages. */
type Call<O> = Promise<ResponseData<O>> &
  (ResponseData<O> extends { next: unknown } | { next_url?: unknown }
    ? AsyncIterable<ItemIn<ResponseData<O>>>
    : unknown);

type Method<O> =
  Record<never, never> extends Given<O>
    ? (given?: Given<O>, options?: CallOptions) => Call<O>
    : (given: Given<O>, options?: CallOptions) => Call<O>;

export type Resources<Paths, Operations> = {
  readonly [R in keyof Operations]: {
    readonly [Name in keyof Operations[R]]: Method<Operation<Paths, Operations[R][Name]>>;
  };
};

export type Typed<Paths extends object> = FetchClient<Paths, 'application/json' | 'application/feed+json'>;

/** List values are joined with commas, because the API rejects repeated parameters. */
const querySerializer = { array: { style: 'form', explode: false } } as const;

export function createResources<Paths extends object, Operations extends Table>(
  table: Operations,
  { baseUrl, apiKey, fetch = globalThis.fetch, ...patience }: ClientOptions,
): Typed<Paths> & Resources<Paths, Operations> {
  const client = createFetchClient<Paths, 'application/json' | 'application/feed+json'>({
    baseUrl,
    querySerializer,
    headers: { Authorization: `Bearer ${apiKey}` },
    // The global `fetch` is read at each call, so that tests and frameworks can replace it.
    fetch: retrying((request) => fetch(request), patience),
  });
  const ask = client.request as unknown as Ask;
  const resources = Object.entries(table).map(([resource, operations]) => [
    resource,
    Object.fromEntries(Object.entries(operations).map(([name, at]) => [name, methodOf(ask, at)])),
  ]);
  return Object.assign(client, Object.fromEntries(resources)) as Typed<Paths> & Resources<Paths, Operations>;
}

type Values = Record<string, unknown>;
type Ask = (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

function methodOf(ask: Ask, at: string): (given?: Values, options?: CallOptions) => Promise<unknown> {
  const [method = '', path = ''] = at.split(' ');
  const inPath = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const once = async ({ body, ...given }: Values, options: CallOptions): Promise<unknown> => {
    const isOfPath = ([name]: [string, unknown]) => inPath.includes(name);
    const named = Object.entries(given);
    const { data, error, response } = await ask(method.toLowerCase(), path, {
      ...options,
      body,
      parseAs: /\/csv\/$/.test(path) || (given.output ?? 'json') !== 'json' ? 'text' : 'json',
      params: {
        path: Object.fromEntries(named.filter(isOfPath)),
        query: Object.fromEntries(named.filter((each) => !isOfPath(each))),
      },
    });
    if (!response.ok) throw clientFailureOf(response, error);
    return (data as { data?: unknown } | undefined)?.data ?? data;
  };
  return (given = {}, options = {}) => {
    const first = once(given, options);
    return Object.assign(first, {
      async *[Symbol.asyncIterator]() {
        for (let page = (await first) as Values; ; ) {
          yield* (page.items as unknown[] | undefined) ?? Object.values(page).find(Array.isArray) ?? [];
          const cursor = cursorOf(page);
          if (!cursor) return;
          page = (await once({ ...given, cursor }, options)) as Values;
        }
      },
    });
  };
}

const cursorOf = ({ next, next_url }: Values): unknown =>
  typeof next_url === 'string' ? new URL(next_url).searchParams.get('cursor') : (next ?? null);
