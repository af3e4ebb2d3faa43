import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { readSums } from '../../db/schema.ts';
import { listed } from '../../db/sql.ts';
import { utcHourIndex } from '../../engagement/hours.ts';
import { readPages, weighReads } from '../../engagement/reads.ts';
import type { Millis } from '../../lib/time.ts';
import { baselineInForce } from '../object/stored-baseline.ts';

/** Stores discounted reads by article and day before their table is emptied. Days already stored do not change. */
export async function sealReads(
  db: Db,
  partition: number,
  { now, isDiscounted, before }: { now: Millis; isDiscounted: boolean; before: number },
) {
  const baseline = isDiscounted ? await baselineInForce(db, utcHourIndex(now)) : null;
  const { contentId, day, opened, half } = readSums;
  for await (const page of readPages(db, [partition], { from: 0, to: before, by: 'day' })) {
    const weighed = page.map((row) => ({ ...row, ...weighReads([row], baseline) }));
    const list = JSON.stringify(weighed.map(({ contentId, day, opened, half }) => [contentId, day, opened, half]));
    await db.run(
      sql`INSERT OR IGNORE INTO ${readSums} (${listed(contentId, day, opened, half)})
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(${list})`,
    );
  }
}
