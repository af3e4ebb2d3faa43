import { lazy } from '../../lib/lazy.ts';
import { frequentWords } from '../../tagging/reference/frequent.ts';
import { type TextWord, wordsOf } from '../../tagging/words.ts';
import { isCommonplace } from './event-kinds.ts';
import { placeStem } from './place-names.ts';
import { significantStems } from './significant-stems.ts';

/** Weights of the evidence that reports are about the same event (docs/explanation/stories.md). */

const WEIGHTS = {
  always: -0.15,
  cosine: 7.03,
  names: -0.23,
  figures: 0.13,
  kinds: -0.15,
  disaster: 0.33,
  often: -0.75,
  otherKind: -0.53,
  rareWords: 0.52,
  mass: 0.31,
  nameMass: 1.56,
  titleCovered: 0.56,
  commonName: -0.55,
  nameless: -0.32,
  days: -1.19,
  copies: 0.71,
  hasName: -0.56,
  foreignNames: -0.59,
  headlineKinds: 0.39,
  otherHeadlineKind: -0.68,
  figureMass: 2.17,
  titleMass: -0.49,
  introduction: -0.51,
};
const SAME_INTRODUCTION = 1;

/** Kinds of event that may happen to an organisation several times a week. */
const FREQUENT_EVENTS = /^~(?:bond|buy|fund|hire|leave|rating)$/;
/** Kinds of disaster that rarely strike one place twice within three days. */
const LOCAL = /^~(?:fire|flood|hack|hail|quake|storm)$/;
/** Matches percentages below 100 without decimals, which occur in many unrelated reports. */
const SMALL_PERCENTAGE = /^#\d{1,2}%$/;
/** Minimum rarity of a significant word: at most one in seven stories contains it. */
const MIN_RARITY = 2;
/** Minimum weight of a significant word in an article. Words of introductions unrelated to their headline have less. */
const MIN_WORD_WEIGHT = 0.2;
/** Log odds that are subtracted if a single shared name is the only evidence. */
const SINGLE_NAME_PENALTY = 2.5;
const MIN_HEADLINE_WEIGHT = 0.5;
const TITLE_WORD = 0.8;
/** Assumed number of stories that contain the rarest shared name, used if an article and a story share no name. */
const NO_NAME = 99;

/** Stems of the words in each name, such as those of `Guy Carpenter`. */
export type StoryNames = readonly (readonly string[])[];

export function storyNamesIn({ title, introduction }: { title: string; introduction: string }): StoryNames {
  const parts = [wordsOf(title), wordsOf(introduction)];
  const words = parts.flat();
  const frequent = frequentWords();
  const small = new Set(words.filter(({ capital }) => !capital).map(({ form }) => form));
  const isShouted = words.every(({ upper, capital }) => upper || !capital);
  const isName = ({ form, capital, upper, proper }: TextWord) =>
    proper || (capital && !small.has(form) && !frequent.has(form)) || (upper && form.length > 1 && !isShouted);
  const proper = new Set(words.filter(isName).map(({ form }) => form));
  return parts.flatMap((part) => namesOf(part, proper));
}

function namesOf(words: readonly TextWord[], proper: ReadonlySet<string>): string[][] {
  const names: string[][] = [[]];
  for (const { form, capital, joined } of words) {
    if (!joined || !capital) names.push([]);
    const [stem] = capital ? significantStems(form, 'en').map(placeStem) : [];
    if (stem && proper.has(form)) names.at(-1)?.push(stem);
    else names.push([]);
  }
  return names.filter((name) => name.length > 0);
}

function sharedNames(names: StoryNames, isShared: (stem: string) => boolean): number {
  const seen = new Set<string>();
  let count = 0;
  for (const name of names) {
    const shared = name.filter(isShared);
    if (shared.some((stem) => !isCommonplace(stem)) && !shared.some((stem) => seen.has(stem))) count++;
    for (const stem of name) seen.add(stem);
  }
  return count;
}

export interface ComparedArticle {
  names: StoryNames;
  /** Weights of the article's terms. */
  terms: ReadonlyMap<string, number>;
  /** Unit vector of the article's terms. */
  weighed: ReadonlyMap<string, number>;
  hasIntroduction: boolean;
  /** Returns the logarithmic rarity of a term. `stories` returns the number of stories that have contained it. */
  rarity(term: string): number;
  stories(term: string): number;
}

export interface ComparedStory {
  terms: ReadonlyMap<string, number>;
  /** Days since the story's last article, and number of its articles. */
  days: number;
  copies: number;
}

