import { hashText } from '../../lib/hash/quick-hash.ts';
import { DAY, type Seconds } from '../../lib/time.ts';
import { figuresIn, isCommonplace, kindsIn } from './event-kinds.ts';
import { newEvidence, type OwnTerm, type StoryEvidence, type StoryNames, storyNamesIn } from './evidence.ts';
import { placeStem } from './place-names.ts';
import { significantStems } from './significant-stems.ts';

/** Finds an article's story by its words. A story has the terms of all its articles (docs/explanation/stories.md). */

const JOIN_ODDS = 0.7;
/** Minimum similarity (cosine) for an article to stay in its story, and for merging two stories that it fits. */
const MERGE_COSINE = 0.2;
const STAY_COSINE = 0.15;
/** Time after a story's last article during which it accepts another article, in seconds. */
export const STORY_LIFE_S = 3 * DAY;
const MAX_TERMS = 30;
const MAX_INDEXED_TERMS = 8;
const MAX_COMPARED_STORIES = 6;
/** Maximum number of articles in a story that can still be merged into another story. */
const MAX_MERGED_ARTICLES = 12;
/** Maximum number of articles in a story. A larger story cannot be about one event and is expensive to extend. */
const MAX_STORY_ARTICLES = 500;
/** Maximum number of stories that contain a term. More common terms are not used to find stories. */
const COMMON_TERM_STORIES = 1000;
const PRIOR_STORIES = 1000;
/** Exponent of rarity. It is below 1, so that a single rare word cannot decide. */
const RARITY_EXPONENT = 0.85;
const IN_INTRODUCTION = 0.5;
/** Weights of names, figures and kinds of event, relative to other words. */
const NAME = 1.25;
const FIGURE = 0.8;
const KIND = 0.5;
const PRIOR_OF_COMMONPLACE = 60;
/** Weight of an introduction that shares no word with its headline, such as the standard text of a newsletter. */
const UNRELATED_INTRODUCTION_WEIGHT = 0.1;
/** Extra weight of an introduction that is identical in another article, and its minimum length in characters. */
const SAME_INTRODUCTION_WEIGHT = 0.6;
const MIN_REPEATED_CHARACTERS = 60;
const MAX_INTRODUCTIONS = 8;
const MAX_INTRODUCTION_WORDS = 25;

/** Term that belongs to every story and is used to count stories. */
export const DOCUMENT_COUNT_TERM = '';

export interface StoryText {
  title: string;
  introduction: string;
  language: string | null;
  publishedAt: Seconds;
}

type Terms = Map<string, number>;

export interface StoryState {
  at: Seconds;
  copies: number;
  language: string | null;
  /** Whether an editor has changed the story. In that case, it accepts new articles, but its articles never move. */
  decided: boolean;
  terms: Terms;
}

/** Number of stories that have contained a term. `ids` gives the time of each indexed story's last article. */
export interface StoryWord {
  stories: number;
  ids: Map<number, Seconds>;
}

const stemsIn = (text: string, language: string | null): string[] =>
  (language ?? 'en') === 'en' ? significantStems(text, language).map(placeStem) : significantStems(text, language);

const MIN_INITIALS = 3;

/** Returns the initials of names, such as `pic` for `Pension Insurance Corporation`. */
const initialsOf = (names: StoryNames): string[] =>
  names.filter(({ length }) => length >= MIN_INITIALS).map((name) => name.map((stem) => stem.charAt(0)).join(''));

interface Reading {
  /** Terms of the text: significant stems, figures (`#`), kinds of event (`~`), and the whole introduction (`=`). */
  terms: Terms;
  names: StoryNames;
  titleStems: readonly string[];
}

/** Terms are cached by text, because each text is compared with many stories. */
const readings = new WeakMap<StoryText, Reading>();

function readText(text: StoryText): Reading {
  const known = readings.get(text);
  if (known) return known;
  const reading = newReading(text);
  readings.set(text, reading);
  return reading;
}

