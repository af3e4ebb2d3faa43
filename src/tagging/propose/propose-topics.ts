import { isPlaceName } from '../country-words.ts';
import { wordsOf } from '../words.ts';
import {
  candidatesOf,
  frequent,
  isCountry,
  LONG,
  nameOf,
  type PhraseCandidate,
  type ProposalArticle,
  singular,
} from './phrases.ts';
import { FEW, themesOf } from './themes.ts';

/**
 * Topics for a newsroom that has none: the phrases of its own stories that many of them share and that tell them apart. The same stories
 * give the same topics.
 */

export interface ProposedTopic {
  name: string;
  /** Of the rule that would tag. */
  words: string[];
  /** Of the rule; null: it tags in any. */
  language: string | null;
  /** Places of the stories that it is in. */
  stories: number[];
}

/** A topic is in at least so many stories, or the share of them below, and in at most that share. */
const MIN_ARTICLES = 3;
/** The same of names and phrases. */
const LEAST_NAMED = 2;
const LEAST_SHARE = 0.006;
const MOST_SHARE = 0.3;
/** Stories that may all be of one topic. */
const MANY = 10;
/** Phrases among which topics are chosen, the share of what the rarest would tag that one must gain, and how alike two may be. */
const MOST_LOOKED_AT = 400;
const LEAST_GAIN = 0.05;
const ALIKE = 0.8;
/** Characters of a word that can stand alone where nouns have capitals, as names do. */
const LONG_ELSEWHERE = 7;
/** Weights of themes. */
const OF_TRADE = 2.5;
const OF_EVERY = 0.7;
const OF_GENERAL = 1.2;
/** What phrases weigh beside themes, and the chance that a story is about one that it has. */
const OF_PHRASE = 0.5;
const CHANCE = 0.6;
/** How much less a story that has a topic gains by another one. */
const GAINED = 3;
/** Topics, those that tag most stories that no other does first; at most `limit`. */
export function proposeTopics(stories: readonly ProposalArticle[], limit: number, candidates = candidatesOf(stories)) {
  const least = Math.max(LEAST_NAMED, Math.ceil(LEAST_SHARE * stories.length));
  const open = [...themeCandidates(stories), ...phraseCandidates(stories, least, candidates)];
  const tagged = new Float64Array(stories.length);
  const chosen: ProposedTopic[] = [];
  while (chosen.length < limit && open.length > 0) {
    // A story that has a topic gains less by another one.
    const gains = open.map(({ stories, weight }) => {
      let sum = 0;
      for (const [story, chance] of stories) sum += chance / (1 + GAINED * (tagged[story] ?? 0));
      return weight * sum;
    });
    const most = Math.max(...gains);
    const [best] = most < LEAST_GAIN * least ? [] : open.splice(gains.indexOf(most), 1);
    if (!best) break;
    const { name, words, language, stories: its } = best;
    // `League` beside “Premier League” says the same of the same stories.
    if (chosen.some((other) => likeness(new Set(other.stories), new Set(its.keys())) > ALIKE || isSaid(other, best)))
      continue;
    for (const [story, chance] of its) tagged[story] = (tagged[story] ?? 0) + chance;
    chosen.push({ name, words, language, stories: [...its.keys()] });
  }
  return chosen;
}

/** A topic that may be proposed. */
interface Open extends Pick<ProposedTopic, 'name' | 'words' | 'language'> {
  stories: ReadonlyMap<number, number>;
  weight: number;
}

/** A phrase is said by a theme that has it among its words; a theme is not, since “Sport” has words of “Golf” for other stories. */
const isSaid = (topic: ProposedTopic, { name, words }: Open) =>
  [topic.name, ...(words.length > 1 ? [] : topic.words)].some((word) => word.toLowerCase() === name.toLowerCase());

/** What stories of their trade are usually about says more than a phrase, and what those of every trade are about less. */
const themeCandidates = (all: readonly ProposalArticle[]): Open[] =>
  themesOf(all).map(({ name, words, language, stories, share }) => ({
    name,
    words,
    language,
    stories,
    weight:
      share === 'every' || (share === 'general' && all.length < FEW)
        ? OF_EVERY
        : share === 'general'
          ? OF_GENERAL
          : OF_TRADE * Math.sqrt(share),
  }));

/** The phrases that many stories share, those that say most first. */
function phraseCandidates(
  stories: readonly ProposalArticle[],
  least: number,
  candidates: ReturnType<typeof candidatesOf>,
) {
  const labels = labelsOf(stories);
  const hasSources = new Set(stories.map(({ source }) => source)).size > 2;
  return Array.from(candidates.entries(), ([key, one]) => ({ key, ...one, weight: weightOf(one, labels.has(key)) }))
    .filter(
      ({ key, weight, forms, uses, proper, stories: { size }, sources }) =>
        weight > 0 &&
        size >= Math.max(least, forms.length > 1 || proper > uses / 2 ? LEAST_NAMED : MIN_ARTICLES) &&
        size <= Math.max(MANY, MOST_SHARE * stories.length) &&
        // What one source says in each of its stories is its own address or slogan.
        (!hasSources || sources.size > 1 || labels.has(key)),
    )
    .toSorted((a, b) => b.weight * b.stories.size - a.weight * a.stories.size || (a.key < b.key ? -1 : 1))
    .slice(0, MOST_LOOKED_AT)
    .map((one) => ({ ...one, name: nameOf(one) }))
    .filter(({ name }) => !isCountry(name))
    .map(({ name, stories: its, weight }) => ({
      name,
      words: [name],
      language: null,
      weight: stories.length < FEW ? weight : weight * OF_PHRASE,
      stories: new Map(Array.from(its, (one) => [one, CHANCE])),
    }));
}

const likeness = (a: ReadonlySet<number>, b: ReadonlySet<number>): number => {
  const both = Array.from(b).filter((one) => a.has(one)).length;
  return both / (a.size + b.size - both);
};

/** What publishers themselves say that stories are about, where several say it. */
function labelsOf(stories: readonly ProposalArticle[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { keywords } of stories)
    for (const key of new Set(keywords.map((word) => singular(wordsOf(word).map(({ form }) => form)))))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Set(Array.from(counts).flatMap(([key, count]) => (count > 1 ? [key] : [])));
}

/** How much a phrase says: names, labels and several words more than one word that everybody uses. */
function weightOf({ forms, uses, proper, english }: PhraseCandidate, isLabel: boolean): number {
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
