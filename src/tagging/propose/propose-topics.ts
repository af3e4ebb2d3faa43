import { isPlaceName } from '../country-words.ts';
import { wordsOf } from '../words.ts';
import {
  candidatesOf,
  frequent,
  isCountry,
  MIN_WORD_LETTERS,
  type PhraseCandidate,
  type ProposalArticle,
  phraseName,
  singular,
} from './phrases.ts';
import { FEW_STORIES, themesOf } from './themes.ts';

/** Proposes topics for a newsroom that has none. They are phrases that many stories share. */

export interface ProposedTopic {
  name: string;
  words: string[];
  language: string | null;
  stories: number[];
}

/** Limits on the number and share of stories that a proposed topic covers. */
const MIN_ARTICLES = 3;
const MIN_STORIES = 2;
const MIN_STORY_SHARE = 0.006;
const MAX_STORY_SHARE = 0.3;
/** Number of stories that a proposed topic may always cover, even if their share exceeds `MAX_STORY_SHARE`. */
const ALWAYS_ALLOWED_STORIES = 10;
/** Maximum number of phrases, minimum gain relative to the rarest topic, and overlap above which topics are equal. */
const MAX_PHRASES = 400;
const MIN_GAIN_SHARE = 0.05;
const MAX_OVERLAP = 0.8;
/** Minimum number of characters for a single word as a topic, outside English. Some languages capitalise every noun. */
const MIN_OTHER_LANGUAGE_LETTERS = 7;
const INDUSTRY_THEME_WEIGHT = 2.5;
const EVERY_INDUSTRY_THEME_WEIGHT = 0.7;
const GENERAL_THEME_WEIGHT = 1.2;
const PHRASE_WEIGHT = 0.5;
const MIN_TOPIC_CHANCE = 0.6;
/** Divisor for the gain from stories that another proposed topic already covers. */
const COVERED_GAIN_DIVISOR = 3;
/** Returns up to `limit` topics. Those that cover the most stories without a topic come first. */
export function proposeTopics(stories: readonly ProposalArticle[], limit: number, candidates = candidatesOf(stories)) {
  const least = Math.max(MIN_STORIES, Math.ceil(MIN_STORY_SHARE * stories.length));
  const open = [...themeCandidates(stories), ...phraseCandidates(stories, least, candidates)];
  const tagged = new Float64Array(stories.length);
  const chosen: ProposedTopic[] = [];
  while (chosen.length < limit && open.length > 0) {
    const gains = open.map(({ stories, weight }) => {
      let sum = 0;
      for (const [story, chance] of stories) sum += chance / (1 + COVERED_GAIN_DIVISOR * (tagged[story] ?? 0));
      return weight * sum;
    });
    const most = Math.max(...gains);
    const [best] = most < MIN_GAIN_SHARE * least ? [] : open.splice(gains.indexOf(most), 1);
    if (!best) break;
    const { name, words, language, stories: its } = best;
    // A topic that covers the same stories as an earlier topic is skipped. `Premier League` thus excludes `League`.
    if (
      chosen.some((other) => likeness(new Set(other.stories), new Set(its.keys())) > MAX_OVERLAP || isSaid(other, best))
    )
      continue;
    for (const [story, chance] of its) tagged[story] = (tagged[story] ?? 0) + chance;
    chosen.push({ name, words, language, stories: [...its.keys()] });
  }
  return chosen;
}

interface Open extends Pick<ProposedTopic, 'name' | 'words' | 'language'> {
  stories: ReadonlyMap<number, number>;
  weight: number;
}

/** Returns true if a topic already has this name. The words of a phrase also count as names. Themes may share words. */
const isSaid = (topic: ProposedTopic, { name, words }: Open) =>
  [topic.name, ...(words.length > 1 ? [] : topic.words)].some((word) => word.toLowerCase() === name.toLowerCase());

const themeCandidates = (all: readonly ProposalArticle[]): Open[] =>
  themesOf(all).map(({ name, words, language, stories, share }) => ({
    name,
    words,
    language,
    stories,
    weight:
      share === 'every' || (share === 'general' && all.length < FEW_STORIES)
        ? EVERY_INDUSTRY_THEME_WEIGHT
        : share === 'general'
          ? GENERAL_THEME_WEIGHT
          : INDUSTRY_THEME_WEIGHT * Math.sqrt(share),
  }));

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
        size >= Math.max(least, forms.length > 1 || proper > uses / 2 ? MIN_STORIES : MIN_ARTICLES) &&
        size <= Math.max(ALWAYS_ALLOWED_STORIES, MAX_STORY_SHARE * stories.length) &&
        // A phrase that only one source uses is probably that source's address or slogan.
        (!hasSources || sources.size > 1 || labels.has(key)),
    )
    .toSorted((a, b) => b.weight * b.stories.size - a.weight * a.stories.size || (a.key < b.key ? -1 : 1))
    .slice(0, MAX_PHRASES)
    .map((one) => ({ ...one, name: phraseName(one) }))
    .filter(({ name }) => !isCountry(name))
    .map(({ name, stories: its, weight }) => ({
      name,
      words: [name],
      language: null,
      weight: stories.length < FEW_STORIES ? weight : weight * PHRASE_WEIGHT,
      stories: new Map(Array.from(its, (one) => [one, MIN_TOPIC_CHANCE])),
    }));
}

const likeness = (a: ReadonlySet<number>, b: ReadonlySet<number>): number => {
  const both = Array.from(b).filter((one) => a.has(one)).length;
  return both / (a.size + b.size - both);
};

function labelsOf(stories: readonly ProposalArticle[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { keywords } of stories)
    for (const key of new Set(keywords.map((word) => singular(wordsOf(word).map(({ form }) => form)))))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  return new Set(Array.from(counts).flatMap(([key, count]) => (count > 1 ? [key] : [])));
}

/** Returns the significance of a phrase. Names, labels and longer phrases outweigh a single common word. */
function weightOf({ forms, uses, proper, english }: PhraseCandidate, isLabel: boolean): number {
  const isName = proper > uses / 2;
  const [form = ''] = forms;
  if (forms.length > 1) return (isLabel ? 2.5 : 1) * (1 + 0.3 * forms.length);
  if (isPlaceName(form)) return isLabel ? 2.5 : isName ? 1.3 : 0;
  if (isLabel) return 2.5;
  // In other languages, capitals may mark ordinary nouns, and long words may be function words.
  if (english < uses / 2) return form.length < MIN_OTHER_LANGUAGE_LETTERS ? 0 : 0.5;
  if (isName) return 1.2;
  if (form.length < MIN_WORD_LETTERS) return 0;
  return frequent.has(form) ? 0.5 : 1;
}
