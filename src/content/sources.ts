import type { Db } from '../db/client.ts';
import { upsertRows } from '../db/json.ts';
import { sources } from '../db/schema.ts';
import { anyFacetOf } from './article-rows.ts';
import { renameSources } from './article-store.ts';
import { type Author, newChange, recordUpserts, updatedTokens } from './audit.ts';
import { type Changed, changedBy } from './changed.ts';
import { domainToken } from './facets.ts';
import type { Source } from './input.ts';
import { chunks, type Line, lastByKey } from './saved.ts';

const CHUNK = 200;
/** The fields that articles repeat. */
const CARRIED = ['name', 'icon', 'iframeable', 'organisationType', 'client'];
const COLUMNS = ['domain', 'name', 'icon', 'iframeable', 'organisationType', 'client'] as const;

/** Stores sources and updates their articles, index included, in transactions of 200. */
export async function saveSources(db: Db, lines: readonly Line<Source>[], author: Author): Promise<Changed> {
  const values = lastByKey(lines, ({ domain }) => domain).map(({ value: { feeds: _, ...source } }) => source);
  const rows = values.map((source) => ({ ...source, iframeable: source.iframeable ?? true }));
  const marked: { topicId: number }[] = [];
  for (const chunk of chunks(rows, CHUNK)) {
    const change = newChange(author);
    const tokens = chunk.map(({ domain }) => [domain, domainToken(domain)] as const);
    const [, , , , touched] = await db.transaction(
      recordUpserts(change, { kind: 'source', table: sources, columns: COLUMNS, key: 'domain', rows: chunk }),
      upsertRows(sources, chunk, { columns: COLUMNS, key: ['domain'] }),
      ...renameSources(anyFacetOf(updatedTokens(change, 'source', tokens, CARRIED))),
    );
    marked.push(...touched);
  }
  return changedBy(marked);
}
