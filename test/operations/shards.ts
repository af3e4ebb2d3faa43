import type { Db } from '../../src/db/client.ts';
import { type FeedPage, loadPage } from '../../src/search/page.ts';

type Question = Parameters<typeof loadPage>[1];

/**
 * A page of a newsroom that lies in several databases, newest range first, behind the interface of one: a database is
 * asked only where those before it have not filled the page. Returns with it how many were asked.
 */
export async function loadShardedPage(
  shards: readonly Db[],
  question: Question,
): Promise<FeedPage & { asked: number }> {
  const items: FeedPage['items'] = [];
  let asked = 0;
  for (const shard of shards) {
    // One more than is missing, to know whether there is a next page.
    const page = await loadPage(shard, { ...question, limit: question.limit + 1 - items.length });
    asked++;
    items.push(...page.items);
    if (items.length > question.limit) break;
  }
  return { ...cut(items, question.limit), asked };
}

/** The same where articles lie in any of the databases: all are asked, and their pages merged by time and id. */
export async function loadScatteredPage(shards: readonly Db[], question: Question): Promise<FeedPage> {
  const pages = await Promise.all(shards.map((shard) => loadPage(shard, { ...question, limit: question.limit + 1 })));
  const items = pages.flatMap((page) => page.items);
  items.sort((a, b) => b.publishedAt - a.publishedAt || b.contentId - a.contentId);
  return cut(items, question.limit);
}

function cut(found: FeedPage['items'], limit: number): FeedPage {
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  return { items, next: last ? { publishedAt: last.publishedAt, id: last.contentId } : null };
}
