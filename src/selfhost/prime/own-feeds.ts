import { ne } from 'drizzle-orm';
import { now } from '../../command/command.ts';
import { send } from '../../command/send.ts';
import { SERVICE } from '../../content/history/audit.ts';
import { removeDemo } from '../../content/removal/demo.ts';
import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import { openDb } from '../../db/client.ts';
import { topics } from '../../db/schema.ts';
import { RULES, TOPICS } from '../../demo/topics.ts';
import type { LocalService } from '../runtime/local-service.ts';
import { feedLine, importOpml, Sum, type Target } from './import-feeds.ts';
import { endLoad } from './load-demo.ts';

/** Fills the newsroom from the feeds of an OPML file. The demo's stories are removed or never loaded; its topics and their tagging rules stay. False: no feed has brought a story. */
export async function useOwnFeeds({ url, db }: LocalService, operator: string, file: string): Promise<boolean> {
  const target = { base: url, key: operator };
  const author = { actor: SERVICE, now: now() * 1000 };
  // A load that was interrupted ends here, so that what it has stored is known as the demo's.
  await endLoad(db);
  const { removed } = await removeDemo(openDb(db), author, { keeps: ['topic'] });
  if (removed > 0) {
    await send({ ...target, method: 'POST' }, 'rebuild', []);
    console.log(`The demo newsroom's articles, companies and sources are removed.`);
  }
  await nameTopics(db, target);
  const sum = new Sum();
  await importOpml(target, file, (line) => {
    console.log(feedLine(line));
    sum.add(line);
  });
  console.log(sum.summary());
  return !sum.isNothing;
}

/** A newsroom without topics gets those of the demo, with their tagging rules. */
async function nameTopics(d1: D1Database, target: Target): Promise<void> {
  const own = await openDb(d1)
    .select({ id: topics.id })
    .from(topics)
    .where(ne(topics.id, RISK_MANAGEMENT_TOPIC))
    .limit(1);
  if (own.length > 0) return;
  for (const [collection, values] of Object.entries({ topics: TOPICS, rules: RULES }))
    await send(target, collection, values);
}
