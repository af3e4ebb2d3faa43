import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, askWith, makeKey, ORIGIN } from '../../support/index.ts';
import { publishNewsroom } from '../reference/newsroom.ts';

interface Scripted {
  question: string;
  tool: string;
  args: Record<string, unknown>;
  holds: RegExp;
}

const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const DAYS = { from: dayAgo(9), to: dayAgo(2) };

const SCRIPT: readonly Scripted[] = [
  { question: 'What is new?', tool: 'search_articles', args: { limit: 3 }, holds: /ledger\.example\/2001/ },
  {
    question: 'What was written about floods?',
    tool: 'search_articles',
    holds: /A flood of cyber claims/,
    args: { searchTerms: ['flood', 'storm'] },
  },
  {
    question: 'Which reports name Varnholt Re?',
    tool: 'search_articles',
    holds: /Varnholt Re/,
    args: { includeCompanies: [3], articleTypes: ['report'] },
  },
  {
    question: 'What is free to read about cyber in Britain?',
    tool: 'search_articles',
    holds: /"countries":\["GB"\]/,
    args: { includeTopics: [11], includeCountries: ['gb'], includePaywalled: 0 },
  },
  { question: 'What do the editors recommend today?', tool: 'recommended_articles', args: {}, holds: /Story 2003/ },
  { question: 'Which topics trend?', tool: 'trending_topics', args: {}, holds: /"slug":"cyber"/ },
  {
    question: 'Which do brokers read now?',
    tool: 'trending_topics',
    holds: /"slug":"talent"/,
    args: { period: 'now', companyType: 'broker', limit: 5 },
  },
  { question: 'How do all topics rank?', tool: 'topics_by_engagement', args: { period: '24h' }, holds: /previousRank/ },
  { question: 'Which topics grow?', tool: 'growing_topics', args: { minContentItems: 1 }, holds: /growthPercent/ },
  {
    question: 'Which shrink?',
    tool: 'growing_topics',
    holds: /"topics":\[/,
    args: { direction: 'down', minContentItems: 1 },
  },
  { question: 'What is rising?', tool: 'rising_content', args: { topics: [11] }, holds: /Story 200\d/ },
  { question: 'What is popular this week?', tool: 'popular_content', args: { period: '7d' }, holds: /Story 200\d/ },
  {
    question: 'What do directors read?',
    tool: 'popular_content',
    holds: /"slug":"director"/,
    args: { breakdown: 'seniority', limit: 3 },
  },
  {
    question: 'What was popular on those days?',
    tool: 'popular_content',
    holds: new RegExp(`"from":"${DAYS.from}","to":"${DAYS.to}","items":`),
    args: DAYS,
  },
  {
    question: 'Which topics grew against a year ago?',
    tool: 'growing_topics',
    holds: new RegExp(`"from":"${DAYS.from}"`),
    args: { ...DAYS, against: 'year' },
  },
  { question: 'What deserves a better place?', tool: 'underplayed_content', args: { limit: 5 }, holds: /"items":\[/ },
  { question: 'What takes a place it does not earn?', tool: 'overplayed_content', args: {}, holds: /"items":\[/ },
  { question: 'What is read on cyber?', tool: 'topic_content', args: { id: 11 }, holds: /"topicId":11/ },
  { question: 'What goes with cyber?', tool: 'co_topics', args: { id: 11 }, holds: /"name":"Talent"/ },
  { question: 'How did talent do this month?', tool: 'topic_history', args: { id: 12, days: 28 }, holds: /"index":/ },
  { question: 'At what hours is topic 11 read?', tool: 'topic_hours', args: { id: 11 }, holds: /"topicId":11/ },
  {
    question: 'At what hours was story 2001 read?',
    tool: 'content_hours',
    args: { id: 2001, hours: 24 },
    holds: /"width":1/,
  },
  { question: 'How did story 2001 do?', tool: 'content_history', args: { id: 2001 }, holds: /"contentId":2001/ },
  { question: 'Where does story 2002 rank?', tool: 'content_insights', args: { id: 2002 }, holds: /"ranks":\[\{/ },
  { question: 'How far do readers get?', tool: 'read_through_rates', args: { by: 'section' }, holds: /"by":"section"/ },
  { question: 'Who reads cyber?', tool: 'audience', args: { topic: 11 }, holds: /"companyTypes"/ },
  { question: 'Which topics are there?', tool: 'list_topics', args: {}, holds: /Risk Management/ },
  { question: 'Which companies?', tool: 'list_companies', args: {}, holds: /"organisationType":"Carrier"/ },
  { question: 'Which regions?', tool: 'list_geography', args: {}, holds: /"slug":"europe"/ },
];

let secret = '';
beforeAll(async () => {
  secret = await makeKey('secret');
  await publishNewsroom(await makeKey('operator'));
});

async function connect(key: string, options: object = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, options);
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', ORIGIN), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
    fetch: (url, init) => ask(new URL(url).pathname, init),
  });
  await client.connect(transport);
  return client;
}

const NO_COUNTS =
  /^(contentId|topicId|id|category|rank|previousRank|risingRank|growthPercent|interval|index|share|width|minContentItems)$/;

function countsIn(value: unknown, name = ''): string[] {
  if (typeof value === 'number') return NO_COUNTS.test(name) ? [] : [name];
  if (Array.isArray(value)) return value.flatMap((each) => countsIn(each, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([inner, each]) => countsIn(each, inner));
}

/** Older protocol revisions begin with a handshake. The current one identifies the client in each request. */
const REVISIONS: [string, object][] = [
  ['before 2026-07-28', {}],
  ['of 2026-07-28', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
];

describe.each(REVISIONS)('the official MCP client for revisions %s', (_, options) => {
  let client: Client;
  beforeAll(async () => {
    client = await connect(secret, options);
  });
  afterAll(() => client.close());

  test.each(SCRIPT)('the official MCP client answers: $question', async ({ tool, args, holds }) => {
    const { structuredContent, content, isError } = await client.callTool({ name: tool, arguments: args });
    const text = JSON.stringify(structuredContent);
    expect(isError ?? false).toBe(false);
    expect(text).toMatch(holds);
    expect(content).toEqual([{ type: 'text', text }]);
    expect(countsIn(structuredContent)).toEqual([]);
  });

  test('the official MCP client pages through the feed by cursor and gets each article once', async () => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const { structuredContent } = await client.callTool({
        name: 'search_articles',
        arguments: { limit: 3, ...(cursor ? { cursor } : {}) },
      });
      const page = structuredContent as { articles: { contentId: number; url: string }[]; nextCursor?: string };
      seen.push(...page.articles.map(({ contentId }) => contentId));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual([2001, 2002, 2003, 2004]);
  });

  test('the official MCP client lists read-only tools, which state that responses contain no counts', async () => {
    const { tools } = await client.listTools();
    expect(new Set(SCRIPT.map(({ tool }) => tool))).toEqual(new Set(tools.map(({ name }) => name)));
    for (const { inputSchema, annotations } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(annotations?.readOnlyHint).toBe(true);
    }
    expect(client.getInstructions()).toMatch(/never contain counts/);
  });

  test('the official MCP client receives the reason for an invalid argument', async () => {
    const wrong = await client.callTool({ name: 'rising_content', arguments: { limit: 900 } });
    expect(wrong.isError).toBe(true);
    const unknown = await client.callTool({ name: 'topic_content', arguments: { id: 999 } });
    expect(unknown).toMatchObject({ isError: true, content: [{ text: 'id is not the id of a topic' }] });
    const misnamed = await client.callTool({ name: 'search_articles', arguments: { topic: 11 } });
    expect(misnamed.isError).toBe(true);
  });
});

const message = (method: string, params: object = {}) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
});

describe('the /mcp endpoint', () => {
  test('/mcp accepts a secret key only in the Authorization header', async () => {
    const publishable = await makeKey('publishable');
    for (const [response, status] of [
      [await ask('/mcp', message('tools/list')), 401],
      [await ask(`/mcp?apiKey=${secret}`, message('tools/list')), 401],
      [await askWith(publishable, '/mcp', message('tools/list')), 403],
    ] as const) {
      expect(response.status).toBe(status);
      if (status === 401) expect(response.headers.get('WWW-Authenticate')).toBe('Bearer');
    }
  });

  test('/mcp rejects browser requests from other origins, even by DNS rebinding', async () => {
    const from = async (origin: string, key = secret) => {
      const { headers, ...rest } = message('tools/list');
      return (await askWith(key, '/mcp', { ...rest, headers: { ...headers, Origin: origin } })).status;
    };
    expect(await from('https://evil.example')).toBe(403);
    expect(await from(ORIGIN)).toBe(403);
    expect(await from('null')).toBe(403);
    const bound = await makeKey('secret', ['http://localhost:6274']);
    expect(await from('http://localhost:6274', bound)).toBe(200);
  });

  test('/mcp rejects a message over 64 KB', async () => {
    const long = { ...message('tools/list'), body: ' '.repeat(64 * 1024 + 1) };
    expect((await askWith(secret, '/mcp', long)).status).toBe(413);
  });

  test('/mcp is stateless and has neither streams nor session ids', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await askWith(secret, '/mcp', { method });
      expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST, OPTIONS']);
    }
    const response = await askWith(secret, '/mcp', message('tools/list'));
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(response.headers.has('Mcp-Session-Id')).toBe(false);
  });

  test('/mcp rejects subscriptions to list changes', async () => {
    const client = await connect(secret, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await expect(client.listen({ toolsListChanged: true })).rejects.toThrow(/limit/);
    await client.close();
  });
});
