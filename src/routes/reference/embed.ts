import * as z from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { choicesQuery } from '../embed-choices.ts';
import { read } from './operations.ts';

/** What the embed builder asks for beside the feed. */
export const embedPaths: ZodOpenApiPathsObject = {
  '/embed/choices': read({
    operationId: 'getChoices',
    summary: 'Topics or companies by name, for search boxes',
    description:
      'Names that begin as the search does come first. Secret and publishable keys, only as a Bearer header.',
    tags: ['Feed'],
    security: [{ bearer: [] }],
    requestParams: { query: choicesQuery },
    data: z.object({
      choices: z.array(z.object({ id: z.int().positive(), name: z.string() })),
      more: z.boolean().describe('There are more that fit'),
    }),
    example: { choices: [{ id: 12, name: 'Cyber' }], more: false },
  }),
};
