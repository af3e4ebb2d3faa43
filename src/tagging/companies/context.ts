import companyContexts from '../reference/company-contexts.json' with { type: 'json' };
import type { Span } from '../trie.ts';
import type { TextWord } from '../words.ts';

/** Signs of well-known companies, by their name in small letters. */
interface Context {
  /** Products, leaders, rivals and trades of which its texts speak, as a pattern. */
  with?: string;
  /** Words behind the name, parted by `|`, which make it another name or expression. */
  not?: string;
  /** Matters of texts that mean something else, as a pattern. */
  against?: string;
}
interface Patterns {
  with: RegExp | null;
  not: ReadonlySet<string>;
  against: RegExp | null;
}
const CONTEXTS: Readonly<Record<string, Context>> = companyContexts;
const patterns = new Map<string, Patterns>();

/** What is known of the company of a name, if it is well known. */
export function contextOf(all: readonly TextWord[], { from, to }: Span): Patterns | undefined {
  const form = all[all[from]?.form === 'the' ? from + 1 : from]?.form ?? '';
  const context = to - from <= 2 ? CONTEXTS[form] : undefined;
  if (!context) return undefined;
  const pattern = (text: string | undefined) =>
    text ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${text})(?![\\p{L}\\p{N}])`, 'iu') : null;
  const known = patterns.get(form) ?? {
    with: pattern(context.with),
    not: new Set(context.not?.split('|')),
    against: pattern(context.against),
  };
  patterns.set(form, known);
  return known;
}
