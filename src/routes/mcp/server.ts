import {
  type CallToolResult,
  createMcpHandler,
  fromJsonSchema,
  isLegacyRequest,
  type JsonSchemaType,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { version } from '../../../package.json';
import type { JsonFeed } from '../feed/json-feed.ts';
import { type Tool, toolAddress } from './tools.ts';

/** Converts an API response to a tool result: structured data, and the same JSON as text for older clients. */
async function resultOf(answer: Response): Promise<CallToolResult> {
  const body = (await answer.json()) as { data?: object; message?: string };
  if (!answer.ok) return errorResult(body, answer.headers.get('Retry-After'));
  const isFeed = answer.headers.get('Content-Type')?.startsWith('application/feed+json') ?? false;
  const structured = (isFeed ? articlesOf(body as unknown as JsonFeed) : body.data) as Record<string, unknown>;
  return { content: [{ type: 'text', text: JSON.stringify(structured) }], structuredContent: structured };
}

function errorResult({ data, message }: { data?: object; message?: string }, wait: string | null): CallToolResult {
  const faults = Object.entries(data ?? {}).map(([parameter, fault]) => `${parameter} ${fault}`);
  const text = faults.join('; ') || message || 'The service failed to respond.';
  return { content: [{ type: 'text', text: wait ? `${text} Retry after ${wait} seconds.` : text }], isError: true };
}

function articlesOf({ items, next_url: next, _recommended: recommended }: JsonFeed): object {
  const cursor = next && new URL(next).searchParams.get('cursor');
  return {
    ...(recommended ? { date: recommended.date } : {}),
    articles: items.map(toArticle),
    ...(cursor ? { nextCursor: cursor } : {}),
  };
}

const toArticle = ({
  url,
  title,
  summary,
  date_published: publishedAt,
  authors,
  _article: facts,
}: JsonFeed['items'][number]) => ({
  contentId: facts.contentId,
  title,
  url,
  source: facts.source.name,
  authors: authors.map(({ name }) => name).filter((name) => name !== facts.source.name),
  publishedAt,
  introduction: summary,
  contentType: facts.contentType,
  topics: facts.topics.map(({ id, name }) => ({ id, name })),
  companies: facts.companies,
  countries: facts.countries,
  geoGroups: facts.geoGroups,
  paywalled: facts.paywalled,
  registration: facts.registration,
});

export type AskService = (address: string) => Promise<Response>;

interface McpService {
  publisher: string;
  tools: readonly Tool[];
  ask: AskService;
}

const NAME = { name: 'newsgauge', version };
const READS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

const instructions = (publisher: string): string =>
  `Articles of ${publisher}, and what its readers engage with. Articles come with links: cite them by title and url. \
Engagement is given as order, rank, percentage or index. Responses never contain counts of clicks or readers, so do not state or estimate any. \
A rank is a position in a list. An index in a history is a percentage of the highest day; an index of an audience compares its share of a topic with its share of the site, and 100 means that they are equal. \
24h and 7d end now; growth compares the last 168 complete hours with the 168 before. Times are UTC, and days are those of the publisher’s time zone. \
Ids of topics and companies come from list_topics and list_companies, content ids from any list of articles.`;

function serverOf({ publisher, tools, ask }: McpService): McpServer {
  const server = new McpServer(NAME, { instructions: instructions(publisher) });
  for (const tool of tools) {
    const { name, title, description } = tool;
    const definition = { title, description, inputSchema: schemaOf(tool), annotations: READS };
    server.registerTool(name, definition, async (given) => resultOf(await ask(toolAddress(tool, given))));
  }
  return server;
}

/** Handles one stateless request of the Model Context Protocol (https://modelcontextprotocol.io). */
export async function serveMcp(request: Request, message: unknown, service: McpService): Promise<Response> {
  if (await isLegacyRequest(request, message)) return serveEarlier(request, message, service);
  // Connections need not stay open, because the service sends no notifications.
  const handler = createMcpHandler(() => serverOf(service), { legacy: 'reject', maxSubscriptions: 0, keepAliveMs: 0 });
  return handler.fetch(request, { parsedBody: message });
}

/** Handles protocol versions before 2026-07-28. Their handshake gets a response but no session. */
async function serveEarlier(request: Request, message: unknown, service: McpService): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  const server = serverOf(service);
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

const schemas = new WeakMap<Tool, ReturnType<typeof makeSchema>>();

const makeSchema = ({ inputSchema }: Tool) => fromJsonSchema<Record<string, unknown>>(inputSchema as JsonSchemaType);

function schemaOf(tool: Tool): ReturnType<typeof makeSchema> {
  const schema = schemas.get(tool) ?? makeSchema(tool);
  schemas.set(tool, schema);
  return schema;
}
