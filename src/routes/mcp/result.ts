import type { CallToolResult } from '@modelcontextprotocol/server';

/** The fields of a JSON Feed item that a tool passes on. */
interface Item {
  url: string;
  title: string;
  summary: string;
  date_published: string;
  authors: readonly { name: string }[];
  _article: {
    contentId: number;
    contentType: string;
    topics: readonly { id: number; name: string }[];
    companies: readonly { id: number; name: string }[];
    countries: readonly string[];
    geoGroups: readonly string[];
    paywalled: boolean;
    registration: boolean;
  };
}

interface JsonFeed {
  items: readonly Item[];
  next_url?: string;
  _recommended?: { date: string | null };
}

/** The answer of a read as the result of a tool: structured, and the same as text for clients that know no structure. */
export async function resultOf(answer: Response): Promise<CallToolResult> {
  const body = (await answer.json()) as { data?: object; message?: string };
  if (!answer.ok) return failed(body, answer.headers.get('Retry-After'));
  const isFeed = answer.headers.get('Content-Type')?.startsWith('application/feed+json') ?? false;
  const structured = (isFeed ? articlesOf(body as unknown as JsonFeed) : body.data) as Record<string, unknown>;
  return { content: [{ type: 'text', text: JSON.stringify(structured) }], structuredContent: structured };
}

/** What was wrong with the call, in words by which a model can correct it. */
function failed({ data, message }: { data?: object; message?: string }, wait: string | null): CallToolResult {
  const faults = Object.entries(data ?? {}).map(([parameter, fault]) => `${parameter} ${fault}`);
  const text = faults.join('; ') || message || 'The service failed to answer.';
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

const toArticle = ({ url, title, summary, date_published: publishedAt, authors, _article: facts }: Item) => ({
  contentId: facts.contentId,
  title,
  url,
  source: authors[0]?.name ?? null,
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