const isWord = (term: string) => !/^(?:[#~=]|\d+$)/.test(term);
const isKind = (term: string) => term.startsWith('~');

/** Term of an article, with the values that do not depend on the compared story. */
export interface OwnTerm {
  term: string;
  weight: number;
  /** Weight of the term in the unit vector of the article. */
  unit: number;
  rarity: number;
  isFigure: boolean;
  isTitle: boolean;
  isIntroduction: boolean;
  /** Whether the term is a rare word, which identifies an event. */
  isTelling: boolean;
  isName: boolean;
}

function readTerms({ names, terms, weighed, rarity }: ComparedArticle): OwnTerm[] {
  const known = new Set(names.flat());
  return Array.from(terms, ([term, weight]) => {
    const rare = rarity(term);
    return {
      term,
      weight,
      unit: weighed.get(term) ?? 0,
      rarity: rare,
      isFigure: term.startsWith('#'),
      isTitle: weight >= TITLE_WORD && !/^[~=]/.test(term),
      isIntroduction: term.startsWith('='),
      isTelling: rare >= MIN_RARITY && isWord(term) && !isCommonplace(term),
      isName: known.has(term),
    };
  });
}

const massOf = (terms: readonly OwnTerm[]) => terms.reduce((sum, { rarity }) => sum + rarity, 0);

const SIGNS = Object.keys(WEIGHTS) as (keyof typeof WEIGHTS)[];
type Signs = Record<keyof typeof WEIGHTS, number>;

/** Evidence that an article belongs to a story. The similarity of their terms (cosine) is added in `odds`. */
export interface StoryEvidence {
  common: readonly OwnTerm[];
  /** Computes the log odds that an article belongs to a story. `cosine` compares all terms but whole introductions. */
  odds(cosine: number): number;
}

/** Returns a function that collects the evidence that an article belongs to a story. */
export function newEvidence(article: ComparedArticle): (story: ComparedStory) => StoryEvidence {
  const { names, terms: own } = article;
  const terms = readTerms(article);
  const titleMass = massOf(terms.filter(({ isTitle }) => isTitle)) || 1;
  const ownKinds = [...own.keys()].filter(isKind);
  const ownHeadlineKinds = ownKinds.filter((kind) => (own.get(kind) ?? 0) >= MIN_HEADLINE_WEIGHT);
  const mainNames = names.filter((name) => name.some((stem) => (own.get(stem) ?? 0) >= 1 && !isCommonplace(stem)));
  const hasName = names.some((name) => name.some((stem) => !isCommonplace(stem)));

  const kindSigns = (story: ReadonlyMap<string, number>) => {
    if (ownKinds.length === 0)
      return { kinds: 0, disaster: 0, often: 0, otherKind: 0, headlineKinds: 0, otherHeadlineKind: 0 };
    const kinds = ownKinds.filter((kind) => story.has(kind));
    const storyKinds = [...story].filter(([term]) => isKind(term));
    const inHeadline = storyKinds.filter(([, weight]) => weight >= MIN_HEADLINE_WEIGHT).map(([kind]) => kind);
    const shared = ownHeadlineKinds.filter((kind) => inHeadline.includes(kind));
    return {
      kinds: Math.min(2, kinds.length),
      disaster: Number(kinds.some((kind) => LOCAL.test(kind))),
      often: Number(kinds.some((kind) => FREQUENT_EVENTS.test(kind))),
      otherKind: Number(kinds.length === 0 && storyKinds.length > 0),
      headlineKinds: Math.min(2, shared.length),
      otherHeadlineKind: Number(ownHeadlineKinds.length > 0 && inHeadline.length > 0 && shared.length === 0),
    };
  };

  const readSigns = ({ terms: story, days, copies }: ComparedStory, common: readonly OwnTerm[]) => {
    const named = sharedNames(names, (stem) => own.has(stem) && story.has(stem));
    const telling = common.filter(({ isTelling }) => isTelling);
    const shared = telling.filter(({ isName }) => isName);
    const figures = common.filter(({ isFigure }) => isFigure);
    const telltale = figures.filter(({ term }) => !SMALL_PERCENTAGE.test(term));
    const foreign = mainNames.filter((name) => !name.some((stem) => story.has(stem)));
    const title = common.filter(({ isTitle }) => isTitle);
    const rarest = shared.reduce((least, { term }) => Math.min(least, article.stories(term)), Number.POSITIVE_INFINITY);
    const signs: Signs = {
      always: 1,
      cosine: 0,
      names: Math.min(4, named),
      figures: Math.min(2, telltale.length),
      rareWords: Math.min(4, telling.length - shared.length),
      mass: massOf(common.filter(({ term, isIntroduction }) => !isIntroduction && !isKind(term))) / 10,
      nameMass: massOf(shared) / 10,
      titleCovered: massOf(title) / titleMass,
      commonName: Math.log(1 + (shared.length > 0 ? rarest : NO_NAME)),
      nameless: Number(named === 0),
      days,
      copies: Math.min(3, copies) / 3,
      hasName: Number(hasName),
      foreignNames: Math.min(2, foreign.length),
      figureMass: telltale.length > 0 ? massOf(figures) / 10 : 0,
      titleMass: massOf(title.filter(({ term }) => (story.get(term) ?? 0) >= TITLE_WORD)) / 10,
      introduction: Number(article.hasIntroduction),
      ...kindSigns(story),
    };
    const isNameAlone =
      named === 1 &&
      telltale.length === 0 &&
      signs.kinds === 0 &&
      !telling.some(({ isName, weight }) => !isName && weight >= MIN_WORD_WEIGHT);
    return { signs, isNameAlone, hasSameIntroduction: common.some(({ isIntroduction }) => isIntroduction) };
  };

  return (story) => {
    const common = terms.filter(({ term }) => story.terms.has(term));
    // Most stories share too few terms, so the other evidence is read only if the odds are computed.
    const read = lazy(() => readSigns(story, common));
    return {
      common,
      odds: (cosine) => {
        const { signs, isNameAlone, hasSameIntroduction } = read();
        signs.cosine = cosine;
        const odds = SIGNS.reduce((sum, sign) => sum + WEIGHTS[sign] * signs[sign], 0);
        return odds - (isNameAlone ? SINGLE_NAME_PENALTY : 0) + (hasSameIntroduction ? SAME_INTRODUCTION : 0);
      },
    };
  };
}
