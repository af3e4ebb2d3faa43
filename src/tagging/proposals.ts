import { lazy } from '../lib/lazy.ts';
import { isPlaceName } from './country-words.ts';
import { type Evidence, LEAST_CHANCE, weigh } from './evidence.ts';
import frequentWords from './reference/common-words.generated.ts';
import stopWords from './reference/stop-words.json' with { type: 'json' };
import { makeTagger } from './tagger.ts';
import { themesOf } from './themes.ts';
import { placesOfWords, type Word, wordsOf } from './words.ts';

/**
 * Topics for a newsroom that has none: the phrases of its own stories that many of them share and that tell them apart. The same stories
 * give the same topics.
 */

/** A story as it is looked at; `keywords`: its publisher's; `language`: ISO 639, null where it is not known. */
export interface Told {
  language: string | null;
  title: string;
  introduction: string;
  source: string;
  keywords: readonly string[];
}

export interface ProposedTopic {
  name: string;
  /** Of the rule that would tag. */
  words: string[];
  /** Places of the stories that it is in. */
  stories: number[];
}

/** Words of the longest phrase. */
const LONGEST = 3;
/** A topic is in at least so many stories, or this share of them, and in at most that share. */
const LEAST = 3;
const LEAST_SHARE = 0.006;
const MOST_SHARE = 0.3;
/** Stories that may all be of one topic. */
const MANY = 10;
/** Phrases among which topics are chosen, the share of what the rarest would tag that one must gain, and how alike two may be. */
const MOST_LOOKED_AT = 400;
const LEAST_GAIN = 0.1;
const ALIKE = 0.6;
/** Weights of themes. */
const OF_TRADE = 2.5;
const OF_EVERY = 0.8;
/** Characters of a word that can stand alone, if it is no name. */
const LONG = 4;
const LONG_ELSEWHERE = 7;

/** What every newsroom says, and numbers and days: beside what holds sentences together in their language, no phrase begins or ends with it. */
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

/** The words that say nothing in a language. */
function emptyIn(language: string | null): ReadonlySet<string> {
  const its = language?.split('-', 1)[0] ?? 'en';
  const words = `${(stopWords as Record<string, string>)[its] ?? ''} ${SAID_EVERYWHERE}`;
  const made = empty.get(its) ?? new Set(wordsOf(words.replace(/\s+/g, ' ')).map(({ form }) => form));
  empty.set(its, made);
  return made;
}

const frequent = new Set(frequentWords.split(' '));

interface Candidate {
  forms: readonly string[];
  /** As it is written, with how often. */
  written: Map<string, number>;
  stories: Set<number>;
  sources: Set<string>;
  /** Uses, those with a capital inside a sentence, and those in English. */
  uses: number;
  proper: number;
  english: number;
}

const isEdge = ({ form, upper }: Word, empty: ReadonlySet<string>) =>
  (upper ? form.length > 1 : form.length > 2) && !empty.has(form) && !/^\d+$/.test(form);

/** Topics, those that tag most stories that no other does first; at most `limit`. */
export function proposeTopics(stories: readonly Told[], limit: number): ProposedTopic[] {
  const least = Math.max(LEAST, Math.ceil(LEAST_SHARE * stories.length));
  const open = [...themeCandidates(stories), ...phraseCandidates(stories, least)];
  const tagged = new Uint16Array(stories.length);
  const chosen: ProposedTopic[] = [];
  while (chosen.length < limit && open.length > 0) {
    // A story that has a topic gains less by another one.
    const gains = open.map(({ stories, weight }) => {
      let sum = 0;
      for (const story of stories) sum += 1 / (1 + 3 * (tagged[story] ?? 0));
      return weight * sum;
    });
    const most = Math.max(...gains);
    const [best] = most < LEAST_GAIN * least ? [] : open.splice(gains.indexOf(most), 1);
    if (!best) break;
    const { name, words, stories: its } = best;
    // `League` beside “Premier League” says the same of the same stories.
    if (chosen.some((other) => likeness(new Set(other.stories), its) > ALIKE || isSaid(other, name))) continue;
    for (const story of its) tagged[story] = (tagged[story] ?? 0) + 1;
    chosen.push({ name, words, stories: [...its] });
  }
  return chosen;
}

