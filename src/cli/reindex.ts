/** `npm run reindex [-- --remote]`: builds the full-text index anew from the articles, in one transaction. */
import { parseArgs } from 'node:util';
import { countIndexed, rebuildIndex } from '../content/articles.ts';
import { run } from './command.ts';
import { withDb } from './database.ts';

await run('npm run reindex -- [--remote]', async () => {
  const { values } = parseArgs({ options: { remote: { type: 'boolean', default: false } } });
  const count = await withDb(values.remote, async (db) => {
    await rebuildIndex(db);
    return countIndexed(db);
  });
  console.log(`The index holds ${count} articles.`);
});
