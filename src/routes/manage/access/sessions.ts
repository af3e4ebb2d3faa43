import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { operations } from '../../../http/endpoint.ts';
import { notFound } from '../../../http/errors.ts';
import { KEY_KINDS, ROLES } from '../../../keys/key.ts';
import { endSessionById, forgetSessions, listSessions } from '../../../keys/sessions.ts';
import { rfc3339, toSeconds } from '../../../lib/time.ts';
import { time } from '../../shapes.ts';
import { auditRecorder } from './own.ts';

export const manageSessions = operations('Management');

const listedSession = z
  .object({
    id: z.string().describe('Id in the audit trail; it does not grant access'),
    keyId: z.int(),
    name: z.string().describe('Name of the person or key'),
    kind: z.enum([...new Set([...KEY_KINDS, ...ROLES])]).describe('Role of the person, or type of the key'),
    created: time,
    expires: time,
    isOwn: z.boolean().describe('Whether this session is the one of the request'),
  })
  .meta({ id: 'ListedSession' });

const EXAMPLE: z.output<typeof listedSession> = {
  id: '4be21f0a9c37d5e8',
  keyId: 2,
  name: 'Newsroom',
  kind: 'operator',
  isOwn: true,
  created: '2026-01-30T08:00:00Z',
  expires: '2026-01-30T20:00:00Z',
};

manageSessions.get('/', {
  operationId: 'getSessions',
  summary: 'List sessions, newest first',
  data: z.object({ sessions: z.array(listedSession) }),
  example: { sessions: [EXAMPLE] },
  answer: async ({ var: { db, now, session } }) => ({
    sessions: (await listSessions(db, toSeconds(now))).map(({ createdAt, expiresAt, ...one }) => ({
      ...one,
      created: rfc3339(createdAt),
      expires: rfc3339(expiresAt),
      isOwn: one.id === session?.id,
    })),
  }),
});

manageSessions.delete('/:id', {
  operationId: 'endSession',
  summary: 'End a session',
  description: 'The session and its person’s sign-in links for other devices end everywhere within five seconds.',
  path: z.object({ id: z.string().regex(/^[0-9a-f]{16}$/, { error: 'must be the id of a session' }) }),
  data: z.object({ ended: z.string() }),
  example: { ended: EXAMPLE.id },
  answer: async (c, { path: { id } }) => {
    const found = (await listSessions(c.var.db, toSeconds(c.var.now))).find((one) => one.id === id);
    if (!found) throw notFound({ id: 'is not the id of a session' });
    const before = sql`${JSON.stringify({ id, keyId: found.keyId, name: found.name })}`;
    const record = auditRecorder(c, 'session', 'delete')({ ref: id, before, after: sql`NULL` });
    await endSessionById(c.var.db, id, toSeconds(c.var.now), record);
    forgetSessions();
    return { ended: id };
  },
});
