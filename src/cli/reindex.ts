/** `npm run reindex [-- --remote]`: recomputes the search index. */
import { parseArgs } from 'node:util';
import { run } from '../command/command.ts';
import { reindex } from '../content/articles/reindex.ts';
import { withDb } from './database/database.ts';

await run('newsgauge reindex [--remote]', async () => {
  const { values } = parseArgs({ options: { remote: { type: 'boolean', default: false } } });
  const count = await withDb(values.remote, (db) => reindex(db, Date.now()));
  console.log(`The index holds ${count} articles.`);
});
