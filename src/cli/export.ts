/** `newsgauge export`: prints the content of a local or deployed newsroom as NDJSON, which `newsgauge import FILE` takes. */
import { parseArgs } from 'node:util';
import { run, serviceAt, URL_OPTION } from '../command/command.ts';
import { operatorKey } from './database/operator-key.ts';
import { apiAt } from './manage/api.ts';
import { exported } from './manage/round-trip.ts';

const USAGE = `newsgauge export [--url http://localhost:8787] > FILE

Prints geo groups, topics, companies, sources with their feeds, rules, articles, saved searches, notes on days and selections,
one {collection, value} a line. For a deployed address put an operator key into the environment as NEWSGAUGE_KEY. newsgauge
import FILE takes what it has printed; clicks, keys and webhooks are in backups only.`;

await run(USAGE, async () => {
  const { values } = parseArgs({ options: URL_OPTION });
  const base = serviceAt(values.url);
  for await (const line of exported(apiAt(base, await operatorKey(base)), Date.now()))
    console.log(JSON.stringify(line));
});
