import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { hostRests } from '../../db/schema.ts';
import { type HostClock, type HostRest, HostTurns } from './host-turns.ts';

export async function loadTurns(db: Db, clock: HostClock): Promise<HostTurns> {
  const rows = await db.select().from(hostRests);
  return new HostTurns(clock, new Map(rows.map(({ host, ...rest }) => [host, rest])), (host, rest) =>
    saveRest(db, host, rest),
  );
}

async function saveRest(db: Db, host: string, rest: HostRest | null): Promise<void> {
  if (!rest) await db.delete(hostRests).where(eq(hostRests.host, host));
  else
    await db
      .insert(hostRests)
      .values({ host, ...rest })
      .onConflictDoUpdate({ target: hostRests.host, set: rest });
}
