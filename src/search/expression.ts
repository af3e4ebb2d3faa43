import { NOWHERE } from '../content/index/tokens.ts';

/** Expressions over the tokens of articles: rendered for FTS5, or evaluated over the tokens of one article. */
export type Expression =
  | { token: string }
  /** Tokens with this beginning. */
  | { start: string }
  | { all: readonly Expression[] }
  | { any: readonly Expression[] }
  | { wanted: Expression; without: Expression };

export const token = (name: string): Expression => ({ token: name });

/** Any of these tokens; without tokens it matches nothing. */
export const anyToken = (tokens: readonly string[]): Expression => anyOf(tokens.map(token));

export const allOf = (parts: readonly Expression[]): Expression =>
  parts.length === 1 && parts[0] ? parts[0] : { all: parts };
export const anyOf = (parts: readonly Expression[]): Expression =>
  parts.length === 1 && parts[0] ? parts[0] : { any: parts };

/**
 * An expression that the index evaluates by itself, before its neighbours. FTS5 advances the parts of an AND one after the other,
 * each to its own next match, and finding the next match of a hundred words or of a phrase is expensive; a NOT keeps
 * the parts on its left together, so that the rest is evaluated only where they match.
 */
export const first = (wanted: Expression): Expression => ({ wanted, without: token(NOWHERE) });

/** The text of an expression for FTS5. Tokens are letters and digits, which FTS5 takes as they are. */
export function render(expression: Expression): string {
  if ('token' in expression) return expression.token;
  if ('start' in expression) return `${expression.start}*`;
  if ('all' in expression) return `(${expression.all.map(render).join(' AND ')})`;
  if ('any' in expression) return `(${expression.any.map(render).join(' OR ')})`;
  return `(${render(expression.wanted)} NOT ${render(expression.without)})`;
}

/** Whether an article with these tokens matches an expression. */
export function holds(expression: Expression, tokens: ReadonlySet<string>): boolean {
  if ('token' in expression) return tokens.has(expression.token);
  if ('start' in expression) return [...tokens].some((name) => name.startsWith(expression.start));
  if ('all' in expression) return expression.all.every((part) => holds(part, tokens));
  if ('any' in expression) return expression.any.some((part) => holds(part, tokens));
  return holds(expression.wanted, tokens) && !holds(expression.without, tokens);
}
