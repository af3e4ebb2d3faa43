import { withoutDateline } from '../dateline.ts';
import { rulePhrases } from '../phrase.ts';
import byNews from '../reference/news-themes.json' with { type: 'json' };
import byLanguage from '../reference/themes.json' with { type: 'json' };
import { Trie } from '../trie.ts';
import { plural, wordsOf } from '../words.ts';
import { frequent } from './phrases.ts';

/**
 * The usual themes of trades by language, with the words by which stories tell them: few stories say “mergers and acquisitions”, many
 * that somebody buys somebody.
 */

export interface Theme {
  name: string;
  words: string[];
  /** Places of the stories that have its words. */
  stories: number[];
  /** How much stories are about its trade, beside the one that most are about; null of every trade. */
  share: number | null;
  /** Of its words, where that is not English; articles in another language may use them for something else. */
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
type Found = Listed & { stories: number[] };

type ByLanguage = Readonly<Record<string, Record<string, Record<string, string>>>>;
const THEMES: readonly ByLanguage[] = [byLanguage, byNews];

/** Themes that every trade has, and those of a newspaper for everybody; of the others those of the trades that most stories are about count. */
const EVERY = 'Every trade';
const GENERAL = 'General news';
const isEvery = (trade: string) => trade === EVERY || trade === GENERAL;
const LEAST_OF_MOST = 0.2;
/** The share of the stories that the foremost trade has at least, for its themes to count wholly: others are of no trade. */
const DEVOTED = 0.2;
/** Fewer stories have words of a trade by chance, so that more of them must. */
const FEW = 12;
/** Stories that make a theme of every trade a topic. */
const FEWEST = { ofFew: 3, ofEvery: 2 };
const KNOWN = 2;
const KNOWN_OF_FEW = 4;
/** What a word that everybody uses says of a trade, of what another says. */
const COMMON = 0.3;
/** Of what is in a greater share of stories than this, words tell them apart. */
const BROAD = 0.25;

/** The themes that stories have, of the trades that they are about. */
export function themesOf(stories: readonly Read[]): Theme[] {
  const trades = new Map<string, number>();
  const all = Array.from(new Set(stories.map(languageOf))).flatMap((language) => {
    const listed = listedIn(language);
    const places = placesOfWords(stories, language, new Set(listed.flatMap(({ words }) => words)));
    for (const [trade, sum] of tradesOf(listed, places)) trades.set(trade, (trades.get(trade) ?? 0) + sum);
    const found = (theme: Listed): Found => ({
      ...theme,
      stories: [...new Set(theme.words.flatMap((word) => places.get(word) ?? []))].sort((a, b) => a - b),
    });
    return listed
      .map(found)
      .flatMap((theme) =>
        !isEvery(theme.trade) && theme.stories.length > BROAD * stories.length
          ? theme.words.map((word) => found({ ...theme, name: capital(word), words: [word] }))
          : [theme],
      );
  });
  const foremost = Math.max(...trades.values());
  const most = Math.max(foremost, DEVOTED * stories.length);
  const least =
    foremost < (stories.length < FEW ? KNOWN_OF_FEW : KNOWN) ? Number.POSITIVE_INFINITY : LEAST_OF_MOST * most;
  const fewest = (trade: string) => (stories.length < FEW ? FEWEST.ofFew : trade === EVERY ? FEWEST.ofEvery : 1);
  return all
    .filter(({ trade, stories: { length } }) =>
      isEvery(trade) ? length >= fewest(trade) : length > 0 && (trades.get(trade) ?? 0) >= least,
    )
    .map(({ trade, language, ...theme }) => ({
      ...theme,
      language: language === 'en' ? null : language,
      share: isEvery(trade) ? null : (trades.get(trade) ?? 0) / most,
    }));
}

const languageOf = ({ language }: Read): string => language?.split('-', 1)[0] ?? 'en';
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replace(/\*$/, '');

const listedIn = (language: string): Listed[] =>
  THEMES.flatMap((listed) => Object.entries(listed[language] ?? {})).flatMap(([trade, themes]) =>
    Object.entries(themes).map(([name, words]) => ({ language, trade, name, words: words.split(', ') })),
  );

/** The stories of the language that have each word. */
function placesOfWords(stories: readonly Read[], language: string, words: ReadonlySet<string>): Map<string, number[]> {
  const its = stories.flatMap((story, place) =>
    languageOf(story) === language
      ? [{ place, texts: [story.title, withoutDateline(story.introduction)].map(wordsOf) }]
      : [],
  );
  const forms = new Set(its.flatMap(({ texts }) => texts.flat().map(({ form }) => form)));
  const trie = new Trie<string>();
  for (const word of words) if (mayBeIn(forms, word)) for (const phrase of rulePhrases(word)) trie.add(phrase, word);
  const places = new Map<string, number[]>();
  for (const { place, texts } of its) {
    const found = texts.flatMap((text) => trie.find(text)).map(({ value }) => value);
    for (const word of new Set(found)) {
      const known = places.get(word);
      if (known) known.push(place);
      else places.set(word, [place]);
    }
  }
  return places;
}

/** False where texts of these words surely do not have a theme’s word: phrases of all of them are slow to make. */
function mayBeIn(forms: ReadonlySet<string>, word: string): boolean {
  const [, first = '', more] = /^([a-z]+)( .*)?$/i.exec(word) ?? [];
  const form = first.toLowerCase();
  return first === '' || forms.has(form) || (!more && forms.has(plural(form)));
}

/**
 * How much stories are about each trade: each is shared among those that it may be about, and a word that several trades use says less
 * of each.
 */
function tradesOf(listed: readonly Listed[], places: ReadonlyMap<string, readonly number[]>): Map<string, number> {
  const users = new Map<string, Set<string>>();
  for (const { trade, words } of listed)
    for (const word of words) users.set(word, (users.get(word) ?? new Set()).add(trade));
  const byStory = new Map<number, Map<string, number>>();
  for (const [word, its] of places) {
    const trades = [...(users.get(word) ?? [])].filter((trade) => !isEvery(trade));
    const weight = (frequent.has(word.toLowerCase()) ? COMMON : 1) / (users.get(word)?.size ?? 1) ** 2;
    for (const story of its) {
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
