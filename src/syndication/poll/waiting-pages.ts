import { type SQL, sql } from 'drizzle-orm';
import { bare } from '../../db/json.ts';
import { pageHosts } from '../../db/schema.ts';
import type { WaitingPage } from '../../db/values.ts';

/** Most pages of a host that wait; of more the newest do. */
const MOST_WAITING = 200;

/** Statements by which pages wait to be read, as those of a source's feeds. A page that waits already is replaced. */
export function waitForPages(pages: readonly WaitingPage[], domain: string): SQL[] {
  const hosts = Map.groupBy(pages, ({ url }) => new URL(url).host);
  if (hosts.size === 0) return [];
  const rows = [...hosts].map(([host, waiting]) => ({ host, waiting: waiting.slice(0, MOST_WAITING) }));
  const [host, source, waiting] = [pageHosts.host, pageHosts.domain, pageHosts.waiting].map(bare);
  const both = sql`SELECT value AS v FROM json_each(${pageHosts.waiting})
    WHERE value ->> 'id' NOT IN (SELECT value ->> 'id' FROM json_each(excluded.${waiting}))
    UNION ALL SELECT value FROM json_each(excluded.${waiting})`;
  return [
    sql`INSERT INTO ${pageHosts} (${host}, ${source}, ${waiting}) SELECT value ->> 'host', ${domain}, value -> 'waiting'
      FROM json_each(${JSON.stringify(rows)}) WHERE true ON CONFLICT (${host}) DO UPDATE SET ${source} = excluded.${source},
      ${waiting} = (SELECT json_group_array(json(v) ORDER BY v ->> 'at' DESC)
        FROM (SELECT v FROM (${both}) ORDER BY v ->> 'at' DESC LIMIT ${MOST_WAITING}))`,
  ];
}