/** A topic that may be proposed. */
interface Open {
  name: string;
  words: string[];
  stories: ReadonlySet<number>;
  weight: number;
}

const countries = lazy(() => makeTagger({ companies: [], groups: [], rules: [] }));
/** Stories have their countries as tags. */
const isCountry = (name: string) =>
  !isPlaceName(name.toLowerCase()) &&
  countries().tags({ title: name, introduction: '', language: 'en' }).countries.length > 0;

const isSaid = (topic: ProposedTopic, name: string) =>
  [topic.name, ...topic.words].some((word) => word.toLowerCase() === name.toLowerCase());

/** What stories of their trade are usually about says more than a phrase, and what those of every trade are about less. */
const themeCandidates = (stories: readonly Told[]): Open[] =>
  themesOf(stories)
    .filter(({ isOfTrade, stories: { length } }) => isOfTrade || length >= LEAST)
    .map(({ name, words, stories, isOfTrade }) => ({
      name,
      words,
      stories: new Set(stories),
      weight: isOfTrade ? OF_TRADE : OF_EVERY,
    }));

/** The phrases that many stories share, those that say most first. */
function phraseCandidates(stories: readonly Told[], least: number): Open[] {
  const labels = labelsOf(stories);
  const hasSources = new Set(stories.map(({ source }) => source)).size > 2;
  return Array.from(candidatesOf(stories).entries(), ([key, one]) => ({
    key,
    ...one,
    weight: weightOf(one, labels.has(key)),
  }))
    .filter(
      ({ key, weight, stories: { size }, sources }) =>
        weight > 0 &&
        size >= least &&
        size <= Math.max(MANY, MOST_SHARE * stories.length) &&
        // What one source says in each of its stories is its own address or slogan.
        (!hasSources || sources.size > 1 || labels.has(key)),
    )
    .toSorted((a, b) => b.weight * b.stories.size - a.weight * a.stories.size || (a.key < b.key ? -1 : 1))
    .slice(0, MOST_LOOKED_AT)
    .map((one) => ({ ...one, name: nameOf(one) }))
    .filter(({ name }) => !isCountry(name))
    .map(({ name, stories, weight }) => ({ name, words: [name], stories, weight }));
}

const likeness = (a: ReadonlySet<number>, b: ReadonlySet<number>): number => {
  const both = Array.from(b).filter((one) => a.has(one)).length;
  return both / (a.size + b.size - both);
};

function candidatesOf(stories: readonly Told[]): Map<string, Candidate> {
  const found = new Map<string, Candidate>();
  stories.forEach(({ title, introduction, source, language }, story) => {
    const empty = emptyIn(language);
    for (const text of [title, introduction]) {
      const words = wordsOf(text);
      const places = placesOfWords(text);
      words.forEach((first, from) => {
        const isNewPlace = first.form === 'new' && isPlaceName(`new ${words[from + 1]?.form}`);
        if (!isEdge(first, empty) && !isNewPlace) return;
        for (let to = from; to < Math.min(words.length, from + LONGEST); to++) {
          const last = words[to];
          if (!last || (to > from && !last.joined)) break;
          if (!isEdge(last, empty)) continue;
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
          if (language === null || language.startsWith('en')) one.english++;
          if (phrase.every(({ proper, upper }) => proper || upper)) one.proper++;
        }
      });
    }
  });
  return found;
}

/** One key for a phrase and its plural. */
function singular(forms: readonly string[]): string {
  const last = forms.at(-1) ?? '';
  const bare = /[^aeious]ies$/.test(last)
    ? `${last.slice(0, -3)}y`
    : /(?:x|ch|sh|ss)es$/.test(last)
      ? last.slice(0, -2)
      : last.replace(/([^sui])s$/, '$1');
  return [...forms.slice(0, -1), last.length > LONG ? bare : last].join(' ');
}

