import type { StoredRule } from './kinds.ts';
import byLanguage from './reference/themes.json' with { type: 'json' };
import { makeTagger } from './tagger.ts';

/**
 * The usual themes of trades by language, with the words by which stories tell them: few stories say “mergers and acquisitions”, many
 * that somebody buys somebody.
 */

export interface Theme {
  name: string;
  words: string[];
  /** Places of the stories that have its words. */
  stories: number[];
  /** Of a trade that these stories are about; else of every trade. */
  isOfTrade: boolean;
}

interface Read {
  title: string;
  introduction: string;
  language: string | null;
}

interface Listed {
  trade: string;
  name: string;
  words: string[];
}
type Found = Listed & { stories: number[] };

const THEMES: Readonly<Record<string, Record<string, Record<string, string>>>> = byLanguage;

/** Themes that every trade has; of the others those of the trades that most stories are about count. */
const EVERY = 'Every trade';
const LEAST_OF_MOST = 0.35;
/** Stories by which a trade is known. */
const KNOWN = 4;
/** Of what is in a greater share of stories than this, words tell them apart. */
const BROAD = 0.45;

/** The themes that stories have, of the trades that they are about. */
export function themesOf(stories: readonly Read[]): Theme[] {
  const all = Array.from(new Set(stories.map(languageOf))).flatMap((language) => {
    const found = foundIn(stories, language, listedIn(language));
    const isBroad = ({ trade, stories: { length } }: Found) => trade !== EVERY && length > BROAD * stories.length;
    const words = found
      .filter(isBroad)
      .flatMap(({ trade, words }) => words.map((word) => ({ trade, name: capital(word), words: [word] })));
    return [...found.filter((theme) => !isBroad(theme)), ...foundIn(stories, language, words)];
  });
  const trades = tradesOf(all, stories.length);
  const most = Math.max(...trades.values());
  const least = most < KNOWN ? Number.POSITIVE_INFINITY : LEAST_OF_MOST * most;
  return all
    .filter(({ trade, stories }) => stories.length > 0 && (trade === EVERY || (trades.get(trade) ?? 0) >= least))
    .map(({ trade, ...theme }) => ({ ...theme, isOfTrade: trade !== EVERY }));
}

const languageOf = ({ language }: Read): string => language?.split('-', 1)[0] ?? 'en';
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).replace(/\*$/, '');

const listedIn = (language: string): Listed[] =>
  Object.entries(THEMES[language] ?? {}).flatMap(([trade, themes]) =>
    Object.entries(themes).map(([name, words]) => ({ trade, name, words: words.split(', ') })),
  );

/** Each with the stories of the language that have its words. */
function foundIn(stories: readonly Read[], language: string, listed: readonly Listed[]): Found[] {
  if (listed.length === 0) return [];
  const rules = listed.map(({ words }, i): StoredRule => ({ kind: 'topic', ref: String(i), words, exclusions: [] }));
  const tagger = makeTagger({ companies: [], groups: [], rules });
  const found = listed.map((theme): Found => ({ ...theme, stories: [] }));
  stories.forEach((story, place) => {
    if (languageOf(story) !== language) return;
    for (const theme of tagger.tags(story).topics) found[theme]?.stories.push(place);
  });
  return found;
}

/** How much stories are about each trade: each is shared among those that it may be about. */
function tradesOf(found: readonly Found[], count: number): Map<string, number> {
  const byStory = Array.from({ length: count }, () => new Set<string>());
  for (const { trade, stories } of found) if (trade !== EVERY) for (const story of stories) byStory[story]?.add(trade);
  const sums = new Map<string, number>();
  for (const trades of byStory) for (const trade of trades) sums.set(trade, (sums.get(trade) ?? 0) + 1 / trades.size);
  return sums;
}
