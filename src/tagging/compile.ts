import type { Phrase } from './phrase.ts';
import { type TagKind, type Tags, tagsOf } from './tags.ts';
import { type Found, type Span, Trie } from './trie.ts';
import { type Word, wordsOf } from './words.ts';

/** The phrases by which a tag is given. */
export interface Rule {
  kind: TagKind;
  /** Topic or company id, country code, geo group slug. */
  ref: number | string;
  words: readonly Phrase[];
  exclusions: readonly Phrase[];
}

/** Finds what a text is about. */
export interface Tagger {
  tags(text: { title: string; introduction: string }): Tags;
}

/** Ends the title: no phrase reaches into the introduction. */
const BREAK: Word = { form: '', capital: false, upper: false, joined: false, proper: false };

/** Signs that a text is about business. */
const BUSINESS =
  /\b(shares?|stocks?|shareholders?|investors?|earnings|profits?|profitab\w+|revenues?|turnover|dividends?|IPO|CEO|CFO|COO|chief (executive|financial|operating|underwriting|risk)|chair(man|woman)|boss|acqui(res?|red|ring|sition)|takeover|buyout|merge[rsd]?|stake|subsidiar(y|ies)|retailers?|insurers?|brokers?|MGA|lawsuit|sue[sd]?|recalls?|spokes(man|woman|person)|customers?|analysts?|Inc|plc|Ltd|Corp|insured|underwriters?|appoints?|hires?)\b/i;

/** A phrase's use; a mask belongs to no rule. */
interface Use {
  rule: Rule | null;
  excludes: boolean;
  /** Counts only in a text about business. */
  business: boolean;
}

/**
 * Makes a tagger of rules. Words inside a longer name (of a company, country or geo group, or one of `masks`) do not count. An exclusion that overlaps its rule's own words cancels them there; one found elsewhere in the text keeps
 * the rule from tagging it at all, and so does a country's name that is a surname there. Tags are in the order in which the text names them.
 */
export function compileTagger(rules: readonly Rule[], masks: readonly Phrase[] = []): Tagger {
  const trie = new Trie<Use>();
  for (const rule of rules) {
    for (const phrase of rule.words) trie.add(phrase, { rule, excludes: false, business: phrase.business });
    for (const phrase of rule.exclusions) trie.add(phrase, { rule, excludes: true, business: false });
  }
  for (const phrase of masks) trie.add(phrase, { rule: null, excludes: false, business: false });
  return {
    tags({ title, introduction }) {
      const found = trie.find([...wordsOf(title), BREAK, ...wordsOf(introduction)]);
      const needsBusiness = found.some(({ value }) => value.business);
      const isOther = needsBusiness && !BUSINESS.test(title) && !BUSINESS.test(introduction);
      const rulesFound = resolve(isOther ? found.filter(({ value }) => !value.business) : found);
      return tagsOf((kind) => rulesFound.filter((rule) => rule.kind === kind).map(({ ref }) => ref));
    },
  };
}

/** The rules whose words the text contains, after exclusions and longer names. */
function resolve(found: readonly Found<Use>[]): Rule[] {
  const names = found.filter(({ value }) => !value.excludes && value.rule?.kind !== 'topics');
  const byRule = Map.groupBy(found, ({ value }) => value.rule);
  byRule.delete(null);
  return Array.from(byRule).flatMap(([rule, uses]) => {
    // `Virginia` in “West Virginia” follows a name but is not a surname.
    const isSurname = (use: Found<Use>) => use.surname && !names.some((other) => isInside(use, other));
    const exclusions = uses.filter((use) => use.value.excludes || isSurname(use));
    const own = uses.filter((use) => !exclusions.includes(use));
    if (exclusions.some((exclusion) => !own.some((use) => overlaps(use, exclusion)))) return [];
    const stands = own.some(
      (use) => !exclusions.some((other) => overlaps(use, other)) && !names.some((other) => isInside(use, other)),
    );
    return rule && stands ? [rule] : [];
  });
}

const overlaps = (a: Span, b: Span) => a.from < b.to && b.from < a.to;
const isInside = (a: Span, b: Span) => b.from <= a.from && a.to <= b.to && b.to - b.from > a.to - a.from;