/** What publishers themselves say that stories are about, where several say it. */
function labelsOf(stories: readonly Told[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { keywords } of stories)
    for (const key of new Set(keywords.map((word) => singular(wordsOf(word).map(({ form }) => form)))))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Set(Array.from(counts).flatMap(([key, count]) => (count > 1 ? [key] : [])));
}

/** A company that stories name. */
export interface ProposedCompany {
  name: string;
  stories: number[];
}

/** Stories in which a company is named, at least, and letters of abbreviations, which are authorities as often. */
const LEAST_NAMED = 2;
const ABBREVIATION = 4;
/** What a name has beside it that hardly anything but a company has. */
const DEALS = [
  'a kind of company after it',
  'what companies do after it',
  'a matter of business after it',
  'a stake in it',
];

/** The names of companies in stories, those in most stories first; at most `limit`. */
export function proposeCompanies(stories: readonly Told[], limit: number): ProposedCompany[] {
  const texts = stories.map(({ title, introduction }) => `${title}. ${introduction}`);
  const words = texts.map(wordsOf);
  return [...candidatesOf(stories).values()]
    .filter(({ forms, proper, uses, english, stories: { size }, written }) => {
      const [name = ''] = written.keys();
      const isShort = name === name.toUpperCase() && name.length <= ABBREVIATION;
      return (
        size >= LEAST_NAMED &&
        proper > 0 &&
        english > uses / 2 &&
        !isShort &&
        !frequent.has(forms[0] ?? '') &&
        !isCountry(name)
      );
    })
    .flatMap((one) => {
      const found = [...one.stories].flatMap((story) => evidenceOf(one.forms, words[story] ?? [], texts[story] ?? ''));
      const meant = found.filter(({ chance }) => chance >= LEAST_CHANCE);
      const dealing = found.filter(({ signs }) => signs.some(({ sign }) => DEALS.includes(sign)));
      const isMeant = meant.length > found.length / 2 && dealing.length > 0;
      return isMeant ? [{ name: nameOf(one), stories: [...one.stories] }] : [];
    })
    .toSorted((a, b) => b.stories.length - a.stories.length || (a.name < b.name ? -1 : 1))
    .filter(({ name }, i, all) => !all.slice(0, i).some((other) => `${other.name} `.includes(`${name} `)))
    .slice(0, limit);
}

/** What a text says of each of its uses of a name. */
function evidenceOf(forms: readonly string[], words: readonly Word[], text: string): Evidence[] {
  const spans = words.flatMap((_, from) =>
    forms.every((form, i) => words[from + i]?.form === form) ? [{ from, to: from + forms.length }] : [],
  );
  const isName = { isWord: false, isName: false, isPlace: isPlaceName(forms.join(' ')) };
  return spans.map((span) => weigh({ words, text, names: [] }, span, isName));
}

/** How much a phrase says: names, labels and several words more than one word that everybody uses. */
function weightOf({ forms, uses, proper, english }: Candidate, isLabel: boolean): number {
  const isName = proper > uses / 2;
  const [form = ''] = forms;
  if (forms.length > 1) return (isLabel ? 2.5 : 1) * (1 + 0.3 * forms.length);
  if (isPlaceName(form)) return isLabel ? 2.5 : isName ? 1.3 : 0;
  if (isLabel) return 2.5;
  // Elsewhere nouns have capitals as names do, and what holds sentences together is long.
  if (english < uses / 2) return form.length < LONG_ELSEWHERE ? 0 : 0.5;
  if (isName) return 1.2;
  if (form.length < LONG) return 0;
  return frequent.has(form) ? 0.5 : 1;
}

/** As most write it; a phrase that begins sentences gets no capital by that, a topic does. */
function nameOf({ written }: Candidate): string {
  const [best = ''] = Array.from(written).toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0] ?? [];
  return best.charAt(0).toUpperCase() + best.slice(1);
}
