import * as z from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { articlePath, beaconInput, keyInput } from '../clicks/index.ts';
import { CLICK_HEADERS, faults, LINK_HEADERS, notModified } from './operations.ts';

const beacon = z
  .object({
    ...beaconInput.shape,
    key: keyInput.shape.key.meta({ override: { type: 'string', description: 'A publishable key' } }),
  })
  .required({ key: true })
  .meta({ id: 'Beacon' });

const example = { key: 'ngp_…', contentId: 1042, companyType: 'broker' };

/** Clicks, which bring their key themselves, and what needs none. */
export const publicPaths: ZodOpenApiPathsObject = {
  '/clicks': {
    post: {
      operationId: 'postClick',
      summary: 'Report a click',
      description: 'For `sendBeacon`. The publishable key stands in the body; at most 4 KB.',
      tags: ['Clicks'],
      security: [],
      requestBody: {
        required: true,
        content: { 'text/plain': { schema: beacon, example }, 'application/json': { schema: beacon, example } },
      },
      responses: {
        202: {
          description: 'The click is in the queue, or was left out; `X-Click` says which',
          headers: CLICK_HEADERS,
        },
        ...faults([400, 401, 403, 413, 429, 500, 503]),
      },
    },
  },
  '/go/{contentId}': {
    get: {
      operationId: 'followLink',
      summary: 'Go to an article and count the click',
      description: 'For RSS readers and mail.',
      tags: ['Clicks'],
      security: [{ linkKey: [] }],
      requestParams: { path: articlePath },
      responses: {
        302: { description: 'To the article’s own URL', headers: LINK_HEADERS },
        ...notModified,
        ...faults([400, 401, 403, 404, 429, 500, 503]),
      },
    },
  },
  '/api/v2/openapi.json': {
    get: {
      operationId: 'getDescription',
      summary: 'This description',
      tags: ['Description'],
      security: [],
      responses: {
        200: {
          description: 'OpenAPI 3.1',
          content: { 'application/json': { schema: z.looseObject({ openapi: z.string() }) } },
        },
        ...notModified,
      },
    },
  },
  '/docs': {
    get: {
      operationId: 'getDocs',
      summary: 'This description as a page',
      tags: ['Description'],
      security: [],
      responses: {
        200: { description: 'A page', content: { 'text/html': { schema: z.string() } } },
        ...notModified,
      },
    },
  },
};
