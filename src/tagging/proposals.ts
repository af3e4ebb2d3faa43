import { isPlaceName } from './country-words.ts';
import frequentWords from './reference/common-words.generated.ts';
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
const LEAST_GAIN = 0.4;
const ALIKE = 0.6;
/** Characters of a word that can stand alone, if it is no name. */
const LONG = 4;
const LONG_ELSEWHERE = 7;

/** What holds sentences together, and what every newsroom says: no phrase begins or ends with it. */
const EMPTY = new Set(
  `a about above according across after again against ago ahead all almost along already also although always am amid among an and another any
  anyone anything are area around as ask asked asks at away back be became because become becomes been before began behind being below best better
  between beyond big bigger biggest bit both bring brings but by call called calls came can case change changes close come comes coming continue
  could country cut cuts day days did die died dies different do does doing done down due during each early either else end ends enough ever every everyone everything
  expert experts face faces facing fall falls far few find finds first five follow following for former found four from full further get gets getting give
  given gives go goes going gone good got great group had half happened happening has have having he head hear help helped helps her here high
  highest him himself his hit hits hold holds home hour hours how however hundreds i if image images important in including inside into is issue issues it item its itself join just
  keep keeps key know known large largest last late later latest launch launched launches lead leading leads learn least leave leaves led left less let life like likely little live lives local
  long look looking looks lost lot low made main major make makes making man many may me mean means meet meets member men might million millions minute minutes
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october november december month months more morning most move moves much must my name named near need needed needs never new
  news next nice night nine no not nothing now number of off offer offers often old on once one only open opens or other others our out over own part
  past pay people per photo photos pick picks place plan plans play played point possible post put puts question questions quite raise raises rather read reader readers reading ready real really reason
  recent recently release released releases report reported reports reveal revealed reveals review right rise rises rising run running said same saw say saying says second see seek seeks seen sell set sets seven several shall
  share she short should show showed shows side since six small so some someone something soon start started starting starts state stay step still stop story stories such sure
  take taken takes taking talk tell tells ten than that the their them themselves then there these they thing things think this those thought thousands three through
  time times to today together told tomorrow tonight too took top toward towards tries try trying turn turned turns two under until up update updated updates upon us use used
  uses using very via video videos view want wanted wants warn warned warning warns was watch way ways we week weekend weeks well went were what when where whether
  which while who whole whose why will win wins with within without woman women won work worked working world would year years yes yesterday yet you young your
  comment comments continue article articles subscribe newsletter click email published author www http https com de la le les des du et en un une el los las der die das und den von mit im für auf ist nicht ein eine dem zu sich auch als wie bei nach aus dass wird
  que por para con una del se no su al lo il di che per non è da dei della os as em um uma com não do na het van een op voor te zijn dat aan au aux dans sur pour par pas plus qui son sa ses
  il sono più come nel alla anche och att det som på är för med av inte til og på har var wird werden sind oder über noch mehr nur hat haben kann sein seine um am zum zur vom
  anti ex mid multi non pre pro self semi
  arent cant couldnt didnt doesnt dont hasnt havent heres hes id ill im isnt ive lets shes shouldnt thats theres theyre theyve wasnt werent whats whos wont wouldnt youll youre youve
  être avec cette mais ont été leur sont fait ces más pero este esta como sobre entre fue han ser mais pelo pela foi sua seu dos ao`.split(
    /\s+/,
  ),
);

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

const isEdge = ({ form, upper }: Word) =>
  (upper ? form.length > 1 : form.length > 2) && !EMPTY.has(form) && !/^\d+$/.test(form);

/** Topics, those that tag most stories that no other does first; at most `limit`. */
export function proposeTopics(stories: readonly Told[], limit: number): ProposedTopic[] {
  const candidates = candidatesOf(stories);
  const labels = labelsOf(stories);
  const least = Math.max(LEAST, Math.ceil(LEAST_SHARE * stories.length));
  const hasSources = new Set(stories.map(({ source }) => source)).size > 2;
  const open = Array.from(candidates.entries(), ([key, one]) => ({
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
    .slice(0, MOST_LOOKED_AT);
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
    // `League` beside “Premier League” says the same of the same stories.
    if (chosen.some((other) => likeness(new Set(other.stories), best.stories) > ALIKE)) continue;
    const name = nameOf(best);
    for (const story of best.stories) tagged[story] = (tagged[story] ?? 0) + 1;
    chosen.push({ name, words: [name], stories: [...best.stories] });
  }
  return chosen;
}

const likeness = (a: ReadonlySet<number>, b: ReadonlySet<number>): number => {
  const both = Array.from(b).filter((one) => a.has(one)).length;
  return both / (a.size + b.size - both);
};

function candidatesOf(stories: readonly Told[]): Map<string, Candidate> {
  const found = new Map<string, Candidate>();
  stories.forEach(({ title, introduction, source, language }, story) => {
    for (const text of [title, introduction]) {
      const words = wordsOf(text);
      const places = placesOfWords(text);
      words.forEach((first, from) => {
        const isNewPlace = first.form === 'new' && isPlaceName(`new ${words[from + 1]?.form}`);
        if (!isEdge(first) && !isNewPlace) return;
        for (let to = from; to < Math.min(words.length, from + LONGEST); to++) {
          const last = words[to];
          if (!last || (to > from && !last.joined)) break;
          if (!isEdge(last)) continue;
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
