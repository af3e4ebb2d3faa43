import type { Child } from 'hono/jsx/dom';
import { useQuery } from '../lib/request.ts';
import { dateOf } from '../lib/time.ts';
import { loadPage } from './api.ts';
import { type Collection, collectionOf, type Row, type StoredArticle } from './collections.tsx';

/** Where things are used, before they are deleted or merged. */

/** How much of each refers to them, or which. */
export type Used = Record<string, number | string[]>;

/** What the service says of each, taken together. */
export function usedBy(answers: readonly Row[]): Used {
  const used: Used = {};
  for (const answer of answers)
    for (const [name, what] of Object.entries((answer.loses ?? answer.moves ?? {}) as Used)) {
      const before = used[name];
      if (typeof what === 'number') used[name] = what + (typeof before === 'number' ? before : 0);
      else used[name] = [...new Set([...(Array.isArray(before) ? before : []), ...what])].sort();
    }
  return used;
}

const MOST_DAYS = 5;

/** `{articles: 12, rules: 1, recommendedDays: ['2026-11-21']}` → `12 articles`, `1 rule`, `the desk: 21 Nov 2026`. */
export const usesText = (used: Used): string[] =>
  Object.entries(used).flatMap(([name, what]) => {
    if (typeof what === 'number') return what > 0 ? [`${what} ${what === 1 ? name.replace(/s$/, '') : name}`] : [];
    if (what.length === 0) return [];
    const more = what.length > MOST_DAYS ? ` and ${what.length - MOST_DAYS} more` : '';
    return [`the selections of the desk for ${what.slice(0, MOST_DAYS).map(dateOf).join(', ')}${more}`];
  });

/** What a confirmation says before a deletion. */
export function Uses({ of, isMany, children }: { of: Used; isMany: boolean; children?: Child }) {
  const words = usesText(of);
  const [it, is] = isMany ? ['They', 'are'] : ['It', 'is'];
  return (
    <>
      {words.length > 0 ? (
        <>
          <p>{it} will be taken out of:</p>
          <ul class="stack uses">
            {words.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </>
      ) : (
        <p>
          {it} {is} not used anywhere.
        </p>
      )}
      {children}
      <p class="hint">You can undo this, and find {isMany ? 'them' : 'it'} under “Deleted” for 30 days.</p>
    </>
  );
}

/** By which parameter articles are found that name one. */
const PARAMETERS: Record<string, string> = {
  topics: 'topics',
  companies: 'companies',
  sources: 'sources',
  'geo-groups': 'geoGroups',
};
const EXAMPLES = 3;

/** The newest articles that name one. */
export function Examples({ kind, id }: { kind: Collection; id: string }) {
  const articles = collectionOf('articles');
  const parameter = PARAMETERS[kind.name];
  const query = { [parameter ?? 'topics']: id, limit: EXAMPLES };
  const found = useQuery(['examples', query], (signal) => loadPage(articles as Collection, query, signal), {
    paused: !parameter,
  });
  const rows = (found.value?.rows ?? []) as unknown as StoredArticle[];
  if (rows.length === 0) return null;
  return (
    <>
      <p>Its newest articles:</p>
      <ul class="stack uses">
        {rows.map(({ id, title }) => (
          <li key={id} dir="auto">
            {title}
          </li>
        ))}
      </ul>
    </>
  );
}
