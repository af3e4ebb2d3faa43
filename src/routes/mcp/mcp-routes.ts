import type { Context } from 'hono';
import * as z from 'zod';
import type { LazyRouter } from '../../admission/mount.ts';
import { router } from '../../http/base.ts';
import { parseJson, readText } from '../../http/body.ts';
import { describe } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { forbidden } from '../../http/errors.ts';
import { ownRequest } from '../../http/request-log.ts';
import { type Tool, toolsOf } from './tools.ts';

const MAX_BODY_BYTES = 64 * 1024;
const FORWARDED_HEADERS = ['Authorization', 'CF-Connecting-IP', 'Origin'];
/** Headers that the SDK requires. The service sends JSON even if a client's headers ask for another format. */
const FORM = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

const MESSAGE = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.int(), z.string()]).optional().describe('Id of the message; omitted in a notification'),
    method: z.string().describe('Method, such as `tools/list` or `tools/call`'),
    params: z.looseObject({}).optional(),
  })
  .meta({ id: 'McpMessage', description: 'A message of the Model Context Protocol, in JSON-RPC 2.0' });
const mcpResponse = z.looseObject({ jsonrpc: z.literal('2.0') }).meta({ id: 'McpAnswer' });

const CALL = { name: 'trending_topics', arguments: { period: 'now', limit: 5 } };
const TOOL_RESULT_EXAMPLE = { content: [{ type: 'text', text: '{"topics":[]}' }], structuredContent: { topics: [] } };
const rpcErrorResponse = (code: number, message: string) => ({
  content: {
    'application/json': { schema: mcpResponse, example: { jsonrpc: '2.0', id: 1, error: { code, message } } },
  },
});

/** Serves GET operations of the API as tools for language models. Tool calls become requests to `service`. */
export function mcp(service: () => LazyRouter) {
  const routes = router();
  let tools: Tool[] | undefined;

  routes.post(
    '/',
    describe(
      {
        operationId: 'callMcp',
        summary: 'Use the GET endpoints as tools (Model Context Protocol)',
        description:
          'Streamable HTTP without sessions, at most 64 KB per message. A tool call is a GET request with the same key, limits and caching. Responses contain no counts.',
        tag: 'Insights',
        body: {
          'application/json': {
            schema: MESSAGE,
            example: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL },
          },
        },
        answer: {
          status: 200,
          description: 'Response to the message',
          content: {
            'application/json': {
              schema: mcpResponse,
              example: { jsonrpc: '2.0', id: 1, result: TOOL_RESULT_EXAMPLE },
            },
          },
        },
        others: {
          202: { description: 'The notification was accepted', content: {} },
          400: { description: 'The body is not a valid MCP message', ...rpcErrorResponse(-32600, 'Invalid Request') },
          404: { description: 'Unknown method', ...rpcErrorResponse(-32601, 'Method not found') },
        },
      },
      async (c: AppContext) => {
        assertKnownOrigin(c);
        const message = parseJson(await readText(c.req.raw, MAX_BODY_BYTES, '64 KB'));
        if (message === undefined)
          return c.json({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error: not JSON' } }, 400);
        // Imports the MCP server on first use, because the SDK is large and most isolates never need it.
        const { serveMcp } = await import('./server.ts');
        const app = service();
        tools ??= toolsOf(await app.routes());
        const { origin } = new URL(c.req.url);
        const headers = headersFor(c);
        const ask = async (address: string) =>
          app.fetch(ownRequest(origin + address, { headers }), c.env, c.executionCtx);
        const forwarded = new Headers(c.req.raw.headers);
        for (const [name, value] of Object.entries(FORM)) forwarded.set(name, value);
        const request = new Request(c.req.url, { method: 'POST', headers: forwarded });
        return serveMcp(request, message, { publisher: c.env.PUBLISHER, tools, ask });
      },
    ),
  );

  return routes;
}

function headersFor(c: Context): Headers {
  const headers = new Headers({ Accept: 'application/json' });
  for (const name of FORWARDED_HEADERS) {
    const value = c.req.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

/** Rejects origins that are not the key's (403), even this service's, against DNS rebinding. (docs/decisions.md#N6) */
function assertKnownOrigin(c: AppContext): void {
  const origin = c.req.header('Origin');
  if (origin !== undefined && !c.var.key.origins.includes(origin))
    throw forbidden({ origin: 'must be an origin of the key; programs omit it' });
}
