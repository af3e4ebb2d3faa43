import { withoutDateline } from './dateline.ts';
import { chanceOfCompany, type Named } from './evidence.ts';
import type { Phrase } from './phrase.ts';
import type { Rule, Use } from './rule.ts';
import { type TagKind, type Tags, tagsOf } from './tags.ts';
import { type Found, type Span, Trie } from './trie.ts';
import { placesOfWords, type Word, wordsOf } from './words.ts';

/** A rule that a text matches, and the places of its words. */
interface Match {
  rule: Rule;
  spans: Span[];
}

/**
 * The rules whose words a text contains. An exclusion that overlaps its rule's own words cancels them there; one found elsewhere
 * keeps the rule from tagging the text at all, and so does a country's name that is a surname there.
 */
function withoutExclusions(found: readonly Found<Use>[]): Match[] {
  const names = found.filter(({ value }) => !value.excludes && value.rule?.kind !== 'topics');
  // A mask is a name that has a place's name in it (`Boston Globe`); whether a company is meant, the text says.
  const isCovered = (use: Found<Use>) =>
    names.some((other) => isInside(use, other) && (other.value.rule || use.value.rule?.kind !== 'companies'));
  const byRule = Map.groupBy(found, ({ value }) => value.rule);
  byRule.delete(null);
  return Array.from(byRule).flatMap(([rule, uses]) => {
    // `Virginia` in “West Virginia” follows a name but is not a surname.
    const isSurname = (use: Found<Use>) => use.surname && !names.some((other) => isInside(use, other));
    const exclusions = uses.filter((use) => use.value.excludes || isSurname(use));
    const own = uses.filter((use) => !exclusions.includes(use));
    if (exclusions.some((exclusion) => !own.some((use) => overlaps(use, exclusion)))) return [];
    const spans = own.filter((use) => !exclusions.some((other) => overlaps(use, other)) && !isCovered(use));
    return rule && spans.length > 0 ? [{ rule, spans }] : [];
  });
}

/** The finds without names of companies that mean something else in this text. */
function meant(found: readonly Found<Use>[], text: Pick<Named, 'words' | 'text'>): readonly Found<Use>[] {
  if (!found.some(({ value }) => value.doubtful)) return found;
  const names = found.filter(({ value }) => value.rule?.kind === 'companies' && !value.excludes);
  const isMeant = (use: Found<Use>) =>
    use.value.doubtful === null || chanceOfCompany({ ...text, names }, use, use.value.doubtful) > 0.5;
  return found.filter(isMeant);
}

const overlaps = (a: Span, b: Span) => a.from < b.to && b.from < a.to;
const isInside = (a: Span, b: Span) => b.from <= a.from && a.to <= b.to && b.to - b.from > a.to - a.from;

export interface Text {
  title: string;
  introduction: string;
  /** ISO 639-1; none where it is not known. */
  language?: string | null | undefined;
}

/** Where a text says what a tag is given for: characters `from` up to, not including, `to` of a field. */
export interface Mention {
  field: 'title' | 'introduction';
  from: number;
  to: number;
  /** What is said there. */
  text: string;
}

/** A tag that a text gets, and why. */
export interface Reason {
  kind: TagKind;
  ref: number | string;
  places: Mention[];
}

/** Finds what a text is about. */
export interface Tagger {
  tags(text: Text): Tags;
  /** The same with the places that say so. */
  reasons(text: Text): Reason[];
}

/** Ends the title: no phrase reaches into the introduction. */
const BREAK: Word = { form: '', capital: false, upper: false, joined: false, proper: false };

/**
 * Makes a tagger of rules. Words inside a longer name (of a company, country or geo group, or one of `masks`) do not count, and
 * exclusions hold (`exclusions.ts`). Tags are in the order in which the text names them, those of the same words by id, code or slug:
 * what a thing is called must not move the tags of articles.
 */
export function compileTagger(rules: readonly Rule[], masks: readonly Phrase[] = []): Tagger {
  const trie = new Trie<Use>();
  for (const rule of rules.toSorted(byRef)) {
    for (const phrase of rule.words) trie.add(phrase, { rule, excludes: false, doubtful: phrase.doubtful });
    for (const phrase of rule.exclusions) trie.add(phrase, { rule, excludes: true, doubtful: null });
  }
  for (const phrase of masks) trie.add(phrase, { rule: null, excludes: false, doubtful: null });
  const matches = ({ title, introduction }: Text): Match[] => {
    const words = [...wordsOf(title), BREAK, ...wordsOf(withoutDateline(introduction))];
    return withoutExclusions(meant(trie.find(words), { words, text: `${title}\n${introduction}` }));
  };
  return {
    tags(text) {
      const rulesFound = matches(text).map(({ rule }) => rule);
      return tagsOf((kind) => rulesFound.filter((rule) => rule.kind === kind).map(({ ref }) => ref));
    },
    reasons: (text) =>
      matches(text).map(({ rule: { kind, ref }, spans }) => ({ kind, ref, places: mentionsOf(text, spans) })),
  };
}

const byRef = (a: Rule, b: Rule): number =>
  a.kind === b.kind ? (a.ref < b.ref ? -1 : Number(a.ref > b.ref)) : a.kind < b.kind ? -1 : 1;

/** Words of a text, counted through title, break and introduction, in characters of their field. */
function mentionsOf(text: Text, spans: readonly Span[]): Mention[] {
  const title = placesOfWords(text.title);
  return spans.map(({ from, to }) => {
    const inTitle = from < title.length;
    const field = inTitle ? 'title' : 'introduction';
    const words = inTitle ? title : placesOfWords(withoutDateline(text.introduction));
    const shift = inTitle ? 0 : title.length + 1;
    const [first, last] = [words[from - shift]?.from ?? 0, words[to - 1 - shift]?.to ?? 0];
    return { field, from: first, to: last, text: text[field].slice(first, last) };
  });
}
