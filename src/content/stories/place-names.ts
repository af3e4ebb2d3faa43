import { lazy } from '../../lib/lazy.ts';
import countries from '../../tagging/reference/country-words.generated.ts';
import { stemsOf } from '../index/language-words.ts';

/** Normalises words for the same place, such as `Turkish` and `Turkey`, so that reports of an event match. */

/** Demonyms (such as `Turkish`) of countries and states that the data package lacks or lists under another name. */
const PLACE_SYNONYMS =
  'alabaman alabama, alaskan alaska, arizonan arizona, british uk, britain uk, briton uk, britons uk, bavarian bavaria, californian california, catalan catalonia, chinese china, dutch netherlands, english england, floridian florida, french france, georgian georgia, hawaiian hawaii, indian india, louisianan louisiana, quebecer quebec, scottish scotland, scots scotland, sicilian sicily, texan texas, turkish turkey, turks turkey, welsh wales';

const nameOf = lazy(() => {
  const stem = (word: string) => stemsOf(word, 'en')[0]?.stem ?? '';
  const listed = countries.flatMap(({ names: [name = ''], demonyms }) =>
    /^\p{L}+$/u.test(name) ? demonyms.map((demonym) => [demonym, name] as const) : [],
  );
  const handKeptPairs = PLACE_SYNONYMS.split(', ').map((pair) => pair.split(' ') as [string, string]);
  return new Map([...listed, ...handKeptPairs].map(([demonym, name]) => [stem(demonym), stem(name)]));
});

export const placeStem = (stem: string): string => nameOf().get(stem) ?? stem;
