import { lazy } from '../../lib/lazy.ts';
import { isPlaceName } from '../country-words.ts';
import type { Name } from '../phrase.ts';
import { frequentWords } from '../reference/frequent.ts';
import type { Span } from '../trie.ts';
import type { TextWord } from '../words.ts';
import {
  ACTS,
  AFTER_OPEN,
  BASE_ACTS,
  BASED,
  BEFORE_COMPANY,
  BEFORE_PLACE,
  BEFORE_SUBJECT,
  BUSINESS,
  COMPANY_SPOKEN_OF,
  DETERMINERS,
  ELSEWHERE,
  EXPRESSIONS,
  FINANCE,
  FUNCTION_WORD,
  IN,
  INSURANCE,
  MONEY,
  NAMED_AFTER,
  NATURE,
  NOUNS_TOO,
  OF_COMPANIES,
  OF_WORDS,
  ORGANISATION,
  PEOPLE_TOO,
  PERHAPS_BUSINESS,
  PERHAPS_INSURANCE,
  PERSON,
  PLURAL_VERBS,
  SAME_COMPANY,
  SPORT,
  STAKE_WORDS,
  STATE,
  STRUCK,
  TICKER_PATTERN,
  TOWN,
  VENUES,
  WITH_TO,
} from './company-words.ts';
import { contextOf } from './context.ts';
import { isOfOtherTrade, isOfTrade, mayInsure, ownNamesTrade } from './trades.ts';

export interface NameContext {
  words: readonly TextWord[];
  text: string;
  names: readonly Span[];
}

interface Sign {
  weight: number;
  /** Whether this sign almost always means that the name is a company. */
  isDeal?: boolean;
  isThere(named: NameContext, span: Span, name: Name): boolean;
}

/** Returns true for an amount of money such as `$300`, but not for a distance such as 300 miles. */
const isAmount = (text: string, word: TextWord | undefined): boolean =>
  /^\d+$/.test(word?.form ?? '') && new RegExp(`[$€£¥]\\s?${word?.form}`).test(text);

const right = ({ words }: NameContext, { to }: Span, by = 0) => words[to + by];
const left = ({ words }: NameContext, { from }: Span) => words[from - 1];
const isIn = (set: ReadonlySet<string>, word: TextWord | undefined) => word !== undefined && set.has(word.form);
/** Returns true if another company is named next to the name or one word away, as in “Zurich and Allianz”. */
const hasNeighbour = ({ names }: NameContext, span: Span) =>
  names.some((other) => other !== span && (Math.abs(other.from - span.to) <= 1 || Math.abs(span.from - other.to) <= 1));
const hasCompanyBefore = (named: NameContext, span: Span) => named.names.some(({ to }) => to === span.from);

/** Returns true if a typical action of a company follows the name, such as “says” or “to buy” (but not “to Miami”). */
const does = (named: NameContext, span: Span) =>
  (isIn(ACTS, right(named, span)) && !isPluralNoun(named, span)) ||
  (right(named, span)?.form === 'to' &&
    (right(named, span, 1)?.capital === false || BASE_ACTS.has(right(named, span, 1)?.form ?? '')) &&
    !isIn(IN, left(named, span)));
/** Returns true if a verb shows that the next word is a plural noun: `Visa Delays Leave`, `Brit awards to leave`. */
function isPluralNoun(named: NameContext, span: Span): boolean {
  const [next, second] = [right(named, span), right(named, span, 1)];
  if (!second?.joined) return false;
  if (second.form === 'to')
    return isIn(NOUNS_TOO, next) && !isIn(WITH_TO, next) && right(named, span, 2)?.capital === next?.capital;
  return (
    isIn(NOUNS_TOO, next) &&
    BASE_ACTS.has(second.form) &&
    !isIn(FINANCE, second) &&
    !isIn(ACTS, second) &&
    !/^(?:bid|fund|name|note|offer|plan|policy|pool|project|share|test|value)s?$/.test(second.form)
  );
}

/** Returns true if “and” or a comma joins the name to a rare capitalised word, which is probably a company. */
const isPaired = (named: NameContext, span: Span) => {
  const [after, second] = [right(named, span), right(named, span, 1)];
  const [before, first] = [left(named, span), named.words[span.from - 2]];
  const isRare = (word: TextWord | undefined) =>
    word?.capital === true && !FUNCTION_WORD.has(word.form) && (word.proper || word.upper || !frequentWord(word.form));
  return (
    (after?.form === 'and' && isRare(second)) ||
    (after?.joined === false && isRare(after) && !STATE.test(after.form) && !isPlaceName(after.form)) ||
    (before?.form === 'and' && isRare(first)) ||
    (named.words[span.from]?.joined === false && isRare(before))
  );
};
const inSmallLetters = lazy(() => new Set(Array.from(frequentWords(), (word) => word.toLowerCase())));
const frequentWord = (form: string) => inSmallLetters().has(form);

