import { withoutDateline } from '../dateline.ts';
import { rulePhrases } from '../phrase.ts';
import byNews from '../reference/news-themes.json' with { type: 'json' };
import byLanguage from '../reference/themes.json' with { type: 'json' };
import { Trie } from '../trie.ts';
import { plainForm, plural, UNSPACED_SCRIPTS, wordsOf } from '../words.ts';
import { frequent } from './phrases.ts';

/** Finds themes by typical words. Few stories say “mergers and acquisitions”, but many say a company buys another. */

export interface TopicTheme {
  name: string;
  words: string[];
  /** Stories that contain words of the theme, by index, with the probability that each is about the theme. */
  stories: Map<number, number>;
  share: number | 'every' | 'general';
  /** Language of the words, which may mean something else in other languages. Not set for English. */
  language: string | null;
}

interface Read {
  title: string;
  introduction: string;
  language: string | null;
}

interface Listed {
  language: string;
  trade: string;
  name: string;
  words: string[];
}
type FoundTheme = Listed & { stories: Map<number, number> };
/** Stories by word. The value is true if the title of the story contains the word. */
type Places = ReadonlyMap<string, ReadonlyMap<number, boolean>>;

type ByLanguage = Readonly<Record<string, Record<string, Record<string, string>>>>;
const THEMES: readonly ByLanguage[] = [byLanguage, byNews];

/** Themes for all industries and for general newspapers. Other themes count only if their industry is dominant. */
const EVERY_TRADE = 'Every trade';
const GENERAL = 'General news';
const isEvery = (trade: string) => trade === EVERY_TRADE || trade === GENERAL;
const MIN_RELATIVE_SHARE = 0.2;
const MIN_DOMINANT_SHARE = 0.2;
/** Number of stories below which themes need more matches, because few matches may be due to chance. */
export const FEW_STORIES = 12;
const MIN_THEME_STORIES = { ofFew: 3, ofEvery: 2 };
const KNOWN = 2;
const KNOWN_OF_FEW = 3;
const COMMON_WORD_WEIGHT = 0.3;
/** Share of stories above which a theme is too broad. It is then split into topics for its words. */
const BROAD_OF_TRADE = 0.25;
const MIN_SPLIT_STORIES = 15;
const BROAD_THEMES: Readonly<Record<string, number>> = { [EVERY_TRADE]: 0.3, [GENERAL]: 0.4 };
/** Probability that a story is about a theme. It depends on where a word of the theme occurs and how frequent it is. */
const THEME_CHANCES = { rare: { title: 0.65, introduction: 0.45 }, frequent: { title: 0.5, introduction: 0.33 } };

export function themesOf(stories: readonly Read[]): TopicTheme[] {
  const trades = new Map<string, number>();
  const broad = (trade: string) =>
    isEvery(trade) && stories.length < MIN_SPLIT_STORIES
      ? Number.POSITIVE_INFINITY
      : (BROAD_THEMES[trade] ?? BROAD_OF_TRADE) * stories.length;
  const all = Array.from(new Set(stories.map(languageOf))).flatMap((language) => {
    const listed = listedIn(language);
    const places = placesOfWords(stories, language, listed);
    for (const [trade, sum] of tradesOf(listed, places)) trades.set(trade, (trades.get(trade) ?? 0) + sum);
    return listed
      .filter(({ words }) => words.some((word) => places.has(word)))
      .map((theme) => aboutIt(theme, places))
      .flatMap((theme) =>
        theme.stories.size > broad(theme.trade)
          ? theme.words.map((word) => aboutIt({ ...theme, name: capital(word), words: [word] }, places))
          : [theme],
      );
  });
  const foremost = Math.max(...trades.values());
  const most = Math.max(foremost, MIN_DOMINANT_SHARE * stories.length);
  const least =
    foremost < (stories.length < FEW_STORIES ? KNOWN_OF_FEW : KNOWN)
      ? Number.POSITIVE_INFINITY
      : MIN_RELATIVE_SHARE * most;
  const fewest = (trade: string) =>
    stories.length < FEW_STORIES ? MIN_THEME_STORIES.ofFew : trade === EVERY_TRADE ? MIN_THEME_STORIES.ofEvery : 1;
  return all
    .filter(({ trade, stories: { size } }) =>
      isEvery(trade) ? size >= fewest(trade) : size > 0 && (trades.get(trade) ?? 0) >= least,
    )
    .map(({ trade, language, ...theme }) => ({
      ...theme,
      language: language === 'en' ? null : language,
      share: trade === GENERAL ? 'general' : trade === EVERY_TRADE ? 'every' : (trades.get(trade) ?? 0) / most,
    }));
}

const languageOf = ({ language }: Read): string => language?.split('-', 1)[0] ?? 'en';
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replace(/\*$/, '');

const listedIn = (language: string): Listed[] =>
  THEMES.flatMap((listed) => Object.entries(listed[language] ?? {})).flatMap(([trade, themes]) =>
    Object.entries(themes).map(([name, words]) => ({ language, trade, name, words: words.split(', ') })),
  );

