import { sendValues } from '../command/send.ts';
import type { RetagReport } from '../content/rules/retag.ts';
import { TAG_KINDS } from '../tagging/tags.ts';
import { operatorKey } from './operator-key.ts';
import { serviceAt } from './service-address.ts';

interface RetagOptions {
  /** Id of the last article to skip. */
  after: number;
  service?: string;
  json?: boolean;
}

export async function retagCommand({ after: first, service, json }: RetagOptions): Promise<void> {
  const base = serviceAt(service);
  const key = await operatorKey(base);
  const total = { examined: 0, changed: 0 };
  const tags = TAG_KINDS.map((kind) => ({ kind, added: 0, removed: 0 }));
  for (let after: number | null = first; after !== null; ) {
    const answer: unknown = await sendValues({ base, key, method: 'POST' }, `retag?after=${after}&limit=2000`, []);
    const report = answer as RetagReport;
    total.examined += report.examined;
    total.changed += report.changed;
    for (const each of tags) {
      each.added += report.tags[each.kind].added;
      each.removed += report.tags[each.kind].removed;
    }
    after = report.after;
    if (after !== null && !json)
      console.log(
        `${total.examined} articles examined, ${total.changed} changed; to resume here, use --after ${after}`,
      );
  }
  if (json) return console.log(JSON.stringify({ ...total, tags }, null, 2));
  for (const { kind, added, removed } of tags) console.log(`${kind}: ${added} added, ${removed} removed`);
  console.log(`${total.examined} articles examined, ${total.changed} changed`);
}
