import { memoize } from '../lib/lazy.ts';
import { LAND } from './companies/company-words.ts';
import { type Base, compileBase, compileTagger, type TaggedText, type Tagger } from './compile.ts';
import { countryRules, isPlaceName, otherCountryNames as otherCountries } from './country-words.ts';
import type { Odds } from './evidence.ts';
import { languageOfPlaces } from './foreign-words.ts';
import { geoGroupRules, type NamedGroup, otherGroupNames as otherGroups } from './geo-group-words.ts';
import { type Name, namePhrase, type Phrase, rulePhrases } from './phrase.ts';
import { frequentWords } from './reference/frequent.ts';
import type { Rule } from './rule.ts';
import { KIND_OF, type StoredRule } from './rule-kinds.ts';

const LEGAL_FORMS = new Set(
  'ab ag asa as bv co company corp corporation gmbh group holding holdings inc incorporated kg kgaa limited llc llp lp ltd nv oy oyj plc pte pty sa sarl se spa srl'.split(
    ' ',
  ),
);

/** Words that are too common to name a company without a legal form. */
const COMMON_NAME_WORDS = new Set(
  'alliance american assurance capital first general global insurance mutual national royal security standard united'.split(
    ' ',
  ),
);

/** Builds the phrases for a company. Its legal form (`& Co`, `plc`) and a leading `The` are optional. */
export function companyPhrases(name: string): Phrase[] {
  const whole = namePhrase(name);
  const rest = whole.forms.length > 2 && whole.forms[0] === 'the' ? part(whole, 1, whole.forms.length) : whole;
  const phrases = [whole, ...(rest === whole ? [] : [rest])];
  for (let end = rest.forms.length - 1; end > 0 && LEGAL_FORMS.has(rest.forms[end] ?? ''); end--) {
    if (rest.forms[end - 1] === 'and') end--;
    if (end === 0 || (end === 1 && COMMON_NAME_WORDS.has(rest.forms[0] ?? ''))) break;
    phrases.push(part(rest, 0, end));
  }
  return phrases.filter(({ forms }) => forms.length > 0).map((phrase) => ({ ...phrase, doubtful: doubtOf(phrase) }));
}

/** Returns other meanings of a company name that is also a word (`Gap`) or looks like a place name, or `null`. */
function doubtOf({ forms: [form = '', ...others], shapes }: Phrase): Name | null {
  if (others.length > 0) {
    const isPlace = LAND.has(others.at(-1) ?? '');
    // At the start of a sentence, `First American` may mean any American.
    return isPlace || (form === 'first' && others.length === 1) ? { isWord: false, isName: false, isPlace } : null;
  }
  if (shapes[0] === 'upper') return null;
  const frequent = frequentWords();
  const isName = frequent.has(form.charAt(0).toUpperCase() + form.slice(1));
  return { isWord: frequent.has(form), isName, isPlace: isPlaceName(form) };
}

/** Builds the phrases for a word of a company rule. An ambiguous word needs evidence, as company names do. */
function companyRulePhrases(text: string): Phrase[] {
  const name = namePhrase(text);
  const isArticle = name.forms[0] === 'the' && name.forms.length > 1;
  const bare = isArticle ? part(name, 1, name.forms.length) : name;
  const doubtful = /^\p{Lu}/u.test(text.trim()) && !text.trim().endsWith('*') ? doubtOf(bare) : null;
  const isPlain = doubtful && (doubtful.isWord || doubtful.isName || doubtful.isPlace);
  return isPlain ? [{ ...name, doubtful }] : rulePhrases(text);
}

const part = ({ forms, shapes, ...rest }: Phrase, from: number, to: number): Phrase => ({
  ...rest,
  forms: forms.slice(from, to),
  shapes: shapes.slice(from, to),
});

export interface Vocabulary {
  companies: readonly { id: number; name: string }[];
  groups: readonly NamedGroup[];
  rules: readonly StoredRule[];
  learnt?: readonly { company: number; odds: Odds }[];
}

export const isAmbiguous = (name: string): boolean => companyPhrases(name).some(({ doubtful }) => doubtful !== null);

/** Finds companies, countries and geo groups by name, and topics by rules. The default language is English. */
export function makeTagger(vocabulary: Vocabulary): Tagger {
  const made = new Map<string, Tagger>();
  const ruled = new Set(vocabulary.rules.flatMap(({ language }) => language ?? []));
  const taggerFor = ({ language }: TaggedText) => {
    const places = languageOfPlaces(language);
    const said = language?.split('-', 1)[0]?.toLowerCase() ?? '';
    const own = ruled.has(said) ? said : '';
    const key = `${places} ${own}`;
    const rules = vocabulary.rules.filter((rule) => !rule.language || rule.language === own);
    const tagger = made.get(key) ?? taggerIn(places, { ...vocabulary, rules });
    made.set(key, tagger);
    return tagger;
  };
  return {
    tags: (text) => taggerFor(text).tags(text),
    reasons: (text) => taggerFor(text).reasons(text),
    doubts: (text) => taggerFor(text).doubts(text),
  };
}

function taggerIn(language: string, { companies, groups, rules, learnt = [] }: Vocabulary): Tagger {
  const named: Rule[] = [
    ...companies.map(
      ({ id, name }): Rule => ({ kind: 'companies', ref: id, words: companyPhrases(name), exclusions: [] }),
    ),
    ...geoGroupRules(groups, language),
  ];
  const byKey = new Map(named.map((rule) => [`${rule.kind} ${rule.ref}`, rule]));
  for (const { kind, ref, words, exclusions } of rules) {
    const key = `${KIND_OF[kind]} ${ref}`;
    const known = byKey.get(key);
    byKey.set(key, {
      kind: KIND_OF[kind],
      ref: kind === 'topic' || kind === 'company' ? Number(ref) : ref,
      words: [...(known?.words ?? []), ...words.flatMap(kind === 'company' ? companyRulePhrases : rulePhrases)],
      exclusions: [...(known?.exclusions ?? []), ...exclusions.flatMap(rulePhrases)],
    });
  }
  const odds = new Map(learnt.map((one) => [one.company, one.odds]));
  return compileTagger([...byKey.values()], otherGroups(), odds, countriesIn(language));
}

const countriesIn = memoize((language): Base => compileBase(countryRules(language), otherCountries(language)));
