import { SIGNS } from '../companies/signs.ts';
import { isPlaceName } from '../country-words.ts';
import { MIN_CHANCE, type TagEvidence, weighEvidence } from '../evidence.ts';
import { type TextWord, wordsOf } from '../words.ts';
import { candidatesOf, frequent, isCountry, type ProposalArticle, phraseName } from './phrases.ts';

const MIN_STORIES = 2;
/** Maximum number of letters in an abbreviation, which often means an authority rather than a company. */
const ABBREVIATION = 4;
export function proposeCompanies(
  stories: readonly ProposalArticle[],
  limit: number,
  candidates = candidatesOf(stories),
) {
  const texts = stories.map(({ title, introduction }) => `${title}. ${introduction}`);
  const words = texts.map(wordsOf);
  return [...candidates.values()]
    .filter(({ forms, proper, uses, english, stories: { size }, written }) => {
      const [name = ''] = written.keys();
      const isShort = name === name.toUpperCase() && name.length <= ABBREVIATION;
      return (
        size >= MIN_STORIES &&
        proper > 0 &&
        english > uses / 2 &&
        !isShort &&
        !frequent.has(forms[0] ?? '') &&
        !isCountry(name)
      );
    })
    .flatMap((one) => {
      const found = [...one.stories].flatMap((story) => evidenceOf(one.forms, words[story] ?? [], texts[story] ?? ''));
      const meant = found.filter(({ chance }) => chance >= MIN_CHANCE);
      const dealing = found.filter(({ signs }) => signs.some(({ sign }) => SIGNS[sign]?.isDeal));
      const isMeant = meant.length > found.length / 2 && dealing.length > 0;
      return isMeant ? [{ name: phraseName(one), stories: [...one.stories] }] : [];
    })
    .toSorted((a, b) => b.stories.length - a.stories.length || (a.name < b.name ? -1 : 1))
    .filter(({ name }, i, all) => !all.slice(0, i).some((other) => `${other.name} `.includes(`${name} `)))
    .slice(0, limit);
}

function evidenceOf(forms: readonly string[], words: readonly TextWord[], text: string): TagEvidence[] {
  const spans = words.flatMap((_, from) =>
    forms.every((form, i) => words[from + i]?.form === form) ? [{ from, to: from + forms.length }] : [],
  );
  const isName = { isWord: false, isName: false, isPlace: isPlaceName(forms.join(' ')) };
  return spans.map((span) => weighEvidence({ words, text, names: [] }, span, isName));
}
