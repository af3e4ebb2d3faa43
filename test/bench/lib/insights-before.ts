import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../src/command/paths.ts';
import { fixed, table } from './report.ts';

/** Reads the previous results of `npm run bench -- insights` from the page that it wrote. */

export interface Figures {
  /** Rows read per response, in the order of the page's columns. */
  rows: number[];
  /** Requests per second relative to a trivial query and to a static file, or `null` if not measured. */
  ratios: { uncached: number; cached: number } | null;
}

const PAGE = join(ROOT, 'docs/measured/insights.md');

/** Returns the figures by response and the date of the page (`YYYY-MM-DD`), or `null` if there is no page. */
export function figuresBefore(): { day: string; answers: Map<string, Figures> } | null {
  return existsSync(PAGE) ? readFigures(readFileSync(PAGE, 'utf8')) : null;
}

/** Parses the page's two tables: rows as `300 of 325 (10)`, ratios as numbers. */
export function readFigures(page: string): { day: string; answers: Map<string, Figures> } {
  const answers = new Map<string, Figures>();
  for (const line of page.split('\n').filter((line) => line.startsWith('| '))) {
    const [name = '', ...cells] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const rows = cells.map((cell) => /^([\d,]+) of /.exec(cell)?.[1]?.replaceAll(',', ''));
    if (rows.every((count) => count !== undefined)) answers.set(name, { rows: rows.map(Number), ratios: null });
    const known = answers.get(name);
    const [, uncached, , cached] = cells.map(Number);
    if (known && cells.length === 4 && rows.every((count) => count === undefined))
      known.ratios = { uncached: uncached ?? Number.NaN, cached: cached ?? Number.NaN };
  }
  return { day: /\d{4}-\d\d-\d\d/.exec(page)?.[0] ?? '', answers };
}

export function comparison(now: ReadonlyMap<string, Figures>, before = figuresBefore()): string {
  if (!before) return '';
  const known = [...now].flatMap(([name, figures]) => {
    const then = before.answers.get(name);
    return then ? [{ name, now: figures, then }] : [];
  });
  const more = known.filter(({ now, then }) => now.rows.some((rows, i) => rows > (then.rows[i] ?? rows)));
  const fewer = known.filter(({ now, then }) => now.rows.some((rows, i) => rows < (then.rows[i] ?? rows)));
  const named = (list: typeof known) => (list.length > 0 ? list.map(({ name }) => name).join(', ') : 'none');
  const change = (then: number, now: number) => `${fixed(then, 2)} → ${fixed(now, 2)}`;
  const timed = known.flatMap(({ name, now: { ratios: is }, then: { ratios: was } }) =>
    is && was ? [[name, change(was.uncached, is.uncached), change(was.cached, is.cached)]] : [],
  );
  return `## Compared with ${before.day}

Of ${known.length} answers that were measured then, ${known.length - new Set([...more, ...fewer]).size} read as many rows as then. More: ${named(more)}. Fewer: ${named(fewer)}.

${table(['answer', 'ratio to one trivial D1 query', 'ratio to static JSON'], timed)}`;
}
