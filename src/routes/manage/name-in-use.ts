import * as z from 'zod';
import { ClientError } from '../../http/errors.ts';

export const inUse = (data: Record<string, string>) => new ClientError(409, 'conflict', data);

export const conflictsOf = (description: string) => ({
  409: {
    description,
    content: {
      'application/json': {
        schema: z.object({
          status: z.literal('fail'),
          code: z.literal(409).meta({ override: { type: 'integer' } }),
          reason: z.literal('conflict'),
          data: z.record(z.string(), z.string()),
        }),
        example: { status: 'fail', code: 409, reason: 'conflict', data: { id: 'is in use' } },
      },
    },
  },
});

export const CONFLICTS = conflictsOf('The name is in use again (`conflict`)');