/** Returns true if the name is part of a compound: `Sky-High`. */
const isPartOfWord = (named: NameContext, span: Span): boolean =>
  right(named, span)?.hyphened === true && !isIn(OF_COMPANIES, right(named, span));

const isAfterCapital = (named: NameContext, span: Span) =>
  named.words[span.from]?.joined === true &&
  left(named, span)?.capital === true &&
  left(named, span)?.owner === false &&
  left(named, span)?.form !== 'the' &&
  !isIn(BEFORE_COMPANY, left(named, span)) &&
  !isIn(BEFORE_SUBJECT, left(named, span)) &&
  !hasCompanyBefore(named, span);

/** Returns true if other capitalised words follow the name: `Howden Joinery`, `Spirit AeroSystems`. */
function isContinued(named: NameContext, span: Span, { own }: Name): boolean {
  const next = right(named, span);
  if (!next?.joined || !next.proper || named.words[span.to - 1]?.owner) return false;
  if (isIn(SAME_COMPANY, next) || own?.continuations.has(next.form) || hasCompanyBehind(named, span)) return false;
  return own ? !(isIn(ORGANISATION, next) && ownNamesTrade(own, next.form)) : !isIn(ORGANISATION, next);
}
const hasCompanyBehind = ({ names }: NameContext, { to }: Span) => names.some(({ from }) => from === to);
/** Returns true if a rare word that is not a verb continues the name, in a text where every word is capitalised. */
function isContinuedInCapitals(named: NameContext, span: Span, { own }: Name): boolean {
  const next = right(named, span);
  if (!next?.joined || !next.capital || next.proper || named.words[span.to - 1]?.owner || hasCompanyBehind(named, span))
    return false;
  if (own?.continuations.has(next.form) || isIn(SAME_COMPANY, next) || isIn(ORGANISATION, next) || isIn(FINANCE, next))
    return false;
  if (isIn(ACTS, next) || BASE_ACTS.has(next.form) || isIn(FUNCTION_WORD, next) || /(?:ed|ing|s)$/.test(next.form))
    return false;
  return true;
}
/** Returns true if a lower-case noun follows the name: `Brit awards`, `Stripe rust`. */
function isOfThing(named: NameContext, span: Span, { own }: Name): boolean {
  const next = right(named, span);
  if (!next?.joined || next.capital || !/^[a-z]+$/.test(next.form) || named.words[span.to - 1]?.owner) return false;
  if (
    isIn(ACTS, next) ||
    BASE_ACTS.has(next.form) ||
    isIn(FUNCTION_WORD, next) ||
    isIn(FINANCE, next) ||
    isIn(ORGANISATION, next)
  )
    return false;
  return !/(?:ed|ing|ly)$/.test(next.form) && !(own && isOfTrade(own, next.form));
}
/** Returns true for a plural noun with a plural verb, outside lists of names: `Employers brace`. */
function isPlural(named: NameContext, span: Span): boolean {
  const [name, next, before] = [named.words[span.to - 1], right(named, span), left(named, span)];
  if (
    !name ||
    !next?.joined ||
    name.owner ||
    !/[^s]s$/.test(name.form) ||
    !(frequentWord(name.form.slice(0, -1)) || /[eo]rs$/.test(name.form))
  )
    return false;
  if (before?.form === 'and' || (before?.form && named.words[span.from]?.joined === false)) return false;
  return (
    (BASE_ACTS.has(next.form) || isIn(PLURAL_VERBS, next)) &&
    !isIn(ACTS, next) &&
    !isIn(FINANCE, next) &&
    !/^(?:can|must|should)$/.test(next.form)
  );
}

/** Returns true if the word may be capitalised only because it starts a sentence: `Gap in cover`, `Delta variant`. */
function isBeginning(named: NameContext, span: Span): boolean {
  const [name, next] = [named.words[span.from], right(named, span)];
  if (!name || name.proper || named.words[span.to - 1]?.owner || !next?.joined || hasCompanyBehind(named, span))
    return false;
  return next.form !== 'and' && !does(named, span) && !isIn(FINANCE, next) && !isIn(ORGANISATION, next);
}

