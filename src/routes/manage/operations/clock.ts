import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { newAuditChange, recordOther } from '../../../content/history/audit.ts';
import type { Db } from '../../../db/client.ts';
import { isTrusted } from '../../../db/trusted-time.ts';
import { operations } from '../../../http/endpoint.ts';
import { type Millis, rfc3339, toSeconds } from '../../../lib/time.ts';
import {
  clockAfterCheck,
  PROBATION_MINUTES,
  readClock,
  saveClock,
  withTrustedTime,
} from '../../../operations/clock/clock.ts';
import { count, time } from '../../shapes.ts';
import { authorOf } from '../lines.ts';

export const manageClock = operations('Management');

const clock = z.object({
  now: time.describe('Time of this server'),
  newest: time.nullable().describe('Newest stored time, nullable when nothing is stored yet'),
  state: z
    .enum(['trusted', 'doubted'])
    .describe('`doubted` means that the times differ by more than a day, so deletion of old data is paused'),
  minutesLeft: count
    .nullable()
    .describe('Minutes of running time until the clock is trusted; nullable when it is trusted'),
});

const EXAMPLE = {
  now: '2026-01-30T08:00:00Z',
  newest: '2026-01-27T08:00:00Z',
  state: 'doubted' as const,
  minutesLeft: 1435,
};

async function read(db: Db, now: Millis): Promise<z.infer<typeof clock>> {
  const stored = await readClock(db);
  const isDoubted = stored !== null && !isTrusted(stored.newest, now);
  return {
    now: rfc3339(toSeconds(now)),
    newest: stored && rfc3339(toSeconds(stored.newest)),
    state: isDoubted ? 'doubted' : 'trusted',
    minutesLeft: isDoubted ? PROBATION_MINUTES - stored.minutes : null,
  };
}

manageClock.get('/', {
  operationId: 'getClock',
  summary: 'Compare the clock with the newest stored time',
  data: clock,
  example: EXAMPLE,
  answer: ({ var: { db, now } }) => read(db, now),
});

manageClock.post('/confirm', {
  operationId: 'confirmClock',
  summary: 'Confirm the clock',
  description:
    'Deletion of old data resumes immediately, by the time of this server. If that time is wrong, data that is still needed is deleted.',
  data: clock,
  example: { ...EXAMPLE, newest: EXAMPLE.now, state: 'trusted' as const, minutesLeft: null },
  answer: async (c) => {
    const { db, now } = c.var;
    const before = await read(db, now);
    const stored = clockAfterCheck(await readClock(db), { now, isMinutely: false });
    const after = { newest: before.now, state: 'trusted' };
    const toJsonSql = (value: object) => sql`${JSON.stringify(value)}`;
    const record = {
      ref: 'clock',
      action: 'update' as const,
      before: toJsonSql({ newest: before.newest, state: before.state }),
      after: toJsonSql(after),
    };
    await db.transaction(
      saveClock(db, { ...withTrustedTime(stored, now), jumpedAt: null }),
      recordOther(newAuditChange(authorOf(c)), 'clock', record),
    );
    return read(db, now);
  },
});