function newReading({ title, introduction, language }: StoryText): Reading {
  const terms: Terms = new Map();
  const together = storyNamesIn({ title, introduction });
  const names = new Set(together.flat());
  const set = (term: string, weight: number) => terms.set(term, Math.max(terms.get(term) ?? 0, weight));
  const isEnglish = (language ?? 'en') === 'en';
  const add = (text: string, all: readonly string[], weight: number) => {
    const stems = all.slice(0, MAX_INTRODUCTION_WORDS);
    for (const stem of stems) set(stem, hundredths(weight * (names.has(stem) && !isCommonplace(stem) ? NAME : 1)));
    for (const figure of figuresIn(text)) set(figure, hundredths(weight * FIGURE));
    if (isEnglish) for (const kind of kindsIn(stems)) set(kind, hundredths(weight * KIND));
  };
  const [titleStems, introductionStems] = [stemsIn(title, language), stemsIn(introduction, language)];
  add(title, titleStems, 1);
  const inIntroduction = new Set(introductionStems);
  const isApart = ![...terms].some(([term, weight]) => weight >= 1 && inIntroduction.has(term));
  add(introduction, introductionStems, isApart ? UNRELATED_INTRODUCTION_WEIGHT : IN_INTRODUCTION);
  for (const initials of isEnglish ? initialsOf(together) : []) set(initials, IN_INTRODUCTION);
  if (introduction.length >= MIN_REPEATED_CHARACTERS && !isApart) terms.set(`=${hashText(introduction.trim())}`, 1);
  return { terms, names: together, titleStems: [...new Set(titleStems)] };
}

const isIntroduction = (term: string): boolean => term.startsWith('=');

const NUMBER = /^\p{Nd}+$/u;

/** Returns true for headlines of a numbered series (`Market update 12 May`), or if only the introduction is shared. */
function isOfSeries(terms: readonly string[], story: Terms): boolean {
  if (!terms.some((term) => story.has(term))) return true;
  const numbers = terms.filter((term) => NUMBER.test(term));
  if (numbers.length === 0) return false;
  const words = terms.filter((term) => !NUMBER.test(term));
  const hasOther = [...story.keys()].some((term) => NUMBER.test(term) && !numbers.includes(term));
  return hasOther && numbers.some((term) => !story.has(term)) && words.every((term) => story.has(term));
}

/** Rounds to the precision of stored weights. Without this, the result would depend on the batch size. */
const hundredths = (weight: number): number => Math.round(weight * 100) / 100;

function cosine(a: Terms, b: Terms): number {
  let sum = 0;
  for (const [term, weight] of a) sum += weight * (b.get(term) ?? 0);
  return sum;
}

/** Returns an upper bound on the cosine of an article and a story. With it, most cosines need not be computed. */
const highestCosine = ({ common }: StoryEvidence): number =>
  Math.sqrt(common.reduce((sum, { unit, isIntroduction }) => sum + (isIntroduction ? 0 : unit ** 2), 0)) + ROUNDING;
const ROUNDING = 1e-9;

function likeliest(scores: ReadonlyMap<number, number>): number[] {
  const best: (readonly [id: number, score: number])[] = [];
  let lowest = 0;
  for (const [id, score] of scores) {
    // Most stories score less than the last of a full list.
    if (best.length === MAX_COMPARED_STORIES && score < lowest) continue;
    const at = best.findLastIndex(([other, more]) => more > score || (more === score && other < id)) + 1;
    if (at >= MAX_COMPARED_STORIES) continue;
    best.splice(at, 0, [id, score]);
    if (best.length > MAX_COMPARED_STORIES) best.pop();
    lowest = best.at(-1)?.[1] ?? 0;
  }
  return best.map(([id]) => id);
}

interface Placing extends Reading {
  text: StoryText;
  evidenceOf: ReturnType<typeof newEvidence>;
}

const NO_IDS: ReadonlyMap<number, Seconds> = new Map();

