import { frequentWords } from '../../tagging/reference/frequent.ts';
import { type Word, wordsOf } from '../../tagging/words.ts';
import { isCommonplace } from './events.ts';
import { telling } from './telling.ts';

/** Evidence that two texts report one event: who, what, which figures. A shared organisation alone is none. (docs/explanation/stories.md) */

/** Cosine that two texts need without a shared name or figure, if the newer one has no name at all, with one piece of evidence, and with one name and a deed that it does often. */
const WITHOUT_SHARED_NAME = 0.75;
const WITHOUT_NAME = 0.5;
const WITH_ONE = 0.5;
const WITH_DEED = 0.4;
/** The needed cosine rises by the first if the kinds of event differ, and falls by the others for a figure, for a place of a disaster, for two names and a kind. */
const OTHER_KIND = 0.16;
const FIGURE = 0.12;
const DISASTER = 0.12;
const TWO_NAMES = 0.08;

/** Deeds that one organisation does several times in a week. */
const OFTEN = /^~(?:bond|buy|fund|hire|leave|rating)$/;
/** Disasters, of which one place hardly has two in three days. Storms cross many, and have names. */
const LOCAL = /^~(?:fire|flood|hack|hail|quake)$/;
/** A small whole percentage comes again in every other report. */
const SMALL_PERCENTAGE = /^#\d{1,2}%$/;

/** Names that stand together in a text, as stems: `Guy Carpenter`. */
export type Names = readonly (readonly string[])[];

/** The names in a title and an introduction. */
export function namesIn({ title, introduction }: { title: string; introduction: string }): Names {
  const parts = [wordsOf(title), wordsOf(introduction)];
  const words = parts.flat();
  const frequent = frequentWords();
  const small = new Set(words.filter(({ capital }) => !capital).map(({ form }) => form));
  const isShouted = words.every(({ upper, capital }) => upper || !capital);
  const isName = ({ form, capital, upper, proper }: Word) =>
    proper || (capital && !small.has(form) && !frequent.has(form)) || (upper && form.length > 1 && !isShouted);
  const proper = new Set(words.filter(isName).map(({ form }) => form));
  return parts.flatMap((part) => namesOf(part, proper));
}

function namesOf(words: readonly Word[], proper: ReadonlySet<string>): string[][] {
  const names: string[][] = [[]];
  for (const { form, capital, joined } of words) {
    if (!joined || !capital) names.push([]);
    const [stem] = capital ? telling(form, 'en') : [];
    if (stem && proper.has(form)) names.at(-1)?.push(stem);
    else names.push([]);
  }
  return names.filter((name) => name.length > 0);
}

/** How many different names two texts share, by the terms that they have in common. */
function sharedNames(names: Names, common: ReadonlySet<string>): number {
  const seen = new Set<string>();
  let count = 0;
  for (const name of names) {
    const shared = name.filter((stem) => common.has(stem));
    if (shared.some((stem) => !isCommonplace(stem)) && !shared.some((stem) => seen.has(stem))) count++;
    for (const stem of name) seen.add(stem);
  }
  return count;
}

/** The cosine from which on a text with these names and terms joins a story; `least`: that of plain evidence. */
export function neededCosine(
  names: Names,
  own: ReadonlySet<string>,
  story: ReadonlySet<string>,
  least: number,
): number {
  const common = new Set([...own].filter((term) => story.has(term)));
  const terms = [...common];
  const isKind = (term: string) => term.startsWith('~');
  const kinds = terms.filter(isKind);
  const named = sharedNames(names, common);
  const known = new Set(names.flat());
  const hasFigure = terms.some((term) => term.startsWith('#') && !SMALL_PERCENTAGE.test(term));
  const isRare = (term: string) => !/^(?:[#~=]|\d+$)/.test(term) && !known.has(term) && !isCommonplace(term);
  const rare = terms.filter(isRare).length;
  const isOther = kinds.length === 0 && [...own].some(isKind) && [...story].some(isKind);
  let needed = least + (isOther ? OTHER_KIND : 0);
  if (hasFigure && (named > 0 || kinds.length > 0)) needed -= FIGURE;
  else if (named > 0 && kinds.some((kind) => LOCAL.test(kind))) needed -= DISASTER;
  else if (named > 1 && kinds.length > 0) needed -= TWO_NAMES;
  const pieces = named + Number(hasFigure) + Number(kinds.length > 0) + Math.min(1, rare);
  const hasName = [...known].some((stem) => !isCommonplace(stem));
  if (named === 0 && !hasFigure && rare < 3) return Math.max(needed, hasName ? WITHOUT_SHARED_NAME : WITHOUT_NAME);
  if (pieces < 2) return Math.max(needed, WITH_ONE);
  const isOften = named < 2 && !hasFigure && rare === 0 && kinds.some((kind) => OFTEN.test(kind));
  return isOften ? Math.max(needed, WITH_DEED) : needed;
}
