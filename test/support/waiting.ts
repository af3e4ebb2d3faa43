import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { filesOf } from '../../src/node/state/files.ts';

const CLICKS = 'newsgauge-clicks';

export interface Waiting {
  clicks: number;
  articles: number;
  first?: number;
  hour?: number;
}

/**
 * Writes clicks of distinct readers into the queue of a stopped server's state. `hour`: acceptance time, in hours since
 * the epoch.
 */
export function putWaiting(
  state: string,
  { clicks, articles, first = 1, hour = Math.floor(Date.now() / 3_600_000) }: Waiting,
): void {
  const file = filesOf(state).queues;
  if (!existsSync(file)) throw new Error(`${state} has no queue: start its server once`);
  const database = new DatabaseSync(file);
  const sentAt = Math.min(Date.now(), hour * 3_600_000) - 1000;
  const body = `json_object('v', 1, 'id', printf('%08x%024x', abs(random()) % 4294967296, n), 'contentId', ${first} + n % ${articles}, 'hour', ${hour},
    'origin', 'unsigned', 'network', n % 32, 'prefix', n / 32 % 32, 'browser', n / 1024 % 16,
    'companyType', NULL, 'seniority', NULL, 'continent', 'EU')`;
  database.exec(`PRAGMA synchronous = OFF;
    BEGIN IMMEDIATE;
    INSERT INTO "messages ${CLICKS}" (id, body, sent_at, due_at)
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${clicks})
      SELECT hex(randomblob(16)), ${body}, ${sentAt}, ${sentAt} FROM numbers;
    COMMIT;`);
  database.close();
}
