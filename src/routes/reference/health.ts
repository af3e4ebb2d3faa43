import * as z from 'zod';
import type { ZodOpenApiPathsObject } from 'zod-openapi';
import { faults, notModified, success } from './operations.ts';

const tags = ['Health'];
const OBSTACLES = ['databaseUnavailable', 'migrationsMissing', 'restoring'];

/** For load balancers and monitors; no key. */
export const healthPaths: ZodOpenApiPathsObject = {
  '/health/live': {
    get: {
      operationId: 'getLive',
      summary: 'Whether the service runs',
      description: 'Asks nothing else.',
      tags,
      security: [],
      responses: {
        200: { description: 'It runs', content: success(z.object({ live: z.literal(true) }), { live: true }) },
        ...notModified,
        ...faults([500]),
      },
    },
  },
  '/health/ready': {
    get: {
      operationId: 'getReady',
      summary: 'Whether the service can answer requests',
      description: 'Asks the database whether it is there and migrated.',
      tags,
      security: [],
      responses: {
        200: { description: 'It can', content: success(z.object({ ready: z.literal(true) }), { ready: true }) },
        ...notModified,
        ...faults([500]),
        503: {
          description: `It cannot now (${OBSTACLES.map((reason) => `\`${reason}\``).join(', ')}); \`Retry-After\` says when to ask again`,
          headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' as const } },
          content: {
            'application/json': {
              schema: z
                .object({
                  status: z.literal('error'),
                  code: z.literal(503).meta({ override: { type: 'integer' } }),
                  reason: z.enum(OBSTACLES),
                  message: z.string(),
                })
                .meta({ id: 'NotReady' }),
              example: {
                ...{ status: 'error', code: 503, reason: 'migrationsMissing' },
                message: 'The database is not migrated to this version.',
              },
            },
          },
        },
      },
    },
  },
};
