import { NOWHERE } from '../content/index/tokens.ts';

/** Expression over the index tokens of articles. It can be rendered for FTS5 or evaluated for one article. */
export type Expression =
  | { token: string }
  | { start: string }
  | { all: readonly Expression[] }
  | { any: readonly Expression[] }
  | { wanted: Expression; without: Expression };

export const token = (name: string): Expression => ({ token: name });

/** Matches articles with any of these tokens. An empty list matches nothing. */
export const anyToken = (tokens: readonly string[]): Expression => anyOf(tokens.map(token));

export const allOf = (parts: readonly Expression[]): Expression =>
  parts.length === 1 && parts[0] ? parts[0] : { all: parts };
export const anyOf = (parts: readonly Expression[]): Expression =>
  parts.length === 1 && parts[0] ? parts[0] : { any: parts };

/** Makes FTS5 evaluate an expression first. In `left NOT right`, FTS5 evaluates `right` only if `left` matches. */
export const first = (wanted: Expression): Expression => ({ wanted, without: token(NOWHERE) });

/** Renders an expression for FTS5. Tokens need no quotes, because they contain only letters and digits. */
export function render(expression: Expression): string {
  if ('token' in expression) return expression.token;
  if ('start' in expression) return `${expression.start}*`;
  if ('all' in expression) return `(${expression.all.map(render).join(' AND ')})`;
  if ('any' in expression) return `(${expression.any.map(render).join(' OR ')})`;
  return `(${render(expression.wanted)} NOT ${render(expression.without)})`;
}

export function matchesTokens(expression: Expression, tokens: ReadonlySet<string>): boolean {
  if ('token' in expression) return tokens.has(expression.token);
  if ('start' in expression) return [...tokens].some((name) => name.startsWith(expression.start));
  if ('all' in expression) return expression.all.every((part) => matchesTokens(part, tokens));
  if ('any' in expression) return expression.any.some((part) => matchesTokens(part, tokens));
  return matchesTokens(expression.wanted, tokens) && !matchesTokens(expression.without, tokens);
}
