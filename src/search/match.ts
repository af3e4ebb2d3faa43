import type { Geography } from '../content/geography.ts';
import { chunks } from '../content/import-lines.ts';
import { WITH_TOKENS } from '../content/index/language-words.ts';
import { ALL, NOWHERE } from '../content/index/tokens.ts';
import { allOf, anyOf, type Expression, first, token } from './expression.ts';
import { activeFilters, type FeedFilter } from './feed-filters.ts';

/** Compiles a filter into one expression over `article_index`, with one clause per filter, joined by AND. */
export function compileMatch(filter: FeedFilter, geography: Geography): Expression {
  const context = { geography, languages: termLanguages(filter) };
  const active = activeFilters(filter).sort((a, b) => a.row.rank - b.row.rank);
  // The clauses that match fewest articles come first. Boolean filters come last, because most articles match them.
  const required = active
    .flatMap(({ row, value }) => {
      const parts = row.requires?.(value, context).map(asExpression);
      const size = typeof value === 'boolean' ? Number.MAX_VALUE : (row.size?.(value) ?? parts?.length ?? 0);
      return parts ? [{ size, clause: anyOf(parts.length > 0 ? parts : [token(NOWHERE)]) }] : [];
    })
    .sort((a, b) => a.size - b.size)
    .map(({ clause }) => clause);
  const excluded = active.flatMap(({ row, value }) => row.excludes?.(value, context).map(asExpression) ?? []);
  const wanted = required.length > 0 ? oneByOne(required) : token(ALL);
  return chunks(excluded, EXCLUSIONS_PER_NOT).reduce<Expression>(
    (left, some) => ({ wanted: left, without: anyOf(some) }),
    wanted,
  );
}

const asExpression = (part: string | Expression): Expression => (typeof part === 'string' ? token(part) : part);

export const termLanguages = ({ includeLanguages, languages = WITH_TOKENS }: FeedFilter): readonly string[] =>
  includeLanguages.length > 0 ? includeLanguages : languages;

export const compileAll = (filters: readonly FeedFilter[], geography: Geography): Expression =>
  allOf(filters.map((filter) => compileMatch(filter, geography)));

/** Evaluates each clause only for articles that match all previous clauses. Reading long index lists is expensive. */
const oneByOne = (clauses: readonly Expression[]): Expression =>
  clauses.reduce((before, clause) => allOf([first(before), clause]));

/** Maximum number of exclusions per NOT. An OR evaluates all of them, but a chain of NOTs stops at the first match. */
const EXCLUSIONS_PER_NOT = 5;
