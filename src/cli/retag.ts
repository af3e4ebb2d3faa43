/** `npm run retag`: applies the tagging rules to all stored articles of a local or deployed newsgauge, and reports the changes. */
import { parseArgs } from 'node:util';
import { fail, run, serviceAt, URL_OPTION } from '../command/command.ts';
import { send } from '../command/send.ts';
import type { RetagReport } from '../content/rules/retag.ts';
import { TAG_KINDS } from '../tagging/tags.ts';
import { operatorKey } from './database/operator-key.ts';

const USAGE = `newsgauge retag [--after ID] [--url http://localhost:8787]

--after goes on where a run was interrupted. For a deployed address put an operator key into the environment as NEWSGAUGE_KEY.`;

await run(USAGE, async () => {
  const { values } = parseArgs({ options: { after: { type: 'string', default: '0' }, ...URL_OPTION } });
  if (!/^\d{1,10}$/.test(values.after)) fail(`--after takes the id of an article, not ${values.after}`);
  const base = serviceAt(values.url);
  const key = await operatorKey(base);
  const total = { examined: 0, changed: 0 };
  const tags = TAG_KINDS.map((kind) => ({ kind, added: 0, removed: 0 }));
  for (let after: number | null = Number(values.after); after !== null; ) {
    const answer: unknown = await send({ base, key, method: 'POST' }, `retag?after=${after}&limit=2000`, []);
    const report = answer as RetagReport;
    total.examined += report.examined;
    total.changed += report.changed;
    for (const each of tags) {
      each.added += report.tags[each.kind].added;
      each.removed += report.tags[each.kind].removed;
    }
    after = report.after;
    if (after !== null)
      console.log(`${total.examined} articles examined, ${total.changed} changed; next after ${after}`);
  }
  for (const { kind, added, removed } of tags) console.log(`${kind}: ${added} added, ${removed} removed`);
  console.log(`${total.examined} articles examined, ${total.changed} changed`);
});
