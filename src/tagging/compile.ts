import { isNamedAfter } from './companies/signs.ts';
import { ownNames } from './companies/trades.ts';
import { withoutDateline } from './dateline.ts';
import { MIN_CHANCE, type Odds, type TagEvidence, weighEvidence } from './evidence.ts';
import { isElsewhere } from './misleading-places.ts';
import type { Phrase } from './phrase.ts';
import type { Rule, RuleUse } from './rule.ts';
import { type TagKind, type Tags, tagsOf } from './tags.ts';
import { type FoundPhrase, type Span, Trie } from './trie.ts';
import { placesOfWords, type TextWord, wordsOf } from './words.ts';

interface Match {
  rule: Rule;
  spans: Span[];
}

/**
 * Applies the exclusions of rules. An exclusion that overlaps matched words cancels only these matches. Any other
 * exclusion cancels the tag.
 */
function withoutExclusions(found: readonly FoundPhrase<RuleUse>[]): Match[] {
  const names = found.filter(({ value }) => !value.excludes && value.rule?.kind !== 'topics');
  // A longer name such as `Boston Globe` hides the place in it, but not a company. Companies are decided by evidence.
  const isCovered = (use: FoundPhrase<RuleUse>) =>
    names.some((other) => isInside(use, other) && (other.value.rule || use.value.rule?.kind !== 'companies'));
  const byRule = Map.groupBy(found, ({ value }) => value.rule);
  byRule.delete(null);
  return Array.from(byRule).flatMap(([rule, uses]) => {
    // In “West Virginia”, `Virginia` follows a name but is not a surname.
    const isSurname = (use: FoundPhrase<RuleUse>) => use.surname && !names.some((other) => isInside(use, other));
    const exclusions = uses.filter((use) => use.value.excludes || isSurname(use));
    const meant = uses.filter((use) => !exclusions.includes(use));
    const isExcluded = exclusions.some((exclusion) => !meant.some((use) => overlaps(use, exclusion)));
    // A city counts even if its country's name is excluded, because a text may name both Kinshasa and Brazzaville.
    const own = isExcluded ? meant.filter(({ value }) => value.part === 'town' || value.part === 'small') : meant;
    const spans = own.filter((use) => !exclusions.some((other) => overlaps(use, other)) && !isCovered(use));
    return rule && spans.length > 0 ? [{ rule, spans }] : [];
  });
}

/** Replaces country abbreviations in amounts of money with spaces, as in `US $1.25 billion`. */
const withoutMoney = (text: string): string =>
  text.replace(/(?<![\p{L}.])(?:[UA]\.?S\.?|AU|A|CA|C|HK|NZ|NT|S|SG|R|MX)(?=\s?\$\s?\d)/gu, (country) =>
    ' '.repeat(country.length),
  );

const isOfVenue = ({ value: { rule, excludes }, ...span }: FoundPhrase<RuleUse>, words: readonly TextWord[]): boolean =>
  rule?.kind === 'companies' && !excludes && isNamedAfter(words, span);

const overlaps = (a: Span, b: Span) => a.from < b.to && b.from < a.to;
const isInside = (a: Span, b: Span) => b.from <= a.from && a.to <= b.to && b.to - b.from > a.to - a.from;

export interface TaggedText {
  title: string;
  introduction: string;
  language?: string | null | undefined;
}

export interface Mention {
  field: 'title' | 'introduction';
  from: number;
  to: number;
  text: string;
}

export interface Reason {
  kind: TagKind;
  ref: number | string;
  places: Mention[];
  /** Evidence for a company if all its mentions are ambiguous, otherwise `null`. */
  evidence: TagEvidence | null;
}

export interface Tagger {
  tags(text: TaggedText): Tags;
  reasons(text: TaggedText): Reason[];
  /** Returns the companies whose ambiguous names occur in the text, including unlikely ones. */
  doubts(text: TaggedText): (Reason & { evidence: TagEvidence })[];
}

/** Separator of title and introduction, so that no phrase contains words of both. */
const FIELD_BREAK: TextWord = {
  form: '',
  capital: false,
  upper: false,
  joined: false,
  hyphened: false,
  owner: false,
  proper: false,
};

export interface Base {
  rules: readonly Rule[];
  trie: Trie<RuleUse>;
}

export const compileBase = (rules: readonly Rule[], masks: readonly Phrase[]): Base => ({
  rules,
  trie: trieOf(rules, masks),
});

