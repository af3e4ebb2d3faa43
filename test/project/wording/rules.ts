/** Kinds of text that a rule applies to. Texts of pages (`src/web`) are not checked. */
export type TextKind = 'comment' | 'message' | 'document';

export interface WordingRule {
  name: string;
  kinds: readonly TextKind[];
  pattern: RegExp;
  advice: string;
}

const EVERYWHERE = ['comment', 'message', 'document'] as const;

export const MAX_SENTENCE_WORDS = 30;

/** Minimum number of words in a string literal that counts as a message. */
export const MIN_MESSAGE_WORDS = 4;

export const MAX_EXCEPTIONS = 60;

export const RULES: readonly WordingRule[] = [
  {
    name: 'unusual word',
    kinds: EVERYWHERE,
    pattern: /\b(told|tells|kept|beside|anew|whoever|seldom|somebody|nobody|surely|meanwhile)\b/i,
    advice: 'use report, show, store, next to, again, anyone, someone, certainly, or say when',
  },
  {
    name: 'headless opening',
    kinds: ['comment', 'message', 'document'],
    pattern: /^(What|Whose|Where|Who|Of|Those|The same|How far)\b(?!.*\?$)/,
    advice: 'begin with a noun or a verb',
  },
  {
    name: 'shorthand for null',
    kinds: ['comment', 'message', 'document'],
    pattern: /\b(null|left out|absent|empty): (there|it|nobody|none|never|not|too|the one)\b/i,
    advice: 'write “null if …” or “default: …”',
  },
  {
    name: 'retired term',
    kinds: EVERYWHERE,
    pattern: /\b(list tickets?|read shares?|class shares|neighbours change|click fleets?|places? of a list)\b/i,
    advice: 'use the term of docs/explanation/glossary.md',
  },
];