interface Rarity {
  /** Negative logarithm of the share of stories that have contained a term. */
  rarity: number;
  /** Factor by which the term's weight is multiplied because of its rarity. */
  factor: number;
}

export interface StoryWords {
  get(term: string): StoryWord | undefined;
  set(term: string, word: StoryWord): unknown;
}

/** Places articles in stories one by one and modifies its inputs. The caller stores `changedWords` and `changed`. */
export class StoryMatcher {
  readonly words: StoryWords;
  readonly states: Map<number, StoryState>;
  /** Changes in the number of stories that contain a term, by term. */
  readonly changedWords = new Map<string, number>();
  /** Stories to which a term was added, with the time of each story's last article, by term. */
  readonly addedIds = new Map<string, Map<number, Seconds>>();
  readonly changed = new Set<number>();
  /** For each merged story, the id of the story into which it was merged. */
  readonly merged = new Map<number, number>();
  readonly #rarityBySightings = new Map<number, Rarity>();

  constructor(words: StoryWords, states = new Map<number, StoryState>()) {
    this.words = words;
    this.states = states;
  }

  /** Returns the stories to which a text most likely belongs, by indexed terms. The stories need not be loaded. */
  nearest(text: StoryText): number[] {
    return likeliest(this.#scores(text, this.#weigh(readText(text).terms)));
  }

  /**
   * Returns stories of the same days that share an indexed term with a text, except those already loaded. For many
   * texts, faster than `nearest`.
   */
  sharing(texts: readonly StoryText[], isLoaded: (id: number) => boolean): Set<number> {
    const times = texts.map(({ publishedAt }) => publishedAt);
    const [from, to] = [Math.min(...times) - STORY_LIFE_S, Math.max(...times) + STORY_LIFE_S];
    const found = new Set<number>();
    for (const term of new Set(texts.flatMap((text) => [...readText(text).terms.keys()])))
      for (const [id, at] of this.#idsOf(term)) if (at >= from && at <= to && !isLoaded(id)) found.add(id);
    return found;
  }

  /** Returns the stories that contain a term, or none if the term is too common. */
  #idsOf(term: string): ReadonlyMap<number, Seconds> {
    const ids = this.words.get(term)?.ids;
    return ids && ids.size <= COMMON_TERM_STORIES ? ids : NO_IDS;
  }

  #scores(text: StoryText, weighed: Terms): Map<number, number> {
    const scores = new Map<number, number>();
    for (const [term, weight] of weighed)
      for (const [id, at] of this.#idsOf(term))
        if (Math.abs(text.publishedAt - at) <= STORY_LIFE_S) scores.set(id, (scores.get(id) ?? 0) + weight);
    return scores;
  }

  /** Returns the story that an article joins, or `own` for a new story. An article rarely leaves its story `from`. */
  place(text: StoryText, own: number, from?: number): number {
    const reading = readText(text);
    const weighed = this.#weigh(reading.terms);
    const evidenceOf = newEvidence({
      ...reading,
      weighed,
      hasIntroduction: text.introduction !== '',
      rarity: (term) => this.#rarity(term),
      stories: (term) => this.words.get(term)?.stories ?? 0,
    });
    const placing = { ...reading, text, evidenceOf };
    const found = likeliest(this.#loaded(this.#scores(text, weighed)))
      .flatMap((id) => this.#compared(id, placing, id === from))
      .sort((a, b) => b.odds - a.odds || a.id - b.id);
    const [best, ...others] = found;
    const story = best?.id ?? own;
    if (best && others.length > 0) this.#mergeAlike(best, others);
    this.adopt(story, text);
    return story;
  }

  /** Replaces merged stories with the stories that contain them, and omits stories that are not loaded. */
  #loaded(scores: Map<number, number>): ReadonlyMap<number, number> {
    if (this.merged.size === 0) {
      for (const id of scores.keys()) if (!this.states.has(id)) scores.delete(id);
      return scores;
    }
    const loaded = new Map<number, number>();
    for (const [id, score] of scores) {
      const story = this.merged.get(id) ?? id;
      if (this.states.has(story)) loaded.set(story, Math.max(loaded.get(story) ?? 0, score));
    }
    return loaded;
  }

  #mergeAlike(best: { id: number; terms: Terms }, others: readonly { id: number; terms: Terms }[]): void {
    const weighed = this.#weigh(best.terms);
    // A merge changes the rarity of terms, so all stories are compared before the first merge.
    const alike = others.filter(({ terms }) => cosine(weighed, this.#weigh(terms)) >= MERGE_COSINE);
    for (const { id } of alike) this.#merge(id, best.id);
  }

  #compared(id: number, { text, terms: own, titleStems, evidenceOf }: Placing, isIn: boolean) {
    const state = this.states.get(id);
    if (!state || (state.language && text.language && state.language !== text.language)) return [];
    if (Math.abs(text.publishedAt - state.at) > STORY_LIFE_S || state.copies >= MAX_STORY_ARTICLES) return [];
    const { terms, copies } = state;
    const evidence = evidenceOf({ terms, copies, days: (text.publishedAt - state.at) / DAY });
    if (evidence.common.length < Math.min(2, own.size) || isOfSeries(titleStems, terms)) return [];
    if (!isIn && evidence.odds(highestCosine(evidence)) < JOIN_ODDS) return [];
    const cosine = this.#cosineWith(terms, evidence.common);
    const isSameIntroduction = evidence.common.some(({ isIntroduction }) => isIntroduction);
    const odds = evidence.odds(cosine - (isSameIntroduction ? SAME_INTRODUCTION_WEIGHT ** 2 : 0));
    const isFound = isIn ? cosine >= STAY_COSINE : odds >= JOIN_ODDS;
    return isFound ? [{ id, terms, odds }] : [];
  }

  /** Adds an article to a story, whatever its words are. */
  adopt(id: number, text: StoryText): void {
    const story = this.states.get(id) ?? this.#begin(id, text);
    for (const [term, weight] of readText(text).terms) {
      if (!story.terms.has(term)) this.#count(term, 1);
      story.terms.set(term, hundredths((story.terms.get(term) ?? 0) + weight));
    }
    story.copies++;
    story.at = Math.max(story.at, text.publishedAt);
    story.language ??= text.language;
    this.#index(id, story);
  }

  leave(id: number, text: StoryText): void {
    const story = this.states.get(id);
    if (!story) return;
    for (const [term, weight] of readText(text).terms) {
      const left = hundredths((story.terms.get(term) ?? 0) - weight);
      if (left > 0) story.terms.set(term, left);
      else story.terms.delete(term);
    }
    story.copies--;
    this.changed.add(id);
  }

  #begin(id: number, { publishedAt, language }: StoryText): StoryState {
    const story = { at: publishedAt, copies: 0, language, decided: false, terms: new Map() };
    this.#count(DOCUMENT_COUNT_TERM, 1);
    this.states.set(id, story);
    return story;
  }

  #index(id: number, story: StoryState): void {
    const introductions = [...story.terms.keys()].filter(isIntroduction).slice(-MAX_INTRODUCTIONS);
    const sorted = this.#heaviestFirst(story.terms);
    const heaviestTerms = [...sorted.slice(0, MAX_TERMS), ...introductions];
    story.terms = new Map(heaviestTerms.map((term) => [term, story.terms.get(term) ?? 0]));
    const indexed = sorted.filter((term) => !term.startsWith('~')).slice(0, MAX_INDEXED_TERMS);
    for (const term of [...indexed, ...introductions]) {
      const { ids } = this.#count(term, 0);
      if (ids.size > COMMON_TERM_STORIES && !ids.has(id)) continue;
      ids.set(id, story.at);
      const added = this.addedIds.get(term);
      if (added) added.set(id, story.at);
      else this.addedIds.set(term, new Map([[id, story.at]]));
    }
    this.changed.add(id);
  }

