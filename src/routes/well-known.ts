import * as z from 'zod';
import { jsonErrors } from '../admission/mount.ts';
import { router } from '../http/base.ts';
import { operations } from '../http/endpoint.ts';
import { notFound } from '../http/errors.ts';
import { DAY, rfc3339, type Seconds, toSeconds } from '../lib/time.ts';

export const wellKnown = router();
wellKnown.use('/.well-known/*', jsonErrors);
const on = operations('Description', wellKnown);

const HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' };

on.text('/llms.txt', {
  operationId: 'getLlmsText',
  summary: 'Describe the service for language models',
  means: 'Markdown in the format of llms.txt',
  answers: { 'text/plain': { schema: z.string(), example: textOf('newsgauge', 'https://news.example') } },
  answer: async (c) => ({ body: textOf(c.env.PUBLISHER, new URL(c.req.url).origin), headers: HEADERS }),
});

/** Paths that crawlers must not visit. These URLs contain secrets, change data or serve content for other sites. */
const NOT_FOR_ROBOTS = ['/api/', '/embed/', '/go/', '/manage/', '/s/', '/websub/'];
const robots = `User-agent: *\n${NOT_FOR_ROBOTS.map((path) => `Disallow: ${path}\n`).join('')}`;

on.text('/robots.txt', {
  operationId: 'getRobots',
  summary: 'List the rules for crawlers',
  means: 'RFC 9309',
  answers: { 'text/plain': { schema: z.string(), example: robots } },
  answer: async () => ({ body: robots, headers: HEADERS }),
});

on.text('/.well-known/security.txt', {
  operationId: 'getSecurityContact',
  summary: 'Get the security contact',
  means: 'RFC 9116',
  errors: [404],
  answers: { 'text/plain': { schema: z.string(), example: securityOf('mailto:security@news.example', 1_800_000_000) } },
  answer: async (c) => {
    const contact = c.env.SECURITY_CONTACT;
    if (!contact) throw notFound({ contact: 'is not set; the operator can set SECURITY_CONTACT' });
    return { body: securityOf(contact, toSeconds(c.var.now)), headers: HEADERS };
  },
});

function securityOf(contact: string, now: Seconds): string {
  const day = now - (now % DAY);
  return `Contact: ${contact}\nExpires: ${rfc3339(day + 365 * DAY)}\n`;
}

function textOf(publisher: string, origin: string): string {
  return `# ${publisher.replaceAll(/\s+/g, ' ')}

> Articles, filtered precisely, and what readers engage with: trending topics, growth, rising and popular content, histories, audiences.

Engagement is given as order, rank, percentage or index. Responses never contain counts of clicks or readers.

Every request needs a key, which the publisher of this site creates. A secret key can read everything. A publishable key can read the feed,
recommendations, trending topics and the lists of topics, companies and geo groups. Send the key as \`Authorization: Bearer KEY\`.

## Ask

- [MCP](${origin}/mcp): the Model Context Protocol by streamable HTTP, with a secret key as Bearer; each GET endpoint is a tool
- [Feed](${origin}/api/v2/feed/): articles, newest first, as JSON Feed; \`output=rss\` for RSS
- [Trending topics](${origin}/api/v2/topics/trending/): topics by engagement
- [Rising content](${origin}/api/v2/insights/rising-content/): articles that are gaining readers now

## Reference

- [Manual](${origin}/docs/manual): guides, for people
- [Reference](${origin}/docs): every endpoint with its parameters, for people
- [OpenAPI](${origin}/api/v2/openapi.json): the same for programs
`;
}