/** Returns true for a venue or an event that is named after a company: `Globe Life Field`, `Farmers Insurance Open`. */
export function isNamedAfter(words: readonly TextWord[], { to }: Span): boolean {
  if (words[to - 1]?.owner) return false;
  for (const [i, word] of words.slice(to, to + 2).entries()) {
    const next = words[to + i + 1];
    const isOpen = word.proper || !next?.joined || AFTER_OPEN.has(next.form);
    if (!word.joined || !word.capital || ACTS.has(word.form) || FUNCTION_WORD.has(word.form)) return false;
    if (NAMED_AFTER.has(word.form) && (word.form !== 'open' || isOpen)) return true;
  }
  return false;
}

const isOfItsBusiness = (named: NameContext, span: Span, { own }: Name): boolean =>
  contextOf(named.words, span)?.with?.test(named.text) === true && !(own && isOfOtherTrade(own, named.text));
/** Returns true if the text mentions the company's products or industry, whose words may also describe a town. */
const isOfItsTrade = (named: NameContext, span: Span, name: Name): boolean =>
  isOfItsBusiness(named, span, name) || (name.own != null && isOfTrade(name.own, named.text));

export const SIGNS: Readonly<Record<string, Sign>> = {
  'a rare name': { weight: 0.2, isThere: (_, __, { isWord, isName, isPlace }) => !isWord && !isName && !isPlace },
  'also a word': { weight: 0.6, isThere: (_, __, { isWord }) => isWord },
  'also the name of people': { weight: -0.8, isThere: (_, __, { isName }) => isName },
  'also a place': { weight: -0.8, isThere: (_, __, { isPlace }) => isPlace },
  'a kind of company after it': {
    isDeal: true,
    weight: 0.3,
    isThere: (named, span) => isIn(ORGANISATION, right(named, span)),
  },
  'a place or thing after it': {
    weight: -2.5,
    isThere: (named, span) => isIn(ELSEWHERE, right(named, span)) && right(named, span)?.joined === true,
  },
  'what companies do after it': { isDeal: true, weight: 2, isThere: (named, span) => does(named, span) },
  'what people do, too, after it': {
    weight: -1,
    isThere: (named, span) => does(named, span) && isIn(PEOPLE_TOO, right(named, span)),
  },
  'a name before a noun': { weight: -0.9, isThere: (named, span, name) => !name.isWord && isBeginning(named, span) },
  'a beginning without a verb': { weight: -2, isThere: (named, span, name) => name.isWord && isBeginning(named, span) },
  'a continuation other than its own': {
    weight: -5,
    isThere: (named, span, name) => name.own != null && isContinued(named, span, name),
  },
  'a matter of business after it': {
    isDeal: true,
    weight: 0.9,
    isThere: (named, span) => isIn(FINANCE, right(named, span)),
  },
  'a direction before it': { weight: -0.9, isThere: (named, span) => isIn(BEFORE_PLACE, left(named, span)) },
  '“in” before it': {
    weight: -2.2,
    isThere: (named, span) => isIn(IN, left(named, span)) && !isIn(STAKE_WORDS, named.words[span.from - 2]),
  },
  'a name after it': { weight: -1.2, isThere: (named, span, name) => isContinued(named, span, name) },
  'a rare name after it': { weight: -0.6, isThere: (named, span, name) => isContinuedInCapitals(named, span, name) },
  'a thing after it': { weight: -0.7, isThere: isOfThing },
  'several of its kind': { weight: -2, isThere: isPlural },
  'its trade': { weight: 1.1, isThere: ({ text }, _, { own }) => own != null && isOfTrade(own, text) },
  'a matter of its trade after it': {
    weight: 2,
    isThere: (named, span, { own }) =>
      own != null && right(named, span)?.joined === true && isOfTrade(own, right(named, span)?.form ?? ''),
  },
  'another trade': { weight: -2.5, isThere: ({ text }, _, { own }) => own != null && isOfOtherTrade(own, text) },
  'dealings before it': { weight: 0.2, isThere: (named, span) => isIn(BEFORE_COMPANY, left(named, span)) },
  // After an article, at the start of a sentence or in a text in capitals, a capital is a weak sign of a name.
  'the first word': {
    weight: 0.2,
    isThere: ({ words }, { from }, { isWord }) => isWord && words[from]?.proper === false,
  },
  'used as a word': {
    weight: -2.5,
    isThere: (named, span, { isWord }) =>
      isWord &&
      (isIn(DETERMINERS, left(named, span)) ||
        isIn(OF_WORDS, right(named, span)) ||
        named.words.some(({ form, capital }) => !capital && form === named.words[span.from]?.form)),
  },
  'the word itself': {
    weight: -4,
    isThere: (named, span, { isWord }) =>
      isWord && left(named, span)?.form === 'the' && named.words[span.from]?.proper === false,
  },
  'a name before it': {
    weight: -3,
    isThere: (named, span) => isAfterCapital(named, span) && left(named, span)?.proper === true,
  },
  'a first name before it': {
    weight: -4.4,
    isThere: (named, span) => isAfterCapital(named, span) && left(named, span)?.proper === false,
  },
  'an event or venue': {
    weight: -1.1,
    isThere: (named, span) =>
      [0, 1, 2].some((by) => isIn(VENUES, right(named, span, by)) && !isAmount(named.text, right(named, span, by))),
  },
  'a person of that name': {
    weight: -2.5,
    isThere: ({ words, names }, { from, to }) =>
      words.some(
        ({ form, joined }, i) =>
          joined &&
          form === words[from]?.form &&
          to - from === 1 &&
          words[i - 1]?.capital === true &&
          words[i - 1]?.form !== 'the' &&
          i !== from &&
          !names.some((other) => other.to === i),
      ),
  },
  'a state after it': {
    weight: -2.5,
    isThere: (named, span) =>
      right(named, span)?.joined === false &&
      (STATE.test(right(named, span)?.form ?? '') || isPlaceName(right(named, span)?.form ?? '')),
  },
  'a company beside it': { weight: 1.6, isThere: hasNeighbour },
  'a name paired with it': { weight: 1.3, isThere: isPaired },
  'the start of an expression': {
    weight: -2.6,
    isThere: (named, span, { isWord, isName }) =>
      (isWord || isName) && isIn(EXPRESSIONS, right(named, span)) && right(named, span)?.joined === true,
  },
  'a company that is spoken of': {
    weight: 0.7,
    isThere: ({ text }, _, { own }) => COMPANY_SPOKEN_OF.test(text) && !(own && isOfOtherTrade(own, text)),
  },
  'a ticker': { weight: 2, isThere: ({ text }) => TICKER_PATTERN.test(text) },
  'the owner of something': { weight: 0.8, isThere: ({ words }, { to }) => words[to - 1]?.owner === true },
  'perhaps insurance': {
    weight: 2,
    isThere: ({ text }, _, { own }) => mayInsure(own) && PERHAPS_INSURANCE.test(text) && !INSURANCE.test(text),
  },
  'perhaps business': { weight: 1.6, isThere: ({ text }) => PERHAPS_BUSINESS.test(text) && !BUSINESS.test(text) },
  'words of insurance': { weight: 2.5, isThere: ({ text }, _, { own }) => mayInsure(own) && INSURANCE.test(text) },
  'words of business': { weight: 2.9, isThere: ({ text }) => BUSINESS.test(text) },
  'an amount': { weight: 0.9, isThere: ({ text }) => MONEY.test(text) },
  'words of the law': {
    weight: 1.3,
    isThere: ({ text }) =>
      /\b(court|judge|(law)?suits?|ruling|trial|settle(s|ment)?|fined?|antitrust|probe|breach)\b/i.test(text),
  },
  'its own business': { weight: 2.6, isThere: isOfItsBusiness },
  'another name or expression': {
    weight: -2.7,
    isThere: (named, span) => {
      const after = right(named, span);
      return after?.joined === true && (contextOf(named.words, span)?.not.has(after.form) ?? false);
    },
  },
  'matters of its namesake': {
    weight: -1.8,
    isThere: (named, span) => contextOf(named.words, span)?.against?.test(named.text) ?? false,
  },
  'part of a word': { weight: -6, isThere: isPartOfWord },
  '“based” after it': {
    weight: -6,
    isThere: (named, span) => isIn(BASED, right(named, span)) && right(named, span)?.hyphened === true,
  },
  'a disaster after it': {
    weight: -2,
    isThere: (named, span, { isWord }) => !isWord && isIn(STRUCK, right(named, span)),
  },
  'words of sport': {
    weight: -0.9,
    isThere: (named, span, name) => SPORT.test(named.text) && !isOfItsTrade(named, span, name),
  },
  'words of a town': {
    weight: -1.7,
    isThere: (named, span, name) => TOWN.test(named.text) && !isOfItsTrade(named, span, name),
  },
  'words about people': { weight: -1.7, isThere: ({ text }) => PERSON.test(text) },
  'words of nature or war': {
    weight: -1,
    isThere: (named, span, name) => NATURE.test(named.text) && !isOfItsTrade(named, span, name),
  },
};
