import companyContexts from '../reference/company-contexts.json' with { type: 'json' };
import type { Span } from '../trie.ts';
import type { TextWord } from '../words.ts';

interface Context {
  /** Pattern of products, leaders, rivals and industries. In a text, they indicate the company. */
  with?: string;
  /** Words after the name, separated by `|`, that turn it into a different name or expression. */
  not?: string;
  /** Pattern of subjects that indicate that the text is about something other than the company. */
  against?: string;
}
interface Patterns {
  with: RegExp | null;
  not: ReadonlySet<string>;
  against: RegExp | null;
}
const CONTEXTS: Readonly<Record<string, Context>> = companyContexts;
const patterns = new Map<string, Patterns>();

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
