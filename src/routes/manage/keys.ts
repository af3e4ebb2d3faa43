import * as z from 'zod';
import { router } from '../../http/base.ts';
import { endpoint } from '../../http/endpoint.ts';
import { KEY_KINDS } from '../../keys/key.ts';
import { isAlive, type KeyRecord, listKeys } from '../../keys/store.ts';
import { rfc3339 } from '../../lib/time.ts';
import { time } from '../shapes.ts';

/** Who may ask: what is known of keys, which is never the key. */
export const manageKeys = router();

const listedKey = z
  .object({
    id: z.int(),
    kind: z.enum(KEY_KINDS),
    name: z.string(),
    origins: z.array(z.string()).describe('Empty: any'),
    state: z.enum(['living', 'expired', 'revoked']),
    created: time,
    expires: time.nullable().describe('null: never'),
    revoked: time.nullable(),
  })
  .meta({ id: 'ListedKey', description: 'What is known of a key, which is never the key' });

manageKeys.get(
  '/',
  endpoint(
    {
      operationId: 'getKeys',
      summary: 'Keys, oldest first; never the key itself',
      tag: 'Management',
      data: z.object({ keys: z.array(listedKey) }),
      example: {
        keys: [
          {
            id: 3,
            kind: 'publishable',
            name: 'Partner',
            origins: ['https://www.partner.example'],
            state: 'living',
            created: '2026-01-02T09:00:00Z',
            expires: null,
            revoked: null,
          },
        ],
      },
    },
    async (c) => {
      const now = Math.floor(c.var.now / 1000);
      return { keys: (await listKeys(c.var.db)).map((key) => toListed(key, now)) };
    },
  ),
);

function toListed(key: KeyRecord, now: number): z.infer<typeof listedKey> {
  const { id, kind, name, origins, createdAt, expiresAt, revokedAt } = key;
  const ended = revokedAt === null ? 'expired' : 'revoked';
  return {
    id,
    kind,
    name,
    origins,
    state: isAlive(key, now) ? 'living' : ended,
    created: rfc3339(createdAt),
    expires: at(expiresAt),
    revoked: at(revokedAt),
  };
}

const at = (seconds: number | null) => (seconds === null ? null : rfc3339(seconds));
