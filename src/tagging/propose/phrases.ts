import { lazy } from '../../lib/lazy.ts';
import { isPlaceName } from '../country-words.ts';
import { frequentWords } from '../reference/frequent.ts';
import stopWords from '../reference/stop-words.json' with { type: 'json' };
import { makeTagger } from '../tagger.ts';
import { placesOfWords, type TextWord, wordsOf } from '../words.ts';

/** Article to analyse. `keywords` come from the publisher. `language` is an ISO 639 code, or `null` if unknown. */
export interface ProposalArticle {
  language: string | null;
  title: string;
  introduction: string;
  source: string;
  keywords: readonly string[];
}

const MAX_WORDS = 3;
export const MIN_WORD_LETTERS = 4;

/** Common words, numbers and days. Like stop words, they may be neither the first nor the last word of a phrase. */
const SAID_EVERYWHERE = `according across ago ahead almost along already although always amid among another anyone anything area around ask asked asks away back
  became become becomes began behind best better beyond big bigger biggest bit bring brings call called calls came case change changes
  close comes coming continue country cut cuts day days died different done due early either else ends enough ever every everyone
  everything expert experts face faces facing fall falls far find finds first five follow following former found four full get gets
  getting give given gives go goes going gone good got great group half happened happening head hear help helped helps high highest hit
  hits hold holds home hour hours however hundreds image images important including inside issue issues item join just keep keeps key know
  known large largest last late later latest launch launched launches lead leading leads learn least leave leaves led left less let life
  like likely little live lives local long look looking looks lost lot low made main major make makes making many mean means meet meets
  member million millions minute minutes monday tuesday wednesday thursday friday saturday sunday january february march april june july
  august september october november december month months morning move moves much name named near need needed needs never new news next
  nice night nine nothing now number offer offers often old one open opens others part past pay people photo photos pick picks place plan
  plans play played point possible post put puts question questions quite raise raises rather read reader readers reading ready real
  really reason recent recently release released releases report reported reports reveal revealed reveals review right rise rises rising
  run running said saw say saying says second see seek seeks seen sell set sets seven several share short show showed shows side since six
  small someone something soon start started starting starts state stay step still stop story stories sure take taken takes taking talk
  tell tells ten thing things think thought thousands three time times today together told tomorrow tonight took top toward towards tries
  try trying turn turned turns two update updated updates upon use used uses using via video videos view wanted wants warn warned warning
  warns watch way ways week weekend weeks well went whether whole whose win wins within without woman women won work worked working world
  year years yes yesterday yet young comment comments article articles subscribe newsletter click email published author www http https
  anti mid multi pre pro self semi arent cant couldnt didnt doesnt dont hasnt havent heres hes id ill isnt ive lets shes
  shouldnt thats theres theyre theyve wasnt werent whats whos wont wouldnt youll youre youve`;
const empty = new Map<string, ReadonlySet<string>>();

/** Words that may occur inside English phrases: “Bank of England”, but not “Bank has bagged”. */
const CONNECTING_WORDS = new Set(['of', 'the', 'and', 'for', 'in', 'on', 'at']);

function emptyIn(language: string | null): ReadonlySet<string> {
  const its = language?.split('-', 1)[0] ?? 'en';
  const words = `${(stopWords as Record<string, string>)[its] ?? ''} ${SAID_EVERYWHERE}`;
  const made = empty.get(its) ?? new Set(wordsOf(words.replace(/\s+/g, ' ')).map(({ form }) => form));
  empty.set(its, made);
  return made;
}

export const frequent = frequentWords();

export interface PhraseCandidate {
  forms: readonly string[];
  written: Map<string, number>;
  stories: Set<number>;
  sources: Set<string>;
  /** Number of uses: in total, capitalised within a sentence, and in English texts. */
  uses: number;
  proper: number;
  english: number;
}

const isEdge = ({ form, upper }: TextWord, empty: ReadonlySet<string>) =>
  (upper ? form.length > 1 : form.length > 2) && !empty.has(form) && !/^\d+$/.test(form);

export function candidatesOf(stories: readonly ProposalArticle[]): Map<string, PhraseCandidate> {
  const found = new Map<string, PhraseCandidate>();
  stories.forEach(({ title, introduction, source, language }, story) => {
    const empty = emptyIn(language);
    const isEnglish = language === null || language.startsWith('en');
    for (const text of [title, introduction]) {
      const words = wordsOf(text);
      const places = placesOfWords(text);
      words.forEach((first, from) => {
        const isNewPlace = first.form === 'new' && isPlaceName(`new ${words[from + 1]?.form}`);
        if (!isEdge(first, empty) && !isNewPlace) return;
        for (let to = from; to < Math.min(words.length, from + MAX_WORDS); to++) {
          const last = words[to];
          if (!last || (to > from && !last.joined)) break;
          if (!isEdge(last, empty)) {
            if (to > from && isEnglish && !CONNECTING_WORDS.has(last.form) && !/^\d+$/.test(last.form)) break;
            continue;
          }
          if (to === from && words[from - 1]?.form === 'new' && isPlaceName(`new ${last.form}`)) continue;
          const phrase = words.slice(from, to + 1);
          const key = singular(phrase.map(({ form }) => form));
          const written = text.slice(places[from]?.from, places[to]?.to);
          const one = found.get(key) ?? {
            forms: key.split(' '),
            written: new Map(),
            stories: new Set(),
            sources: new Set(),
            uses: 0,
            proper: 0,
            english: 0,
          };
          found.set(key, one);
          one.written.set(written, (one.written.get(written) ?? 0) + 1);
          one.stories.add(story);
          one.sources.add(source);
          one.uses++;
          if (isEnglish) one.english++;
          if (phrase.every(({ proper, upper }) => proper || upper)) one.proper++;
        }
      });
    }
  });
  return found;
}

export function singular(forms: readonly string[]): string {
  const last = forms.at(-1) ?? '';
  const bare = /[^aeious]ies$/.test(last)
    ? `${last.slice(0, -3)}y`
    : /(?:x|ch|sh|ss)es$/.test(last)
      ? last.slice(0, -2)
      : last.replace(/([^sui])s$/, '$1');
  return [...forms.slice(0, -1), last.length > MIN_WORD_LETTERS ? bare : last].join(' ');
}

const countries = lazy(() => makeTagger({ companies: [], groups: [], rules: [] }));
export const isCountry = (name: string) =>
  !isPlaceName(name.toLowerCase()) &&
  countries().tags({ title: name, introduction: '', language: 'en' }).countries.length > 0;

export function phraseName({ written }: PhraseCandidate): string {
  const [best = ''] = Array.from(written).toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0] ?? [];
  return best.charAt(0).toUpperCase() + best.slice(1);
}
