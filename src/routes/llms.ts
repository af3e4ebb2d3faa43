import * as z from 'zod';
import { router } from '../http/base.ts';
import { operations } from '../http/endpoint.ts';

/** `/llms.txt` (https://llmstxt.org): what a language model that comes here by itself should know. */
export const llms = router();

const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' };

operations(llms, 'Description').text('/llms.txt', {
  operationId: 'getLlmsText',
  summary: 'The service in short, for language models',
  means: 'Markdown as llms.txt has it',
  answers: { 'text/plain': { schema: z.string(), example: textOf('newsgauge', 'https://news.example') } },
  answer: async (c) => ({ body: textOf(c.env.PUBLISHER, new URL(c.req.url).origin), headers: HEADERS }),
});

/** `origin`: scheme and host of the service. */
function textOf(publisher: string, origin: string): string {
  return `# ${publisher.replaceAll(/\s+/g, ' ')}

> Articles, filtered precisely, and what readers engage with: trending topics, growth, rising and popular content, histories, audiences.

Engagement is given as order, rank, percentage or index. No answer holds a count of clicks or readers.

Every question needs a key, which the publisher of this site makes. A secret key reads everything; a publishable key reads the feed,
recommendations, trending topics and the lists of topics, companies and geo groups. Send it as \`Authorization: Bearer KEY\`.

## Ask

- [MCP](${origin}/mcp): the Model Context Protocol by streamable HTTP, with a secret key as Bearer; each read is a tool
- [Feed](${origin}/api/v2/feed/): articles, newest first, as JSON Feed; \`output=rss\` for RSS
- [Trending topics](${origin}/api/v2/topics/trending/): topics by engagement
- [Rising content](${origin}/api/v2/insights/rising-content/): what is gaining readers now

## Reference

- [Reference](${origin}/docs): every endpoint with its parameters, for people
- [OpenAPI](${origin}/api/v2/openapi.json): the same for programs
`;
}
