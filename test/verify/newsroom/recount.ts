/** `npm run verify -- newsroom` imports a newsroom twice, and compares the stored rows and responses with a recount. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { failCommand, now, run } from '../../../src/command/command.ts';
import type { OracleShares } from '../../rankings/oracle.ts';
import { bundle, migrate } from '../../support/workerd/runtime.ts';
import { readFiles, withLog } from './files.ts';
import { importTwice, recountAt } from './import.ts';

const USAGE = `npm run verify -- newsroom ARTICLES.ndjson CLICKS.ndjson TOPICS.json COMPANIES.json [--log VIEWS.csv.gz]

Articles and clicks have ageSeconds in place of publishedAt and at.
--log  adds views (at, contentId, reader, network, browser) as unsigned clicks`;

const HOUR = 3600;
/** Maximum duration of the import and its comparison within an hour, in seconds. */
const ENOUGH = 900;
/** Hours after the import: that of the import, the first with a baseline, and the first discounted by it. */
const HOURS = [0, 1, 2];

await run(USAGE, async () => {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { log: { type: 'string' } } });
  const [articles = '', clicks = '', topics = '', companies = '', ...rest] = positionals;
  if (!companies || rest.length > 0) failCommand('name four files', USAGE);
  const newsroom = readFiles(articles, clicks, topics, companies);
  const files = values.log ? withLog(newsroom, values.log) : newsroom;
  if (HOUR - (now() % HOUR) < ENOUGH) failCommand('the hour ends too soon: begin in its first three quarters');
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-recount-'));
  try {
    const state = join(folder, 'state');
    migrate(state);
    const script = await bundle();
    const imported = await importTwice({ state, script }, files);
    let before: OracleShares | undefined;
    for (const ahead of HOURS) {
      const found = await recountAt({ state, script, ahead, imported, before });
      before = found.shares;
      const weights = found.shares ? `weighed (${found.discounted} clicks of 7d taken off)` : 'not weighed';
      console.log(
        `hour ${ahead}, ${weights}: ${found.asked} answers, ${found.differing} differ; ${found.rows.join('; ') || 'rows equal'}`,
      );
      if (found.differing > 0 || found.rows.length > 0) process.exitCode = 1;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