function trieOf(rules: readonly Rule[], masks: readonly Phrase[], known = (rule: Rule): Rule => rule): Trie<RuleUse> {
  const trie = new Trie<RuleUse>();
  for (const given of rules.toSorted(byRef)) {
    const rule = known(given);
    const own = given.words.some(({ doubtful }) => doubtful) ? ownNames(given.words) : null;
    for (const phrase of given.words) {
      const doubtful = phrase.doubtful && { ...phrase.doubtful, own };
      trie.add(phrase, { rule, excludes: false, doubtful, part: phrase.part });
    }
    for (const phrase of given.exclusions) trie.add(phrase, { rule, excludes: true, doubtful: null });
  }
  for (const phrase of masks) trie.add(phrase, { rule: null, excludes: false, doubtful: null });
  return trie;
}

/** Compiles rules into a tagger. Tags have the order of their words in the text. Words in longer names do not count. */
export function compileTagger(
  rules: readonly Rule[],
  masks: readonly Phrase[] = [],
  learnt: ReadonlyMap<number | string, Odds> = new Map(),
  base: Base | null = null,
): Tagger {
  const known = new Map(base?.rules.map((rule) => [rule.ref, rule]));
  const trie = trieOf(rules, masks, (rule) => (rule.kind === 'countries' ? known.get(rule.ref) : undefined) ?? rule);
  const read = ({ title, introduction }: TaggedText) => {
    const words = [
      ...wordsOf(withoutMoney(title)),
      FIELD_BREAK,
      ...wordsOf(withoutMoney(withoutDateline(introduction))),
    ];
    const own = trie.find(words);
    const found = base ? [...base.trie.find(words), ...own].sort((a, b) => a.from - b.from || a.to - b.to) : own;
    const names = found.filter(({ value }) => value.rule?.kind === 'companies' && !value.excludes);
    const named = { words, text: `${title}\n${introduction}`, names };
    const evidence = new Map<Span, TagEvidence>();
    for (const name of names) {
      const { rule, doubtful } = name.value;
      if (rule && doubtful) evidence.set(name, weighEvidence(named, name, doubtful, learnt.get(rule.ref)));
    }
    return { found, evidence, words };
  };
  const meantIn = (text: TaggedText) => {
    const { found: all, evidence, words } = read(text);
    const found = all.filter((use) => !isElsewhere(use, all, words) && !isOfVenue(use, words));
    const isMeant = (use: Span) => (evidence.get(use)?.chance ?? 1) >= MIN_CHANCE;
    return { matches: withoutExclusions(found.filter(isMeant)), evidence };
  };
  const reasonOf = (text: TaggedText, { rule, spans }: Match, evidence: ReadonlyMap<Span, TagEvidence>): Reason => {
    const weighed = spans.flatMap((span) => evidence.get(span) ?? []).toSorted((a, b) => b.chance - a.chance);
    const best = weighed.length === spans.length ? weighed[0] : undefined;
    return { kind: rule.kind, ref: rule.ref, places: mentionsOf(text, spans), evidence: best ?? null };
  };
  return {
    tags(text) {
      const rulesFound = meantIn(text).matches.map(({ rule }) => rule);
      return tagsOf((kind) => rulesFound.filter((rule) => rule.kind === kind).map(({ ref }) => ref));
    },
    reasons(text) {
      const { matches, evidence } = meantIn(text);
      return matches.map((match) => reasonOf(text, match, evidence));
    },
    doubts(text) {
      const { found, evidence } = read(text);
      if (evidence.size === 0) return [];
      const reasons = withoutExclusions(found).map((match) => reasonOf(text, match, evidence));
      return reasons.flatMap(({ evidence, ...reason }) => (evidence ? [{ ...reason, evidence }] : []));
    },
  };
}

const byRef = (a: Rule, b: Rule): number =>
  a.kind === b.kind ? (a.ref < b.ref ? -1 : Number(a.ref > b.ref)) : a.kind < b.kind ? -1 : 1;

function mentionsOf(text: TaggedText, spans: readonly Span[]): Mention[] {
  const title = placesOfWords(withoutMoney(text.title));
  return spans.map(({ from, to }) => {
    const inTitle = from < title.length;
    const field = inTitle ? 'title' : 'introduction';
    const words = inTitle ? title : placesOfWords(withoutMoney(withoutDateline(text.introduction)));
    const shift = inTitle ? 0 : title.length + 1;
    const [first, last] = [words[from - shift]?.from ?? 0, words[to - 1 - shift]?.to ?? 0];
    return { field, from: first, to: last, text: text[field].slice(first, last) };
  });
}
