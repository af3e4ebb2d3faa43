import { frequentWords } from '../../tagging/reference/frequent.ts';
import { type TextWord, wordsOf } from '../../tagging/words.ts';
import { isCommonplace } from './events.ts';
import { placeStem } from './places.ts';
import { significantStems } from './significant-stems.ts';

/** Weights of evidence for a shared event, by logistic regression on labelled reports (docs/explanation/stories.md). */

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

/** Kinds of event that an organisation may have several times per week. */
const FREQUENT_EVENTS = /^~(?:bond|buy|fund|hire|leave|rating)$/;
/** Disasters that rarely occur twice within three days in one place. */
const LOCAL = /^~(?:fire|flood|hack|hail|quake|storm)$/;
/** Small whole percentages, which recur in many reports. */
const SMALL_PERCENTAGE = /^#\d{1,2}%$/;
/** Minimum rarity of a significant word: at most one in seven stories has it. */
const MIN_RARITY = 2;
/** Minimum weight of a word, except in an introduction unrelated to its headline. */
const MIN_WORD_WEIGHT = 0.2;
/** Log odds subtracted if one shared name is the only evidence. */
const SINGLE_NAME_PENALTY = 2.5;
const IN_HEADLINE = 0.5;
const TITLE_WORD = 0.8;
/** Assumed number of stories with the rarest shared name if there is none. */
const NO_NAME = 99;

/** Stems of names, grouped as in the text: `Guy Carpenter`. */
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

function sharedNames(names: StoryNames, common: ReadonlySet<string>): number {
  const seen = new Set<string>();
  let count = 0;
  for (const name of names) {
    const shared = name.filter((stem) => common.has(stem));
    if (shared.some((stem) => !isCommonplace(stem)) && !shared.some((stem) => seen.has(stem))) count++;
    for (const stem of name) seen.add(stem);
  }
  return count;
}

export interface Comparison {
  names: StoryNames;
  own: ReadonlyMap<string, number>;
  story: ReadonlyMap<string, number>;
  /** Cosine of the two term vectors, without whole introductions. */
  cosine: number;
  /** Days since the story's last article. */
  days: number;
  copies: number;
  hasIntroduction: boolean;
  /** Returns the logarithmic rarity of a term (`rarity`) or the number of stories that have had it (`stories`). */
  rarity(term: string): number;
  stories(term: string): number;
}

const isWord = (term: string) => !/^(?:[#~=]|\d+$)/.test(term);

export function joinOdds(compared: Comparison): number {
  const { names, own, story, rarity } = compared;
  const common = [...own.keys()].filter((term) => story.has(term));
  const known = new Set(names.flat());
  const kindsOf = (terms: Iterable<string>) => [...terms].filter((term) => term.startsWith('~'));
  const kinds = kindsOf(common);
  const named = sharedNames(names, new Set(common));
  const telling = common.filter((term) => isWord(term) && !isCommonplace(term) && rarity(term) >= MIN_RARITY);
  const shared = telling.filter((term) => known.has(term));
  const figures = common.filter((term) => term.startsWith('#') && !SMALL_PERCENTAGE.test(term));
  const massOf = (terms: readonly string[]) => terms.reduce((sum, term) => sum + rarity(term), 0);
  const title = [...own].filter(([term, weight]) => weight >= TITLE_WORD && !/^[~=]/.test(term)).map(([term]) => term);
  const foreign = names.filter(
    (name) =>
      name.some((stem) => (own.get(stem) ?? 0) >= 1 && !isCommonplace(stem)) && !name.some((stem) => story.has(stem)),
  );
  const isSaid = (terms: ReadonlyMap<string, number>, term: string, least: number) => (terms.get(term) ?? 0) >= least;
  const headlineKinds = (terms: ReadonlyMap<string, number>) =>
    kindsOf(terms.keys()).filter((kind) => isSaid(terms, kind, IN_HEADLINE));
  const [ownKinds, storyKinds] = [headlineKinds(own), headlineKinds(story)];
  const sharedKinds = ownKinds.filter((kind) => storyKinds.includes(kind));
  const isOther = kinds.length === 0 && kindsOf(own.keys()).length > 0 && kindsOf(story.keys()).length > 0;
  const rarest = shared.length > 0 ? Math.min(...shared.map((term) => compared.stories(term))) : NO_NAME;
  const signs: Record<keyof typeof WEIGHTS, number> = {
    always: 1,
    cosine: compared.cosine,
    names: Math.min(4, named),
    figures: Math.min(2, figures.length),
    kinds: Math.min(2, kinds.length),
    disaster: Number(kinds.some((kind) => LOCAL.test(kind))),
    often: Number(kinds.some((kind) => FREQUENT_EVENTS.test(kind))),
    otherKind: Number(isOther),
    rareWords: Math.min(4, telling.length - shared.length),
    mass: massOf(common.filter((term) => !/^[=~]/.test(term))) / 10,
    nameMass: massOf(shared) / 10,
    titleCovered: massOf(title.filter((term) => story.has(term))) / (massOf(title) || 1),
    commonName: Math.log(1 + rarest),
    nameless: Number(named === 0),
    days: compared.days,
    copies: Math.min(3, compared.copies) / 3,
    hasName: Number([...known].some((stem) => !isCommonplace(stem))),
    foreignNames: Math.min(2, foreign.length),
    headlineKinds: Math.min(2, sharedKinds.length),
    otherHeadlineKind: Number(ownKinds.length > 0 && storyKinds.length > 0 && sharedKinds.length === 0),
    figureMass: figures.length > 0 ? massOf(common.filter((term) => term.startsWith('#'))) / 10 : 0,
    titleMass: massOf(title.filter((term) => isSaid(story, term, TITLE_WORD))) / 10,
    introduction: Number(compared.hasIntroduction),
  };
  const odds = Object.entries(signs).reduce(
    (sum, [sign, value]) => sum + WEIGHTS[sign as keyof typeof WEIGHTS] * value,
    0,
  );
  const isNameAlone =
    named === 1 &&
    figures.length === 0 &&
    kinds.length === 0 &&
    !telling.some((term) => !known.has(term) && (own.get(term) ?? 0) >= MIN_WORD_WEIGHT);
  return (
    odds -
    (isNameAlone ? SINGLE_NAME_PENALTY : 0) +
    (common.some((term) => term.startsWith('=')) ? SAME_INTRODUCTION : 0)
  );
}
