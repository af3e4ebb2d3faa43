/** `npm run reindex [-- --remote]`: recomputes the search index. */
import { parseArgs } from 'node:util';
import { reindex } from '../content/reindex.ts';
import { run } from './command.ts';
import { withDb } from './database.ts';

await run('newsgauge reindex [--remote]', async () => {
  const { values } = parseArgs({ options: { remote: { type: 'boolean', default: false } } });
  const count = await withDb(values.remote, (db) => reindex(db, Date.now()));
  console.log(`The index holds ${count} articles.`);
});
