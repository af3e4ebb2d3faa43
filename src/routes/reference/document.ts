import { createDocument } from 'zod-openapi';
import { deskPaths } from './desk.ts';
import { embedPaths } from './embed.ts';
import { feedPaths } from './feeds.ts';
import { healthPaths } from './health.ts';
import { managementPaths } from './management.ts';
import { HEADERS } from './operations.ts';
import { publicPaths } from './public.ts';
import { readPaths } from './reads.ts';
import { rulePaths } from './rules.ts';
import { tidy } from './tidy.ts';

const DESCRIPTION = `Content feed and engagement analytics.

Paths work with and without the trailing slash. An empty parameter counts as absent, one given twice is a fault, unknown
ones are ignored. Lists are comma-separated, trimmed and deduplicated, at most 100 values each. Words and codes may be
written in any case. All reads answer HEAD too, and 304 to an \`ETag\` that is still right.`;

/** The description of the whole service, made of the schemas that validate its requests. */
export type Description = ReturnType<typeof describeService>;

function describeService() {
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'newsgauge',
        version: '2.0.0',
        summary: 'Content feed and engagement analytics',
        description: DESCRIPTION,
      },
      servers: [{ url: '/', description: 'This service' }],
      tags: [
        { name: 'Feed', description: 'Articles as JSON, RSS and HTML' },
        {
          name: 'Insights',
          description: 'What readers engage with. Results are in order of engagement; counts are not shown.',
        },
        { name: 'Clicks', description: 'How clicks of readers arrive' },
        { name: 'Management', description: 'Publishing and operations, with an operator key' },
        { name: 'Health', description: 'For load balancers and monitors' },
        { name: 'Description', description: 'What describes the service' },
      ],
      paths: {
        ...readPaths,
        ...publicPaths,
        ...managementPaths,
        ...deskPaths,
        ...embedPaths,
        ...feedPaths,
        ...rulePaths,
        ...healthPaths,
      },
      components: {
        headers: HEADERS,
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'query', name: 'apiKey', description: 'A secret or publishable key' },
          apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A secret or publishable key' },
          bearer: { type: 'http', scheme: 'bearer', description: 'A secret or publishable key' },
          linkKey: { type: 'apiKey', in: 'query', name: 'key', description: 'A publishable key' },
          operator: { type: 'http', scheme: 'bearer', description: 'An operator key; only in this header' },
        },
      },
    },
    {
      // Later versions may add fields; clients must not be told that they cannot.
      override: ({ jsonSchema, io }) => {
        if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    },
  );
}

let described: Description | undefined;

/** Made once, on the first question. */
export function description(): Description {
  described ??= tidy(describeService());
  return described;
}
