import { ne } from 'drizzle-orm';
import type { Api } from '../../command/api.ts';
import { now } from '../../command/command.ts';
import { feedLine, importOpml, Sum } from '../../command/import-feeds.ts';
import { sendBy } from '../../command/send.ts';
import { SERVICE_ACTOR } from '../../content/history/audit.ts';
import { removeDemo } from '../../content/removal/remove-demo.ts';
import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import { openDb } from '../../db/client.ts';
import { topics } from '../../db/schema.ts';
import { RULES, TOPICS } from '../../demo/demo-topics.ts';
import { endLoad } from './load-demo.ts';
import type { Newsroom, Tell } from './newsroom.ts';

/** Imports the feeds of an OPML file and removes the demo's articles. Returns true if any feed had an article. */
export async function useOwnFeeds({ api, db }: Newsroom, file: string, tell: Tell): Promise<boolean> {
  const author = { actor: SERVICE_ACTOR, now: now() * 1000 };
  // An interrupted load of the demo is completed first, so that everything it stored counts as demo content.
  await endLoad(db);
  const { removed } = await removeDemo(openDb(db), author, { keeps: ['topic'] });
  if (removed > 0) {
    await sendBy(api, 'rebuild', [], 'POST');
    tell(`The articles, companies and sources of the demo newsroom have been removed.`, true);
  }
  await nameTopics(db, api);
  const sum = new Sum();
  tell('Reading the feeds');
  await importOpml(api, file, (line) => {
    tell(feedLine(line), true);
    sum.add(line);
  });
  tell(sum.summary(), true);
  return !sum.isNothing;
}

async function nameTopics(d1: D1Database, api: Api): Promise<void> {
  const own = await openDb(d1)
    .select({ id: topics.id })
    .from(topics)
    .where(ne(topics.id, RISK_MANAGEMENT_TOPIC))
    .limit(1);
  if (own.length > 0) return;
  for (const [collection, values] of Object.entries({ topics: TOPICS, rules: RULES }))
    await sendBy(api, collection, values);
}