function placesOfWords(stories: readonly Read[], language: string, listed: readonly Listed[]): Places {
  const its = stories.flatMap((story, place) =>
    languageOf(story) === language
      ? [{ place, texts: [story.title, withoutDateline(story.introduction)].map(wordsOf) }]
      : [],
  );
  const said = saidIn(
    its.map(({ place }) => `${stories[place]?.title} ${stories[place]?.introduction}`),
    new Set(its.flatMap(({ texts }) => texts.flat().map(({ form }) => form))),
  );
  const trie = new Trie<string>();
  const words = new Set<string>();
  for (const theme of listed) for (const word of theme.words) if (mayBeIn(said, word)) words.add(word);
  for (const word of words) for (const phrase of rulePhrases(word)) trie.add(phrase, word);
  const places = new Map<string, Map<number, boolean>>();
  for (const { place, texts } of its)
    texts.forEach((text, i) => {
      for (const { value } of trie.find(text)) {
        const known = places.get(value) ?? new Map<number, boolean>();
        places.set(value, known);
        if (!known.has(place)) known.set(place, i === 0);
      }
    });
  return places;
}

/** Removes common words of a theme that mostly occur in stories about something else. */
function aboutIt(theme: Listed, places: Places): FoundTheme {
  const counts = new Map<number, number>();
  const found = theme.words.flatMap((word) => {
    const its = places.get(word);
    return its ? [{ word, its, chances: isFrequent(word) ? THEME_CHANCES.frequent : THEME_CHANCES.rare }] : [];
  });
  for (const { its } of found) for (const place of its.keys()) counts.set(place, (counts.get(place) ?? 0) + 1);
  const stories = new Map<number, number>();
  const dropped = new Set<string>();
  for (const { word, its, chances } of found) {
    const inPassing = ([place, inTitle]: [number, boolean]) => !inTitle && (counts.get(place) ?? 0) < 2;
    if (chances === THEME_CHANCES.frequent && Array.from(its).every(inPassing)) dropped.add(word);
    else
      for (const [place, inTitle] of its) {
        const not = 1 - (inTitle ? chances.title : chances.introduction);
        stories.set(place, 1 - (1 - (stories.get(place) ?? 0)) * not);
      }
  }
  return {
    ...theme,
    stories,
    words: dropped.size > 0 ? theme.words.filter((word) => !dropped.has(word)) : theme.words,
  };
}

const isFrequent = (word: string): boolean => frequent.has(word.toLowerCase().replace(/\*$/, ''));

interface Said {
  forms: ReadonlySet<string>;
  beginnings: ReadonlySet<string>;
  pairs: ReadonlySet<string>;
}

function saidIn(texts: readonly string[], forms: ReadonlySet<string>): Said {
  const beginnings = new Set<string>();
  for (const form of forms) for (let end = 1; end <= form.length; end++) beginnings.add(form.slice(0, end));
  const pairs = new Set<string>();
  for (const text of texts)
    if (UNSPACED_SCRIPTS.test(text)) for (let at = 0; at < text.length - 1; at++) pairs.add(text.slice(at, at + 2));
  return { forms, beginnings, pairs };
}

/** Returns false if the texts cannot contain a word of a theme. If so, no phrases need to be built. */
function mayBeIn({ forms, beginnings, pairs }: Said, word: string): boolean {
  const ascii = /^([a-z0-9]+)([* -].*)?$/i.exec(word);
  if (!ascii && UNSPACED_SCRIPTS.test(word)) return word.length < 2 || pairs.has(word.slice(0, 2));
  const [, first = '', more = ''] = ascii ?? /^([\p{L}\p{N}]+)(.*)$/u.exec(word) ?? [];
  if (first === '' || /^[.'’&]/.test(more)) return true;
  const form = plainForm(first);
  return more === '*' ? beginnings.has(form) : forms.has(form) || (more === '' && forms.has(plural(form)));
}

/** Scores industries by the words of their themes. A word that several industries share counts less. */
function tradesOf(listed: readonly Listed[], places: Places): Map<string, number> {
  const users = new Map<string, Set<string>>();
  for (const word of places.keys()) users.set(word, new Set());
  for (const { trade, words } of listed) for (const word of words) users.get(word)?.add(trade);
  const byStory = new Map<number, Map<string, number>>();
  for (const [word, its] of places) {
    const trades = [...(users.get(word) ?? [])].filter((trade) => !isEvery(trade));
    const weight = (isFrequent(word) ? COMMON_WORD_WEIGHT : 1) / (users.get(word)?.size ?? 1) ** 2;
    for (const story of its.keys()) {
      const sums = byStory.get(story) ?? new Map<string, number>();
      for (const trade of trades) sums.set(trade, (sums.get(trade) ?? 0) + weight);
      byStory.set(story, sums);
    }
  }
  const shares = new Map<string, number>();
  for (const sums of byStory.values()) {
    const all = [...sums.values()].reduce((sum, one) => sum + one, 0);
    for (const [trade, sum] of sums) shares.set(trade, (shares.get(trade) ?? 0) + sum / all);
  }
  return shares;
}