  #merge(from: number, into: number): void {
    const [one, other] = [this.states.get(from), this.states.get(into)];
    if (!one || !other || one.decided || other.decided || one.copies > MAX_MERGED_ARTICLES) return;
    for (const [term, weight] of one.terms) {
      if (other.terms.has(term)) this.#count(term, -1);
      other.terms.set(term, hundredths((other.terms.get(term) ?? 0) + weight));
    }
    other.copies += one.copies;
    other.at = Math.max(other.at, one.at);
    this.#count(DOCUMENT_COUNT_TERM, -1);
    this.states.delete(from);
    this.changed.add(from);
    this.merged.set(from, into);
    for (const [earlier, to] of this.merged) if (to === from) this.merged.set(earlier, into);
  }

  #count(term: string, by: number): StoryWord {
    const known = this.words.get(term);
    const word = known ?? { stories: 0, ids: new Map() };
    word.stories = Math.max(0, word.stories + by);
    if (!known) this.words.set(term, word);
    this.changedWords.set(term, (this.changedWords.get(term) ?? 0) + by);
    if (term === DOCUMENT_COUNT_TERM) this.#rarityBySightings.clear();
    return word;
  }

  #rarity(term: string): number {
    return this.#rarityOf(term).rarity;
  }

  /** Returns the cached rarity for the term's number of stories. Logarithms and powers would take longer. */
  #rarityOf(term: string): Rarity {
    const seen = (this.words.get(term)?.stories ?? 0) + 1 + (isCommonplace(term) ? PRIOR_OF_COMMONPLACE : 0);
    const known = this.#rarityBySightings.get(seen);
    if (known) return known;
    const all = (this.words.get(DOCUMENT_COUNT_TERM)?.stories ?? 0) + PRIOR_STORIES;
    const rarity = Math.max(0.05, Math.log(all / seen));
    const made = { rarity, factor: rarity ** RARITY_EXPONENT };
    this.#rarityBySightings.set(seen, made);
    return made;
  }

  /** Sorts terms by weight times rarity, highest first. Omits whole introductions. */
  #heaviestFirst(terms: Terms): string[] {
    const weights: [term: string, weight: number][] = [];
    for (const [term, weight] of terms)
      if (!isIntroduction(term)) weights.push([term, weight * this.#rarityOf(term).factor]);
    return weights.sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([term]) => term);
  }

  /** Returns the length of the term vector, in which rare terms have a higher weight. */
  #lengthOf(terms: Terms): number {
    let squares = 0;
    for (const [term, weight] of terms)
      if (!isIntroduction(term)) squares += (weight * this.#rarityOf(term).factor) ** 2;
    return Math.sqrt(squares) || 1;
  }

  /** Returns the unit vector of the terms. Whole introductions have a fixed weight, because most never recur. */
  #weigh(terms: Terms): Terms {
    const weights: [term: string, weight: number][] = [];
    const introductions: string[] = [];
    let squares = 0;
    for (const [term, weight] of terms) {
      if (isIntroduction(term)) introductions.push(term);
      else {
        const product = weight * this.#rarityOf(term).factor;
        squares += product ** 2;
        weights.push([term, product]);
      }
    }
    const length = Math.sqrt(squares) || 1;
    const weighed: Terms = new Map();
    for (const [term, weight] of weights) weighed.set(term, weight / length);
    for (const term of introductions) weighed.set(term, SAME_INTRODUCTION_WEIGHT);
    return weighed;
  }

  /** Returns the cosine of an article's and a story's terms. `common` contains the terms that they share. */
  #cosineWith(terms: Terms, common: readonly OwnTerm[]): number {
    const length = this.#lengthOf(terms);
    let sum = 0;
    for (const { term, unit, isIntroduction } of common)
      sum +=
        unit *
        (isIntroduction ? SAME_INTRODUCTION_WEIGHT : ((terms.get(term) ?? 0) * this.#rarityOf(term).factor) / length);
    return sum;
  }
}
